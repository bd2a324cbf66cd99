-- What a person is told: why their session ended, whether the mailed digits left, and that a new invite was asked for.

-- `removed` and `ended` are decided by somebody else, or by the person at another device. The other two are the person's own.
alter type revoke_reason add value 'left';
alter type revoke_reason add value 'deleted';
-- Who ended it. Null for a sign-out, a replayed token, and for a session that made room for a newer one.
alter table sessions add column ended_by uuid references users (id);

-- What became of the mail with the digits. Both are null while it is on its way.
alter table email_codes add column sent_at timestamptz, add column failed_at timestamptz;
grant update (sent_at, failed_at) on email_codes to worker;

-- When somebody last asked who invited them for another invite. Once a day is answered.
alter table invitations add column asked_at timestamptz;
alter table team_links add column asked_at timestamptz;

-- Accounts that nobody proved. The job walks through them by age.
create index users_unproven on users (created_at, id) where email_proven_at is null and deleted_at is null;

-- Removes an account whose address nobody proved in 30 days, and puts away the empty company it was given. True if it did. It runs as the
-- tables' owner, because the worker may change nobody's account, and checks all conditions itself: an account with a history stays. The
-- transaction is that of the company.
create function delete_unproven_account(person uuid, of_company uuid) returns boolean
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  signed_up_as text;
begin
  perform from companies where company_id = of_company for update;
  select lower(email) into signed_up_as from users
  where id = person and current_company_id = of_company and email_proven_at is null and deleted_at is null
    and created_at < now() - interval '30 days' for update;
  if not found then return false; end if;
  -- Somebody used it lately, has been in another company, or is not alone in this one.
  if exists (select from sessions where user_id = person and rotated_at > now() - interval '30 days')
    or (select array_agg(been_in) from person_companies where user_id = person) is distinct from array[of_company]
    or (select array_agg(user_id) from memberships where company_id = of_company) is distinct from array[person] then return false; end if;
  -- The company has been used. Companies from before addresses were proved may have been.
  if exists (select from companies where company_id = of_company and coalesce(mc, dot, address, phone, factoring_type) is not null)
    or exists (select from billing_accounts where company_id = of_company and customer_id is not null)
    or exists (select from company_logos where company_id = of_company)
    or exists (select from loads where company_id = of_company)
    or exists (select from drivers where company_id = of_company)
    or exists (select from brokers where company_id = of_company)
    or exists (select from trucks where company_id = of_company)
    or exists (select from trailers where company_id = of_company)
    or exists (select from data_imports where company_id = of_company)
    or exists (select from saved_views where company_id = of_company)
    or exists (select from email_accounts where company_id = of_company)
    or exists (select from invitations where company_id = of_company)
    or exists (select from team_links where company_id = of_company)
    or exists (select from referrals where company_id = of_company) then return false; end if;
  delete from email_codes where user_id = person;
  delete from one_time_codes where user_id = person;
  delete from sessions where user_id = person;
  delete from identities where user_id = person;
  delete from user_companies where user_id = person;
  update memberships set removed_at = now() where company_id = of_company and user_id = person and removed_at is null;
  update companies set name = 'Deleted company', archived_at = now() where company_id = of_company;
  update users set email = 'deleted-' || person || '@deleted.invalid', name = '', family_name = '', phone = null, time_zone = null,
    deleted_at = now() where id = person;
  insert into people_to_forget (user_id, named_in, has_worked_there, address, words, own_words)
    values (person, of_company, true, signed_up_as, '{}', '{}') on conflict do nothing;
  return true;
end $$;
revoke execute on function delete_unproven_account(uuid, uuid) from public;
grant execute on function delete_unproven_account(uuid, uuid) to worker;
