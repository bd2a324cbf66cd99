-- Foundation: people, companies, sign-in, idempotency, audit and live events.
-- Tenant tables carry company_id first in every key and are protected by forced row-level security; global tables are
-- small look-ups keyed by what they are looked up with, and name the company `current_company_id` where they point to one.

create type user_role as enum ('GUEST', 'DISPATCHER', 'CARRIER', 'ADMIN');
create type team_role as enum ('owner', 'member');
create type session_audience as enum ('web', 'extension');
create type revoke_reason as enum ('logout', 'replay');
create type subscription_type as enum (
  'PRO_MONTHLY', 'PRO_YEARLY', 'UNLIMITED_PRO_MONTHLY', 'UNLIMITED_PRO_YEARLY', 'ULTIMATE_MONTHLY', 'ULTIMATE_YEARLY',
  'BASIC_SMALL_MONTHLY', 'BASIC_SMALL_YEARLY', 'FREE_TRIAL');

-- One way to protect a tenant table, so that none is protected by half. nullif: after the first use of SET LOCAL in a
-- connection the setting is an empty string, which must mean "no company", not an error.
create function protect_tenant_table(target regclass) returns void language plpgsql as $$
begin
  execute format('alter table %s enable row level security', target);
  execute format('alter table %s force row level security', target);
  execute format(
    'create policy tenant on %s using (company_id = nullif(current_setting(''app.company_id'', true), '''')::uuid)', target);
end $$;
revoke execute on function protect_tenant_table(regclass) from public;

-- Time partitions, made ahead and dropped when old. A partition gets its own policy and no grants: it is reached only
-- through its parent. Runs as its owner because the worker may not create tables.
create function ensure_partitions(parent text, unit text, ahead int, keep int) returns int
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  made int := 0;
  step interval := ('1 ' || unit)::interval;
  pattern text := case unit when 'day' then 'YYYYMMDD' when 'month' then 'YYYYMM' end;
  start_at timestamptz;
  child text;
begin
  -- The audit log is never dropped, and nothing that is younger than a step.
  if ahead not between 0 and 12 or keep < 1 or (keep is not null and parent = 'audit_log') then
    raise exception 'cannot keep % of %', keep, parent;
  end if;
  if pattern is null or not exists (select from pg_partitioned_table p where p.partrelid = to_regclass(parent)) then
    raise exception 'cannot partition % by %', parent, unit;
  end if;
  for i in 0..ahead loop
    start_at := date_trunc(unit, now(), 'UTC') + i * step;
    child := parent || '_' || to_char(start_at at time zone 'UTC', pattern);
    if to_regclass(child) is null then
      execute format('create table public.%I partition of public.%I for values from (%L) to (%L)', child, parent, start_at, start_at + step);
      perform protect_tenant_table(child::regclass);
      made := made + 1;
    end if;
  end loop;
  if keep is not null then
    for child in
      select c.relname from pg_inherits i join pg_class c on c.oid = i.inhrelid
      where i.inhparent = parent::regclass
        and c.relname < parent || '_' || to_char((date_trunc(unit, now(), 'UTC') - keep * step) at time zone 'UTC', pattern)
    loop
      execute format('drop table %I', child);
    end loop;
  end if;
  return made;
end $$;
revoke execute on function ensure_partitions(text, text, int, int) from public;
grant execute on function ensure_partitions(text, text, int, int) to worker;

-- Global: which companies exist, so that scheduled work can go through them one tenant at a time.
create table company_directory (
  id uuid primary key,
  created_at timestamptz not null default now()
);

create table companies (
  company_id uuid primary key,
  name text not null check (length(name) between 1 and 200),
  mc text check (mc ~ '^[0-9]{1,8}$'),
  dot text check (dot ~ '^[0-9]{1,8}$'),
  time_zone text not null default 'America/Chicago',
  factoring_type text,
  subscription_type subscription_type not null default 'FREE_TRIAL',
  paid_until timestamptz not null,
  created_at timestamptz not null default now()
);
select protect_tenant_table('companies');

-- Global: a person. Belongs to companies by memberships; `current_company_id` is where the next sign-in lands.
create table users (
  id uuid primary key,
  email text not null check (length(email) between 3 and 320),
  name text not null default '' check (length(name) <= 200),
  family_name text not null default '' check (length(family_name) <= 200),
  role user_role not null default 'GUEST',
  current_company_id uuid not null references company_directory (id),
  setup_completed_at timestamptz,
  created_at timestamptz not null default now()
);

-- Global look-up: who a provider's subject is. Never by email: an address can change hands.
create table identities (
  issuer text not null,
  subject text not null check (length(subject) between 1 and 255),
  user_id uuid not null references users (id),
  provider text not null,
  created_at timestamptz not null default now(),
  last_used_at timestamptz not null default now(),
  primary key (issuer, subject)
);
create index identities_user on identities (user_id);

create table memberships (
  company_id uuid not null references companies (company_id),
  id uuid not null,
  user_id uuid not null references users (id),
  role team_role not null,
  can_manage_billing boolean not null default false,
  created_at timestamptz not null default now(),
  removed_at timestamptz,
  primary key (company_id, id)
);
create unique index memberships_current on memberships (company_id, user_id) where removed_at is null;
-- A company has one owner at a time.
create unique index memberships_owner on memberships (company_id) where role = 'owner' and removed_at is null;
select protect_tenant_table('memberships');

-- Global look-up: a token family. Only hashes of its tokens are kept; `sealed_current` opens with the previous token alone.
create table sessions (
  id uuid primary key,
  user_id uuid not null references users (id),
  current_company_id uuid not null references company_directory (id),
  audience session_audience not null,
  parent_id uuid references sessions (id),
  generation int not null default 1,
  current_hash bytea not null,
  previous_hash bytea,
  sealed_current bytea,
  rotated_at timestamptz not null default now(),
  cookie_hash bytea,
  is_first_login boolean not null default false,
  user_agent text check (length(user_agent) <= 400),
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  revoked_at timestamptz,
  revoke_reason revoke_reason,
  check ((revoked_at is null) = (revoke_reason is null)),
  check (audience = 'extension' or cookie_hash is not null),
  check ((previous_hash is null) = (sealed_current is null))
);
create index sessions_user on sessions (user_id) where revoked_at is null;
create index sessions_parent on sessions (parent_id) where revoked_at is null;

-- Global look-up: a code that is redeemed once, by the client that holds the verifier of `challenge`.
create table one_time_codes (
  code_hash bytea primary key,
  audience session_audience not null,
  user_id uuid not null references users (id),
  current_company_id uuid not null references company_directory (id),
  parent_session_id uuid references sessions (id),
  challenge text not null,
  is_first_login boolean not null default false,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at timestamptz
);
create index one_time_codes_expiry on one_time_codes (expires_at);

-- A keyed POST and its answer commit together with the effect. `created_at` partitions by day.
create table idempotency_keys (
  company_id uuid not null,
  user_id uuid not null,
  key text not null check (length(key) between 1 and 200),
  created_at timestamptz not null default now(),
  request_hash bytea not null,
  status int not null,
  content_type text,
  body text,
  primary key (company_id, user_id, key, created_at)
) partition by range (created_at);
select protect_tenant_table('idempotency_keys');
select ensure_partitions('idempotency_keys', 'day', 3, null);

-- Append-only and hash-chained per company: hash = sha256(previous hash || entry). The head row orders writers.
create table audit_heads (
  company_id uuid primary key,
  seq bigint not null,
  hash bytea not null
);
select protect_tenant_table('audit_heads');

create table audit_log (
  company_id uuid not null,
  seq bigint not null,
  at timestamptz not null,
  entry text not null,
  hash bytea not null,
  primary key (company_id, seq, at)
) partition by range (at);
select protect_tenant_table('audit_log');
select ensure_partitions('audit_log', 'month', 3, null);

-- Live events. The head row gives each company a gapless order that follows commits, so a reader never skips one.
create table live_event_heads (
  company_id uuid primary key,
  seq bigint not null
);
select protect_tenant_table('live_event_heads');

create table live_events (
  company_id uuid not null,
  seq bigint not null,
  at timestamptz not null default now(),
  event jsonb not null,
  primary key (company_id, seq, at)
) partition by range (at);
select protect_tenant_table('live_events');
select ensure_partitions('live_events', 'day', 3, null);

-- Global: which worker processes are alive. Jobs locked by one that stopped beating are given to another.
create table worker_heartbeats (
  worker_id text primary key,
  beat_at timestamptz not null default now()
);

grant usage on schema public to app, worker;
grant select, insert, update, delete on companies, memberships to app, worker;
grant select, insert on company_directory to app, worker;
grant select, insert, update on users, identities, sessions, one_time_codes to app, worker;
grant delete on one_time_codes, sessions to worker;
grant select, insert on idempotency_keys, audit_log, live_events to app, worker;
grant select, insert, update on audit_heads, live_event_heads to app, worker;
grant select, insert, update, delete on worker_heartbeats to worker;
