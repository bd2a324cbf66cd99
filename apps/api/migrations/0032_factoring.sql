-- The company's factor: by which interface it answers, the company's account there, its name, and where questions are mailed.
alter table companies
  add column factoring_id text check (length(factoring_id) between 1 and 64),
  add column factor_name text check (length(factor_name) between 1 and 120),
  add column factor_email text check (factor_email = lower(factor_email) and length(factor_email) <= 320),
  add constraint companies_factoring_type check (factoring_type in ('OTR', 'OTHER'));

-- The company's key at the factor, sealed for the worker. The server that takes it in can't read it again; the company is bound in.
create table factor_keys (
  company_id uuid primary key references companies (company_id),
  key_id text not null check (length(key_id) between 1 and 100),
  wrapped_key bytea not null,
  sealed bytea not null,
  changed_at timestamptz not null default now()
);
select protect_tenant_table('factor_keys');

-- A list of brokers as the factor sent it. One is in use, and one may be looked at before it takes the other's place.
create table factor_lists (
  company_id uuid not null references companies (company_id),
  id uuid not null,
  state text not null check (state in ('PREVIEW', 'CURRENT')),
  file_name text not null check (length(file_name) between 1 and 200),
  -- The day of the list, by the person who uploaded it.
  listed_on date not null,
  created_by uuid not null references users (id),
  created_at timestamptz not null default now(),
  rows int not null check (rows between 1 and 20000),
  approved int not null,
  limited int not null,
  declined int not null,
  primary key (company_id, id),
  check (rows = approved + limited + declined)
);
create unique index factor_lists_state on factor_lists (company_id, state);
select protect_tenant_table('factor_lists');

create table factor_approvals (
  company_id uuid not null,
  list_id uuid not null,
  -- The row of the file.
  row int not null,
  mc text check (mc ~ '^[1-9][0-9]{0,7}$'),
  dot text check (dot ~ '^[1-9][0-9]{0,7}$'),
  name text check (length(name) between 1 and 200),
  -- brokerNameKey of the name.
  name_key text not null check (length(name_key) <= 1000),
  status text not null check (status in ('APPROVED', 'LIMITED', 'DECLINED')),
  limit_cents int check (limit_cents >= 0),
  used_cents int check (used_cents >= 0),
  as_of date not null,
  primary key (company_id, list_id, row),
  foreign key (company_id, list_id) references factor_lists (company_id, id) on delete cascade,
  check (mc is not null or dot is not null or name is not null)
);
create index factor_approvals_mc on factor_approvals (company_id, mc) where mc is not null;
create index factor_approvals_dot on factor_approvals (company_id, dot) where dot is not null;
create index factor_approvals_name on factor_approvals (company_id, name_key) where name_key <> '';
select protect_tenant_table('factor_approvals');

-- What the factor's API last said about an MC number, and how the last question ended.
create table factor_checks (
  company_id uuid not null references companies (company_id),
  mc text not null check (mc ~ '^[1-9][0-9]{0,7}$'),
  asked_at timestamptz not null default now(),
  -- Null while the question is on its way.
  finished_at timestamptz,
  -- Why the last question has no answer. Null if it has one.
  failure text check (failure in ('REFUSED', 'UNAVAILABLE')),
  -- Null if the factor doesn't know the broker, or has not answered yet.
  status text check (status in ('APPROVED', 'LIMITED', 'DECLINED')),
  answered_at timestamptz,
  primary key (company_id, mc),
  check (status is null or answered_at is not null)
);
select protect_tenant_table('factor_checks');

-- The same rule as brokerNameKey in packages/domain/src/factoring/match.ts.
create function broker_name_key(name text) returns text language sql immutable strict parallel safe return
  regexp_replace(
    upper(trim(regexp_replace(replace(regexp_replace(normalize(name, nfkd), '[.''’\u0300-\u036f]', '', 'g'), '&', ' AND '), '[^A-Za-z0-9]+', ' ', 'g'))
      collate "C"),
    '( (LLC|INC|CO|CORP|LTD|LP|LLP|INCORPORATED|CORPORATION|COMPANY|LIMITED))+$', '');
create index brokers_name_key on brokers (company_id, broker_name_key(name));
create index brokers_dot on brokers (company_id, dot) where dot is not null;

-- The server writes the key and never reads it.
grant select (company_id, key_id, changed_at) on factor_keys to app;
grant insert, update, delete on factor_keys to app;
grant select, update, delete on factor_keys to worker;
grant select, insert, update, delete on factor_lists to app;
grant select, update, delete on factor_lists to worker;
grant select, insert on factor_approvals to app;
grant select on factor_approvals to worker;
grant select, insert, update, delete on factor_checks to app;
grant select, update, delete on factor_checks to worker;
