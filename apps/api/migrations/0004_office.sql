-- The office's record: brokers, fleet, drivers, loads with their stops, fees, papers and history, saved views, figures by day,
-- imports and exports. Every tenant key starts with company_id; list indexes end with the id, because pages are cut by it.

alter table companies drop constraint companies_week_counts_by_check;
alter table companies add constraint companies_week_counts_by_check check (week_counts_by in ('PICKUP', 'DELIVERY', 'BOOKING'));

create type load_status as enum (
  'DRAFT', 'BOOKED', 'DISPATCHED', 'AT_PICKUP', 'IN_TRANSIT', 'AT_DELIVERY', 'PROBLEM', 'DELIVERED', 'INVOICED', 'PAID', 'TONU',
  'CANCELLED', 'DISCARDED');
create type fee_status as enum ('PENDING', 'APPROVED', 'BILLED', 'PAID', 'DENIED');
create type broker_mark as enum ('NONE', 'PREFERRED', 'BLOCKED');

create table brokers (
  company_id uuid not null references companies (company_id),
  id uuid not null,
  version int not null default 1,
  name text not null check (length(name) between 1 and 200),
  dba text check (length(dba) <= 200),
  dot text check (dot ~ '^[0-9]{1,8}$'),
  mc text check (mc ~ '^[0-9]{1,8}$'),
  address text check (length(address) <= 300),
  phone text check (length(phone) <= 40),
  payment_terms_days int not null default 30 check (payment_terms_days between 0 and 180),
  detention_free_minutes int not null default 120 check (detention_free_minutes between 0 and 1440),
  detention_per_hour_cents int check (detention_per_hour_cents between 0 and 100000),
  notes text check (length(notes) <= 4000),
  mark broker_mark not null default 'NONE',
  mark_reason text check (length(mark_reason) <= 500),
  last_load_at timestamptz,
  created_at timestamptz not null default now(),
  primary key (company_id, id),
  check (mark <> 'BLOCKED' or mark_reason is not null)
);
-- The same broker is written many ways: the MC number decides, and the name only where there is none.
create unique index brokers_mc on brokers (company_id, mc) where mc is not null;
create unique index brokers_nameless_mc on brokers (company_id, lower(name)) where mc is null;
create index brokers_last_load on brokers (company_id, last_load_at desc nulls last, id);
select protect_tenant_table('brokers');

create table broker_contacts (
  company_id uuid not null,
  id uuid not null,
  broker_id uuid not null,
  name text check (length(name) <= 200),
  email text check (email = lower(email) and length(email) <= 320),
  phone text check (length(phone) <= 40),
  ext text check (length(ext) <= 20),
  loads int not null default 1,
  first_seen_at timestamptz not null default now(),
  last_seen_at timestamptz not null default now(),
  primary key (company_id, id),
  foreign key (company_id, broker_id) references brokers (company_id, id)
);
create unique index broker_contacts_person on broker_contacts (company_id, broker_id, coalesce(email, ''), coalesce(phone, ''), lower(coalesce(name, '')));
select protect_tenant_table('broker_contacts');

create table trucks (
  company_id uuid not null references companies (company_id),
  id uuid not null,
  number text not null check (length(number) between 1 and 20),
  make text check (length(make) <= 60),
  model text check (length(model) <= 60),
  year int check (year between 1950 and 2100),
  vin text check (length(vin) <= 20),
  plate text check (length(plate) <= 20),
  mpg_loaded real check (mpg_loaded between 1 and 40),
  mpg_empty real check (mpg_empty between 1 and 40),
  fixed_cost_per_day_cents int check (fixed_cost_per_day_cents >= 0),
  created_at timestamptz not null default now(),
  deleted_at timestamptz,
  primary key (company_id, id)
);
create unique index trucks_number on trucks (company_id, lower(number)) where deleted_at is null;
select protect_tenant_table('trucks');

create table trailers (
  company_id uuid not null references companies (company_id),
  id uuid not null,
  number text not null check (length(number) between 1 and 20),
  equipment text not null default 'DRY_VAN',
  length_ft int check (length_ft between 1 and 200),
  vin text check (length(vin) <= 20),
  plate text check (length(plate) <= 20),
  created_at timestamptz not null default now(),
  deleted_at timestamptz,
  primary key (company_id, id)
);
create unique index trailers_number on trailers (company_id, lower(number)) where deleted_at is null;
select protect_tenant_table('trailers');

create table drivers (
  company_id uuid not null references companies (company_id),
  id uuid not null,
  version int not null default 1,
  name text not null check (length(name) between 1 and 100),
  family_name text not null default '' check (length(family_name) <= 100),
  phone text check (phone ~ '^\+[1-9][0-9]{6,14}$'),
  email text check (length(email) <= 320),
  language text check (length(language) <= 40),
  type text not null default 'COMPANY_DRIVER' check (type in ('COMPANY_DRIVER', 'LEASE', 'OWNER_OPERATOR')),
  employment text not null default 'ACTIVE' check (employment in ('ACTIVE', 'INACTIVE')),
  team_partner_id uuid,
  home_city text check (length(home_city) <= 100),
  home_state text check (home_state ~ '^[A-Z]{2}$'),
  cdl_number text check (length(cdl_number) <= 40),
  cdl_state text check (cdl_state ~ '^[A-Z]{2}$'),
  cdl_class text check (cdl_class in ('A', 'B', 'C')),
  cdl_expires_on date,
  endorsements text[] not null default '{}',
  medical_expires_on date,
  twic_expires_on date,
  gear text[] not null default '{}',
  pay jsonb,
  dispatch_fee jsonb,
  dispatcher_id uuid references users (id),
  truck_id uuid,
  trailer_id uuid,
  -- Of a truck that pulls nothing, a box truck or a sprinter; a trailer brings its own.
  equipment text,
  length_ft int check (length_ft between 1 and 200),
  preferred_lanes text check (length(preferred_lanes) <= 500),
  avoided_states text[] not null default '{}',
  min_rpm_cents int,
  max_weight_lb int,
  samsara_vehicle_id text check (length(samsara_vehicle_id) <= 60),
  samsara_driver_id text check (length(samsara_driver_id) <= 60),
  datatruck_id text check (length(datatruck_id) <= 60),
  notes text check (length(notes) <= 4000),
  -- PLANNED and ON_LOAD are not kept: they follow from the loads.
  own_status text not null default 'READY' check (own_status in ('READY', 'HOME', 'REST', 'IN_SHOP', 'NOT_READY')),
  status_note text check (length(status_note) <= 200),
  -- What the office said before the last trip is over with that trip.
  status_set_at timestamptz not null default now(),
  duty_status text check (duty_status in ('OFF_DUTY', 'SLEEPER_BERTH', 'DRIVING', 'ON_DUTY')),
  ready_at timestamptz,
  ready_city text check (length(ready_city) <= 100),
  ready_state text check (ready_state ~ '^[A-Z]{2}$'),
  ready_zone text,
  ready_lat double precision,
  ready_lng double precision,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  primary key (company_id, id),
  foreign key (company_id, truck_id) references trucks (company_id, id),
  foreign key (company_id, trailer_id) references trailers (company_id, id),
  foreign key (company_id, team_partner_id) references drivers (company_id, id)
);
select protect_tenant_table('drivers');

create table load_counters (
  company_id uuid primary key references companies (company_id),
  last_number bigint not null default 0
);
select protect_tenant_table('load_counters');

create table loads (
  company_id uuid not null references companies (company_id),
  id uuid not null,
  version int not null default 1,
  load_number text not null check (length(load_number) between 1 and 40),
  status load_status not null default 'BOOKED',
  status_before_problem load_status,
  status_changed_at timestamptz not null default now(),
  problem_reason text check (length(problem_reason) <= 500),
  urgency text not null default 'NORMAL' check (urgency in ('LOW', 'NORMAL', 'HIGH', 'CRITICAL')),
  tags text[] not null default '{}',

  broker_id uuid not null,
  broker_contact_name text check (length(broker_contact_name) <= 200),
  broker_contact_email text check (length(broker_contact_email) <= 320),
  broker_contact_phone text check (length(broker_contact_phone) <= 40),
  broker_contact_ext text check (length(broker_contact_ext) <= 20),
  broker_load_number text check (length(broker_load_number) <= 60),
  rc text check (length(rc) <= 60),
  board text not null default 'DIRECT' check (board in ('DAT', 'TRUCKSTOP', 'DIRECT', 'EMAIL', 'IMPORT', 'OTHER')),
  board_fingerprint text check (length(board_fingerprint) <= 200),
  board_snapshot jsonb,

  equipment text not null default 'DRY_VAN',
  length_ft int check (length_ft between 1 and 200),
  load_type text not null default 'FTL' check (load_type in ('FTL', 'LTL', 'PARTIAL', 'INTERMODAL')),
  commodity text check (length(commodity) <= 200),
  weight_lb int check (weight_lb >= 0),
  weight_bol_lb int check (weight_bol_lb >= 0),
  pieces int check (pieces >= 0),
  pallets int check (pallets >= 0),
  hazmat_class text check (length(hazmat_class) <= 20),
  temperature_min_f int,
  temperature_max_f int,
  requirements text[] not null default '{}',

  linehaul_cents bigint not null check (linehaul_cents between 0 and 1000000000),
  fuel_surcharge_cents bigint not null default 0 check (fuel_surcharge_cents between 0 and 1000000000),
  driver_pay_cents bigint not null default 0 check (driver_pay_cents between 0 and 1000000000),
  -- Sums of the fees that count, kept with every change of a fee.
  billable_fees_cents bigint not null default 0,
  fee_costs_cents bigint not null default 0,
  driver_fees_cents bigint not null default 0,
  factoring_status text not null default 'NOT_FACTORED'
    check (factoring_status in ('NOT_FACTORED', 'PENDING', 'SUBMITTED', 'APPROVED', 'DECLINED', 'FUNDED')),
  factoring_fee_bps int not null default 0 check (factoring_fee_bps between 0 and 2000),
  payment_terms_days int not null default 30 check (payment_terms_days between 0 and 180),
  invoiced_at timestamptz,
  paid_at timestamptz,
  paid_amount_cents bigint,
  original jsonb,

  loaded_miles int not null default 0 check (loaded_miles between 0 and 20000),
  deadhead_miles int not null default 0 check (deadhead_miles between 0 and 20000),
  actual_miles int check (actual_miles between 0 and 20000),
  miles_source text not null default 'ESTIMATE' check (miles_source in ('ENTERED', 'ESTIMATE', 'PROVIDER', 'ELD')),

  driver_id uuid,
  co_driver_id uuid,
  truck_id uuid,
  trailer_id uuid,
  dispatcher_id uuid references users (id),

  -- The first pickup and the last delivery, kept with every change of the stops: lists and figures read no other table.
  pickup_city text not null,
  pickup_state text not null,
  pickup_at timestamptz not null,
  pickup_ends_at timestamptz not null,
  pickup_has_time boolean not null,
  pickup_zone text not null,
  pickup_day date not null,
  delivery_city text not null,
  delivery_state text not null,
  delivery_at timestamptz not null,
  delivery_ends_at timestamptz not null,
  delivery_has_time boolean not null,
  delivery_zone text not null,
  delivery_day date not null,
  stop_count int not null default 2,
  dock_arrived_at timestamptz,

  booked_at timestamptz,
  booked_day date not null,
  delivered_at timestamptz,
  has_rc boolean not null default false,
  has_bol boolean not null default false,
  has_pod boolean not null default false,

  created_by uuid references users (id),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,

  gross_cents bigint not null generated always as (
    case when status in ('DRAFT', 'CANCELLED', 'DISCARDED') then 0 else linehaul_cents + fuel_surcharge_cents + billable_fees_cents end) stored,
  cut_cents bigint not null generated always as (
    case when status in ('DRAFT', 'CANCELLED', 'DISCARDED') then 0 else
      linehaul_cents + fuel_surcharge_cents + billable_fees_cents - driver_pay_cents - fee_costs_cents
      - case when factoring_status in ('NOT_FACTORED', 'DECLINED') then 0
          else round((linehaul_cents + fuel_surcharge_cents + billable_fees_cents) * factoring_fee_bps / 10000.0)::bigint end
    end) stored,

  primary key (company_id, id),
  foreign key (company_id, broker_id) references brokers (company_id, id),
  foreign key (company_id, driver_id) references drivers (company_id, id),
  foreign key (company_id, co_driver_id) references drivers (company_id, id),
  foreign key (company_id, truck_id) references trucks (company_id, id),
  foreign key (company_id, trailer_id) references trailers (company_id, id),
  check (status <> 'PROBLEM' or (status_before_problem is not null and problem_reason is not null)),
  check (status not in ('BOOKED', 'DISPATCHED', 'AT_PICKUP', 'IN_TRANSIT', 'AT_DELIVERY', 'DELIVERED', 'TONU') or linehaul_cents > 0),
  check (status <> 'INVOICED' or invoiced_at is not null),
  check (status <> 'PAID' or (paid_at is not null and paid_amount_cents is not null)),
  check (co_driver_id is null or co_driver_id <> driver_id)
);
create unique index loads_number on loads (company_id, load_number text_pattern_ops) where deleted_at is null;
select protect_tenant_table('loads');

create table load_stops (
  company_id uuid not null,
  id uuid not null,
  load_id uuid not null,
  sequence int not null check (sequence between 0 and 24),
  kind text not null check (kind in ('PICKUP', 'DELIVERY')),
  status text not null default 'PENDING' check (status in ('PENDING', 'EN_ROUTE', 'ARRIVED', 'COMPLETED', 'SKIPPED')),
  facility text check (length(facility) <= 200),
  address text check (length(address) <= 300),
  city text not null check (length(city) between 1 and 100),
  state text not null check (state ~ '^[A-Z]{2}$'),
  zip text check (length(zip) <= 10),
  lat double precision,
  lng double precision,
  time_zone text not null,
  schedule text not null default 'APPOINTMENT' check (schedule in ('APPOINTMENT', 'FCFS')),
  day date not null,
  "time" time,
  end_day date,
  end_time time,
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  arrived_at timestamptz,
  departed_at timestamptz,
  contact_name text check (length(contact_name) <= 200),
  contact_phone text check (length(contact_phone) <= 40),
  reference text check (length(reference) <= 100),
  seal_number text check (length(seal_number) <= 100),
  pieces int check (pieces >= 0),
  weight_lb int check (weight_lb >= 0),
  handling text not null default 'LIVE' check (handling in ('LIVE', 'DROP_AND_HOOK')),
  lumper_needed boolean not null default false,
  instructions text check (length(instructions) <= 2000),
  primary key (company_id, id),
  foreign key (company_id, load_id) references loads (company_id, id) on delete cascade,
  check (departed_at is null or (arrived_at is not null and arrived_at <= departed_at))
);
-- Deferred: a new order of the stops is written one row at a time.
alter table load_stops add constraint load_stops_sequence unique (company_id, load_id, sequence) deferrable initially deferred;
create index load_stops_city on load_stops (company_id, lower(city) text_pattern_ops);
select protect_tenant_table('load_stops');

create table load_fees (
  company_id uuid not null,
  id uuid not null,
  load_id uuid not null,
  type text not null check (type in ('DETENTION', 'LAYOVER', 'TONU', 'LUMPER', 'EXTRA_STOP', 'DRIVER_ASSIST', 'SCALE_TICKET', 'REEFER_FUEL',
    'FUEL_SURCHARGE', 'ESCORT', 'LATE_FEE', 'NO_TRACKING_FEE', 'WRONG_ADDRESS_FEE', 'QUICK_PAY_FEE', 'FACTORING_FEE', 'ADVANCE', 'OTHER')),
  broker_amount_cents bigint not null check (broker_amount_cents between 0 and 1000000000),
  driver_amount_cents bigint not null default 0 check (driver_amount_cents between 0 and 1000000000),
  reason text not null default '' check (length(reason) <= 500),
  status fee_status not null default 'PENDING',
  document_id uuid,
  created_by uuid references users (id),
  created_at timestamptz not null default now(),
  primary key (company_id, id),
  foreign key (company_id, load_id) references loads (company_id, id) on delete cascade,
  check (type <> 'OTHER' or reason <> '')
);
create index load_fees_load on load_fees (company_id, load_id);
select protect_tenant_table('load_fees');

create table load_references (
  company_id uuid not null,
  load_id uuid not null,
  kind text not null check (kind in ('PO', 'PU', 'BOL', 'PRO', 'DELIVERY', 'CUSTOMER')),
  value text not null check (length(value) between 1 and 100),
  primary key (company_id, load_id, kind, value),
  foreign key (company_id, load_id) references loads (company_id, id) on delete cascade
);
create index load_references_value on load_references (company_id, lower(value) text_pattern_ops);
select protect_tenant_table('load_references');

create table load_notes (
  company_id uuid not null,
  id uuid not null,
  load_id uuid not null,
  kind text not null check (kind in ('DISPATCH', 'DRIVER', 'BILLING')),
  body text not null check (length(body) between 1 and 4000),
  author_id uuid not null references users (id),
  created_at timestamptz not null default now(),
  primary key (company_id, id),
  foreign key (company_id, load_id) references loads (company_id, id) on delete cascade
);
create index load_notes_load on load_notes (company_id, load_id, created_at);
select protect_tenant_table('load_notes');

create table documents (
  company_id uuid not null references companies (company_id),
  id uuid not null,
  load_id uuid,
  driver_id uuid,
  kind text not null check (kind in ('RATE_CONFIRMATION', 'BOL', 'POD', 'LUMPER', 'DETENTION', 'SCALE_TICKET', 'INVOICE', 'CDL', 'MEDICAL_CARD', 'OTHER')),
  file_name text not null check (length(file_name) between 1 and 200),
  content_type text not null check (content_type in ('application/pdf', 'image/jpeg', 'image/png', 'image/webp')),
  size_bytes int not null check (size_bytes > 0),
  sha256 bytea not null,
  uploaded_by uuid references users (id),
  created_at timestamptz not null default now(),
  deleted_at timestamptz,
  primary key (company_id, id),
  foreign key (company_id, load_id) references loads (company_id, id) on delete cascade,
  foreign key (company_id, driver_id) references drivers (company_id, id),
  check (num_nonnulls(load_id, driver_id) = 1)
);
create index documents_load on documents (company_id, load_id) where deleted_at is null;
create index documents_driver on documents (company_id, driver_id) where deleted_at is null;
select protect_tenant_table('documents');

-- A load's history. `before` holds what an undo puts back. Never changed, never dropped.
create table load_events (
  company_id uuid not null,
  load_id uuid not null,
  at timestamptz not null default now(),
  id uuid not null,
  kind text not null check (length(kind) <= 40),
  source text not null default 'user' check (source in ('user', 'import', 'telegram', 'geofence', 'system')),
  actor_id uuid,
  changes jsonb not null default '[]',
  reason text check (length(reason) <= 500),
  before jsonb,
  primary key (company_id, load_id, at, id)
) partition by range (at);
select protect_tenant_table('load_events');
select ensure_partitions('load_events', 'month', 3, null);
-- Loads older than today are brought along by imports and the demo office; their months exist from the start.
do $$
declare month timestamptz; child text;
begin
  for i in 1..24 loop
    month := date_trunc('month', now(), 'UTC') - i * interval '1 month';
    child := 'load_events_' || to_char(month at time zone 'UTC', 'YYYYMM');
    execute format('create table %I partition of load_events for values from (%L) to (%L)', child, month, month + interval '1 month');
    perform protect_tenant_table(child::regclass);
  end loop;
end $$;

create table saved_views (
  company_id uuid not null references companies (company_id),
  id uuid not null,
  user_id uuid not null references users (id),
  screen text not null check (screen in ('LOADS', 'DRIVERS', 'BROKERS')),
  name text not null check (length(name) between 1 and 60),
  query text not null check (length(query) <= 2000),
  columns text[] not null default '{}',
  is_shared boolean not null default false,
  created_at timestamptz not null default now(),
  primary key (company_id, id)
);
create unique index saved_views_name on saved_views (company_id, user_id, screen, lower(name));
select protect_tenant_table('saved_views');

-- Figures by day. A change of a load writes what it adds and takes away into the deltas, where writers never wait for each
-- other; reading adds both, so it is exact at any moment; folding moves deltas into the days.
create table load_day_figures (
  company_id uuid not null,
  basis text not null check (basis in ('PICKUP', 'DELIVERY', 'BOOKING')),
  day date not null,
  -- Zero: nobody. A key can't hold null.
  driver_id uuid not null,
  dispatcher_id uuid not null,
  loads int not null,
  tonu_loads int not null,
  gross_cents bigint not null,
  loaded_gross_cents bigint not null,
  loaded_miles bigint not null,
  deadhead_miles bigint not null,
  driver_pay_cents bigint not null,
  cut_cents bigint not null,
  primary key (company_id, basis, day, driver_id, dispatcher_id)
);
select protect_tenant_table('load_day_figures');

create table load_figure_deltas (
  company_id uuid not null,
  id uuid not null default gen_random_uuid(),
  pickup_day date not null,
  delivery_day date not null,
  booked_day date not null,
  driver_id uuid not null,
  dispatcher_id uuid not null,
  loads int not null,
  tonu_loads int not null,
  gross_cents bigint not null,
  loaded_gross_cents bigint not null,
  loaded_miles bigint not null,
  deadhead_miles bigint not null,
  driver_pay_cents bigint not null,
  cut_cents bigint not null,
  primary key (company_id, id)
);
select protect_tenant_table('load_figure_deltas');

-- What a load adds to the figures; no row when it counts in none.
create function load_contribution(l loads) returns setof load_figure_deltas language sql stable as $$
  select l.company_id, gen_random_uuid(), l.pickup_day, l.delivery_day, l.booked_day,
    coalesce(l.driver_id, '00000000-0000-0000-0000-000000000000'), coalesce(l.dispatcher_id, '00000000-0000-0000-0000-000000000000'),
    1, tonu.is_tonu::int, l.gross_cents, case when tonu.is_tonu then 0 else l.gross_cents end,
    case when tonu.is_tonu then 0 else l.loaded_miles end, l.deadhead_miles,
    l.driver_pay_cents + l.driver_fees_cents, l.cut_cents
  -- A TONU that is invoiced or paid by now keeps its mark in status_before_problem.
  from (select l.status = 'TONU' or l.status_before_problem is not distinct from 'TONU' as is_tonu) tonu
  where l.deleted_at is null and l.status not in ('DRAFT', 'CANCELLED', 'DISCARDED')
$$;

create function count_load_change() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then
    insert into load_figure_deltas
      select c.company_id, c.id, c.pickup_day, c.delivery_day, c.booked_day, c.driver_id, c.dispatcher_id, -c.loads, -c.tonu_loads,
        -c.gross_cents, -c.loaded_gross_cents, -c.loaded_miles, -c.deadhead_miles, -c.driver_pay_cents, -c.cut_cents
      from load_contribution(old) c;
  end if;
  if tg_op <> 'DELETE' then
    insert into load_figure_deltas select * from load_contribution(new);
  end if;
  return null;
end $$;

create trigger count_new_load after insert on loads for each row execute function count_load_change();
create trigger count_removed_load after delete on loads for each row execute function count_load_change();
create trigger count_changed_load after update on loads for each row
  when (row (old.pickup_day, old.delivery_day, old.booked_day, old.driver_id, old.dispatcher_id, old.status, old.status_before_problem, old.gross_cents, old.loaded_miles,
      old.deadhead_miles, old.driver_pay_cents, old.driver_fees_cents, old.cut_cents, old.deleted_at)
    is distinct from row (new.pickup_day, new.delivery_day, new.booked_day, new.driver_id, new.dispatcher_id, new.status, new.status_before_problem, new.gross_cents,
      new.loaded_miles, new.deadhead_miles, new.driver_pay_cents, new.driver_fees_cents, new.cut_cents, new.deleted_at))
  execute function count_load_change();

create table data_imports (
  company_id uuid not null references companies (company_id),
  id uuid not null,
  created_by uuid not null references users (id),
  file_name text not null check (length(file_name) between 1 and 200),
  file_kind text not null check (file_kind in ('csv', 'xlsx')),
  state text not null default 'UPLOADED' check (state in ('UPLOADED', 'RUNNING', 'DONE', 'FAILED', 'CANCELLED')),
  header jsonb not null,
  mapping jsonb not null default '{}',
  rows int not null check (rows between 0 and 50000),
  looked int not null default 0,
  made int not null default 0,
  bad int not null default 0,
  problem text check (length(problem) <= 500),
  created_at timestamptz not null default now(),
  finished_at timestamptz,
  primary key (company_id, id),
  check (looked = made + bad and looked <= rows)
);
create index data_imports_newest on data_imports (company_id, created_at desc);
select protect_tenant_table('data_imports');

create table data_import_problems (
  company_id uuid not null,
  import_id uuid not null,
  row int not null,
  cells jsonb not null,
  problem text not null,
  primary key (company_id, import_id, row),
  foreign key (company_id, import_id) references data_imports (company_id, id) on delete cascade
);
select protect_tenant_table('data_import_problems');

create table company_exports (
  company_id uuid not null references companies (company_id),
  id uuid not null,
  created_by uuid not null references users (id),
  state text not null default 'WAITING' check (state in ('WAITING', 'RUNNING', 'READY', 'FAILED', 'EXPIRED')),
  size_bytes bigint,
  created_at timestamptz not null default now(),
  ready_at timestamptz,
  expires_at timestamptz,
  primary key (company_id, id)
);
select protect_tenant_table('company_exports');

grant select, insert, update on brokers, broker_contacts, trucks, trailers, drivers, load_counters, loads to app, worker;
grant select, insert, update, delete on load_stops, load_fees, load_references, load_notes, saved_views to app, worker;
grant select, insert, update, delete on documents, data_imports, data_import_problems, company_exports to app, worker;
grant select, insert on load_events to app, worker;
grant select, insert on load_figure_deltas to app;
grant select, insert, delete on load_figure_deltas to worker;
grant select on load_day_figures to app;
grant select, insert, update, delete on load_day_figures to worker;
