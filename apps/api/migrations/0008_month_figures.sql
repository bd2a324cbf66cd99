-- Whole months of each driver: a year by driver of a large company is read from twelve rows a driver instead of three hundred.
create table load_month_figures (
  company_id uuid not null,
  basis text not null check (basis in ('PICKUP', 'DELIVERY', 'BOOKING')),
  month date not null check (extract(day from month) = 1),
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
  primary key (company_id, basis, month, driver_id, dispatcher_id)
);
select protect_tenant_table('load_month_figures');
grant select on load_month_figures to app;
grant select, insert, update, delete on load_month_figures to worker;
