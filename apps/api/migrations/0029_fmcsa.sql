-- What FMCSA publishes about brokers, by USDOT number. Public facts, the same for every company, so there is no company_id.
create table fmcsa_records (
  dot text primary key check (dot ~ '^[1-9][0-9]{0,7}$'),
  mc text check (mc ~ '^[1-9][0-9]{0,7}$'),
  -- AuthorityRecord in packages/domain/src/brokers/authority.ts.
  record jsonb not null,
  source text not null check (source in ('QCMOBILE', 'OPEN_DATA')),
  checked_at timestamptz not null,
  -- How current the open data were from which phone, officers and dates come.
  open_data_as_of timestamptz
);
create index fmcsa_records_mc on fmcsa_records (mc, checked_at desc) where mc is not null;

create table fmcsa_changes (
  dot text not null references fmcsa_records (dot),
  id uuid not null,
  kind text not null,
  -- The day by the register, where it has one.
  happened_on date,
  noticed_at timestamptz not null,
  -- The last time that the register still showed the value before.
  last_seen_at timestamptz,
  before text,
  after text,
  primary key (dot, id)
);

grant select, insert, update on fmcsa_records to app, worker;
grant select, insert on fmcsa_changes to app, worker;
