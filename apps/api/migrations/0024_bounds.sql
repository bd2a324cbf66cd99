-- What a company keeps counts whole: the file of an import too, for as long as it is there. Nought once it is removed.
alter table data_imports add column size_bytes int not null default 0 check (size_bytes >= 0);
create index data_imports_storage on data_imports (company_id) include (size_bytes, created_at) where size_bytes > 0;

-- Each process may do what it does and no more. Who signs in, who works where and who is staff is the API's to write: what a mail server or a
-- file tricks the worker into ends there.
revoke insert, update on one_time_codes, sessions, users from worker;
revoke all on identities, team_links, invite_directory, used_trials from worker;
revoke insert, update, delete on memberships, user_companies, company_logos from worker;
revoke insert, update, delete on companies from worker;
grant update (paid_until, subscription_type, trial_notice_sent_at) on companies to worker;
revoke insert, update on invitations from worker;
grant update (email, cancelled_at, sent_at) on invitations to worker;
revoke insert on company_directory, person_companies, address_companies, people_to_forget, idempotency_keys, stripe_events from worker;
revoke insert on documents, saved_views, data_imports, company_exports, signature_images from worker;
revoke insert on drivers, email_accounts, email_templates, emails, email_holds, referrals, referral_links, referred_companies from worker;
revoke insert, update on trucks, trailers, limit_uses from worker;

-- What only the worker does. Nobody becomes staff by the API: an operator writes that.
revoke delete on companies, memberships, documents, data_imports from app;
revoke update on company_exports, user_companies from app;
revoke insert, update, delete on data_import_problems from app;
revoke select on people_to_forget from app;
do $$
begin
  revoke update on users from app;
  execute (select format('grant update (%s) on users to app', string_agg(quote_ident(attname), ', ' order by attnum))
    from pg_attribute where attrelid = 'users'::regclass and attnum > 0 and not attisdropped and attname not in ('id', 'role', 'created_at'));
end $$;

-- Who asked for the copy that a template sends. It ends when they go. Of those from before nobody knows: whoever's mailbox it is counts.
alter table email_templates add column cc_set_by uuid references users (id);
alter table email_templates no force row level security;
alter table email_accounts no force row level security;
update email_templates t set cc_set_by = a.user_id from email_accounts a
  where a.company_id = t.company_id and a.id = t.account_id and t.cc_email is not null;
alter table email_templates force row level security;
alter table email_accounts force row level security;
create index email_templates_cc_set_by on email_templates (company_id, cc_set_by) where cc_set_by is not null;

-- As before, but what the log says of brokers, drivers, loads and the company itself stays: that is the company's own, whatever somebody is
-- called. And never more entries in one transaction than others can wait for.
create or replace function forget_in_audit(of_company uuid, person uuid, after_seq bigint, how_many int) returns bigint
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  line record;
  told json;
  asked record;
  names text[];
  left_over text;
  note text;
  noted_at timestamptz;
  head record;
  last_seq bigint;
begin
  select words, own_words into asked from people_to_forget
  where user_id = person and named_in = of_company and exists (select from users where id = person and deleted_at is not null);
  if not found then raise exception 'person % has not asked to be forgotten', person; end if;
  -- Whoever appends waits here.
  select seq, hash into head from audit_heads where company_id = of_company for update;
  for line in
    select seq, at, entry from audit_log where company_id = of_company and seq > after_seq order by seq limit least(how_many, 1000)
  loop
    last_seq := line.seq;
    told := line.entry::json;
    continue when told ->> 'action' ~ '^(broker|driver|company|load)\.';
    names := case when told ->> 'actorId' = person::text then asked.words || asked.own_words else asked.words end;
    continue when line.entry = without_words(line.entry, names);
    left_over := json_build_object('at', told -> 'at', 'action', told -> 'action', 'actorId', told -> 'actorId', 'detail', (
      -- Ids are no words: the log would no longer say whom it speaks of.
      select json_object_agg(key, case
        when json_typeof(value) <> 'string' or value #>> '{}' ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then value
        else to_json(without_words(value #>> '{}', names)) end)
      from json_each(told -> 'detail')));
    continue when left_over::jsonb = line.entry::jsonb;
    update audit_log set entry = left_over where company_id = of_company and seq = line.seq and at = line.at;
    noted_at := clock_timestamp();
    note := json_build_object(
      'at', to_char(noted_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'action', 'entry.forgotten', 'actorId', null,
      'detail', json_build_object('seq', line.seq, 'entryHash', encode(sha256(convert_to(left_over, 'UTF8')), 'hex')));
    head.seq := head.seq + 1;
    head.hash := sha256(head.hash || sha256(convert_to(note, 'UTF8')));
    insert into audit_log (company_id, seq, at, entry, entry_hash, hash)
      values (of_company, head.seq, noted_at, note, sha256(convert_to(note, 'UTF8')), head.hash);
    update audit_heads set seq = head.seq, hash = head.hash where company_id = of_company;
  end loop;
  return last_seq;
end $$;
