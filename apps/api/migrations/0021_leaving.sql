-- Who leaves has left: where everybody has been, who is to be forgotten, and a log that stays whole without a person's words.

-- Global look-up: every company a person has ever worked in. A line goes when the person is forgotten there, not when they leave.
create table person_companies (
  user_id uuid not null references users (id),
  been_in uuid not null references company_directory (id),
  primary key (user_id, been_in)
);

-- Global look-up: companies that invited an address, to their team or as a referral, whether somebody came or not.
create table address_companies (
  address_hash bytea not null,
  named_in uuid not null references company_directory (id),
  primary key (address_hash, named_in)
);

create function note_person_company() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  insert into person_companies (user_id, been_in) values (new.user_id, new.company_id) on conflict do nothing;
  return null;
end $$;
create trigger note_person_company after insert on memberships for each row execute function note_person_company();

create function note_address_company() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  insert into address_companies (address_hash, named_in) values (sha256(convert_to(new.email, 'UTF8')), new.company_id)
  on conflict do nothing;
  return null;
end $$;
create trigger note_address_company after insert on invitations for each row execute function note_address_company();
create trigger note_address_company after insert on referrals for each row when (new.email is not null)
  execute function note_address_company();

-- All companies at once, so for this moment the owner sees them all.
alter table memberships no force row level security;
insert into person_companies (user_id, been_in) select distinct user_id, company_id from memberships;
alter table memberships force row level security;
alter table invitations no force row level security;
alter table referrals no force row level security;
insert into address_companies (address_hash, named_in)
  select distinct sha256(convert_to(email, 'UTF8')), company_id
  from (select email, company_id from invitations union select email, company_id from referrals) named
  where email is not null and email not like '%@deleted.invalid';
alter table invitations force row level security;
alter table referrals force row level security;

-- Global: people whose account is gone and whose traces are being taken out of the companies they were in, a line for each company. The words
-- by which it may name them are kept here alone, and go with the line when that is done. `own_words` are looked for only in what they wrote
-- themselves: a mailbox may be called what others also write.
create table people_to_forget (
  user_id uuid not null references users (id),
  named_in uuid not null references company_directory (id),
  -- Where they were only invited, nothing but the invite names them.
  has_worked_there boolean not null,
  address text not null,
  words text[] not null check (cardinality(words) <= 10),
  own_words text[] not null check (cardinality(own_words) <= 100),
  asked_at timestamptz not null default now(),
  primary key (user_id, named_in)
);

grant select, insert on person_companies, address_companies to app, worker;
grant delete on person_companies, address_companies to worker;
grant select, insert on people_to_forget to app, worker;
grant delete on people_to_forget to worker;
-- What names somebody is taken out of these, by the worker alone.
grant delete, update (body) on idempotency_keys to worker;
grant update (event) on live_events to worker;
grant update (note) on email_history to worker;
grant update (changes, before, reason) on load_events to worker;

-- A word wherever it stands, in any case, whatever blanks it is written with, and as HTML writes it.
create function without_words(told text, words text[]) returns text language plpgsql immutable
set search_path = pg_catalog, public, pg_temp as $$
declare
  word text;
  pattern text;
begin
  foreach word in array words loop
    pattern := regexp_replace(word, '([][().*+?^$|\\{}-])', '\\\1', 'g');
    pattern := replace(replace(pattern, '&', '(&|&amp;)'), '''', '(''|&#39;)');
    pattern := regexp_replace(pattern, '\s+', '(\\s|&nbsp;|\\\\[nrt])+', 'g');
    -- Not as a part of a longer word or of another's address.
    pattern := case when word like '%@%' then '(?<![[:alnum:]._%+-])' || pattern || '(?![[:alnum:]_-]|\.[[:alnum:]])'
      else '(?<![[:alnum:]])' || pattern || '(?![[:alnum:]])' end;
    told := regexp_replace(told, pattern, '[removed]', 'gi');
  end loop;
  return told;
end $$;

-- The same in JSON: in its texts alone, never in its form.
create function json_without_words(told jsonb, words text[]) returns jsonb language plpgsql immutable
set search_path = pg_catalog, public, pg_temp as $$
begin
  return case jsonb_typeof(told)
    when 'string' then to_jsonb(without_words(told #>> '{}', words))
    when 'array' then (
      select coalesce(jsonb_agg(json_without_words(item, words) order by place), '[]')
      from jsonb_array_elements(told) with ordinality as each (item, place))
    when 'object' then (select coalesce(jsonb_object_agg(key, json_without_words(value, words)), '{}') from jsonb_each(told))
    else told end;
end $$;

-- The chain goes over the hashes of the entries, so that an entry can lose a word and the chain stays as it was:
-- hash = sha256(previous hash || entry_hash). An entry that lost words no longer has its own hash; a later entry `entry.forgotten` says
-- which one it was and what it hashes to now.
alter table audit_log add column entry_hash bytea;
alter table audit_log no force row level security;
alter table audit_heads no force row level security;
do $$
declare
  line record;
  chain bytea := '';
  of_company uuid;
begin
  for line in select company_id, seq, at, entry from audit_log order by company_id, seq loop
    if line.company_id is distinct from of_company then
      chain := '';
      of_company := line.company_id;
    end if;
    chain := sha256(chain || sha256(convert_to(line.entry, 'UTF8')));
    update audit_log set entry_hash = sha256(convert_to(line.entry, 'UTF8')), hash = chain
      where company_id = line.company_id and seq = line.seq and at = line.at;
    update audit_heads set hash = chain where company_id = line.company_id and seq = line.seq;
  end loop;
end $$;
alter table audit_log alter column entry_hash set not null;
alter table audit_log force row level security;
alter table audit_heads force row level security;

create or replace function clear_audit_texts(emptied uuid, after_seq bigint, how_many int) returns bigint
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  line record;
  told json;
  cleared text;
  cleared_hash bytea;
  chain bytea;
  last_seq bigint;
begin
  if exists (select from memberships where company_id = emptied and removed_at is null)
    or not exists (select from companies where company_id = emptied and archived_at is not null) then
    raise exception 'company % is not empty', emptied;
  end if;
  -- Whoever appends waits here.
  perform from audit_heads where company_id = emptied for update;
  select hash into chain from audit_log where company_id = emptied and seq = after_seq;
  for line in
    select seq, at, entry from audit_log where company_id = emptied and seq > after_seq order by seq limit how_many
  loop
    told := line.entry::json;
    cleared := json_build_object('at', told -> 'at', 'action', told -> 'action', 'actorId', told -> 'actorId', 'detail', (
      select coalesce(json_object_agg(key, value), '{}') from json_each(told -> 'detail')
      where json_typeof(value) <> 'string' or value #>> '{}' ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'));
    cleared_hash := sha256(convert_to(cleared, 'UTF8'));
    chain := sha256(coalesce(chain, '') || cleared_hash);
    last_seq := line.seq;
    update audit_log set entry = cleared, entry_hash = cleared_hash, hash = chain
      where company_id = emptied and seq = line.seq and at = line.at;
  end loop;
  update audit_heads set hash = chain where company_id = emptied and seq = last_seq;
  return last_seq;
end $$;

-- Takes the words of somebody who is to be forgotten out of a company's entries after `after_seq`. So many entries at a time; gives the
-- last one, null after the end. Runs as its owner because nobody else may change the log, and only for who asked for it.
create function forget_in_audit(of_company uuid, person uuid, after_seq bigint, how_many int) returns bigint
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
    select seq, at, entry from audit_log where company_id = of_company and seq > after_seq order by seq limit how_many
  loop
    last_seq := line.seq;
    told := line.entry::json;
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
revoke execute on function forget_in_audit(uuid, uuid, bigint, int) from public;
grant execute on function forget_in_audit(uuid, uuid, bigint, int) to worker;
