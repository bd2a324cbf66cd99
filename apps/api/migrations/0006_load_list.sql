-- What the lists of loads are read by. Every order ends with the id, because pages are cut by it; each filter that may stand
-- alone has an index in the order of pickup, so that a page costs the same in a small company and in a large one.
--
-- Under row-level security only leakproof comparisons may search an index. Those of enums and what lower() returns are not, so
-- that a list by status or by a word would read the whole company; hence columns of their own, kept by the database.

alter table loads
  -- The place in the life of a load, in the order of the contract; up to 7 it is on somebody's desk.
  add column status_order smallint not null generated always as (
    case status when 'DRAFT' then 0 when 'BOOKED' then 1 when 'DISPATCHED' then 2 when 'AT_PICKUP' then 3 when 'IN_TRANSIT' then 4
      when 'AT_DELIVERY' then 5 when 'PROBLEM' then 6 when 'DELIVERED' then 7 when 'INVOICED' then 8 when 'PAID' then 9 when 'TONU' then 10
      when 'CANCELLED' then 11 when 'DISCARDED' then 12 end) stored,
  add column load_number_word text not null generated always as (lower(load_number)) stored,
  add column broker_load_number_word text generated always as (lower(broker_load_number)) stored,
  add column rc_word text generated always as (lower(rc)) stored,
  add column pickup_city_word text not null generated always as (lower(pickup_city)) stored,
  add column delivery_city_word text not null generated always as (lower(delivery_city)) stored;
alter table load_references add column value_word text not null generated always as (lower(value)) stored;
alter table brokers add column name_word text not null generated always as (lower(name)) stored;
alter table drivers
  add column name_word text not null generated always as (lower(name)) stored,
  add column family_name_word text not null generated always as (lower(family_name)) stored;

create index loads_pickup on loads (company_id, pickup_at, id) where deleted_at is null;
create index loads_delivery on loads (company_id, delivery_at, id) where deleted_at is null;
create index loads_created on loads (company_id, created_at, id) where deleted_at is null;
create index loads_gross on loads (company_id, gross_cents, id) where deleted_at is null;

create index loads_status on loads (company_id, status_order, pickup_at, id) where deleted_at is null;
create index loads_driver on loads (company_id, driver_id, pickup_at, id) where deleted_at is null;
create index loads_co_driver on loads (company_id, co_driver_id, pickup_at, id) where deleted_at is null and co_driver_id is not null;
create index loads_without_driver on loads (company_id, pickup_at, id) where deleted_at is null and driver_id is null;
create index loads_broker on loads (company_id, broker_id, pickup_at, id) where deleted_at is null;
create index loads_dispatcher on loads (company_id, dispatcher_id, pickup_at, id) where deleted_at is null;
-- Thousands at most where the whole list has millions.
create index loads_active on loads (company_id, pickup_at, id) where deleted_at is null and status_order <= 7;
create index loads_bin on loads (company_id, pickup_at, id) where deleted_at is not null;

-- Days that figures and filters count by.
create index loads_pickup_day on loads (company_id, pickup_day) where deleted_at is null;
create index loads_delivery_day on loads (company_id, delivery_day) where deleted_at is null;
create index loads_booked_day on loads (company_id, booked_day) where deleted_at is null;

-- Words a person types: numbers and names by their beginning; cities by theirs, each city in the order of pickup.
create index loads_number_word on loads (company_id, load_number_word text_pattern_ops) where deleted_at is null;
create index loads_broker_number_word on loads (company_id, broker_load_number_word text_pattern_ops)
  where deleted_at is null and broker_load_number_word is not null;
create index loads_rc_word on loads (company_id, rc_word text_pattern_ops) where deleted_at is null and rc_word is not null;
create index loads_pickup_city on loads (company_id, pickup_city_word text_pattern_ops, pickup_at, id) where deleted_at is null;
create index loads_delivery_city on loads (company_id, delivery_city_word text_pattern_ops, pickup_at, id) where deleted_at is null;
create index load_references_word on load_references (company_id, value_word text_pattern_ops);
create index brokers_word on brokers (company_id, name_word text_pattern_ops);
create index drivers_word on drivers (company_id, name_word text_pattern_ops);
create index drivers_family_word on drivers (company_id, family_name_word text_pattern_ops);

-- The figures of a day over all drivers: a year of a large company is then a few hundred rows.
create table load_day_totals (
  company_id uuid not null,
  basis text not null check (basis in ('PICKUP', 'DELIVERY', 'BOOKING')),
  day date not null,
  loads int not null,
  tonu_loads int not null,
  gross_cents bigint not null,
  loaded_gross_cents bigint not null,
  loaded_miles bigint not null,
  deadhead_miles bigint not null,
  driver_pay_cents bigint not null,
  cut_cents bigint not null,
  primary key (company_id, basis, day)
);
select protect_tenant_table('load_day_totals');
grant select on load_day_totals to app;
grant select, insert, update, delete on load_day_totals to worker;
