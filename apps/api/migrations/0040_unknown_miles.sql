-- Analytics says how many counted loads have no loaded miles: decision 0046. 0 miles are not known, except on a TONU. The count is kept like
-- the counts of 0039, and loads from before are counted in the same way: whoever changes a load waits until every load was read once.
lock table loads in share row exclusive mode;

create table loads_from_before (
  company_id uuid not null,
  pickup_day date not null,
  delivery_day date not null,
  booked_day date not null,
  driver_id uuid not null,
  dispatcher_id uuid not null,
  loads_without_miles int not null
);

do $$
declare
  company uuid;
begin
  for company in select id from company_directory loop
    perform set_config('app.company_id', company::text, true);
    insert into loads_from_before
    select l.company_id, l.pickup_day, l.delivery_day, l.booked_day, coalesce(l.driver_id, '00000000-0000-0000-0000-000000000000'),
      coalesce(l.dispatcher_id, '00000000-0000-0000-0000-000000000000'), count(*)
    from loads l
    where l.company_id = company and l.deleted_at is null and l.status not in ('DRAFT', 'CANCELLED', 'DISCARDED', 'TONU')
      and l.status_before_problem is distinct from 'TONU' and l.loaded_miles = 0
    group by 1, 2, 3, 4, 5, 6;
  end loop;
  perform set_config('app.company_id', '', true);
end $$;

-- Without a default: a process of the version before, which doesn't know the count, can't fold lines and lose it. Its job fails and is tried
-- again.
alter table load_figure_deltas add column loads_without_miles int not null default 0;
alter table load_figure_deltas alter column loads_without_miles drop default;
alter table load_day_figures add column loads_without_miles int not null default 0;
alter table load_day_figures alter column loads_without_miles drop default;
alter table load_month_figures add column loads_without_miles int not null default 0;
alter table load_month_figures alter column loads_without_miles drop default;
alter table load_day_totals add column loads_without_miles int not null default 0;
alter table load_day_totals alter column loads_without_miles drop default;

create or replace function load_contribution(l loads) returns setof load_figure_deltas language sql stable as $$
  select l.company_id, gen_random_uuid(), l.pickup_day, l.delivery_day, l.booked_day,
    coalesce(l.driver_id, '00000000-0000-0000-0000-000000000000'), coalesce(l.dispatcher_id, '00000000-0000-0000-0000-000000000000'),
    1, tonu.is_tonu::int, l.gross_cents, case when tonu.is_tonu then 0 else l.gross_cents end,
    case when tonu.is_tonu then 0 else l.loaded_miles end, l.deadhead_miles,
    l.driver_pay_cents + l.driver_fees_cents, l.cut_cents, (l.driver_pay_cents = 0)::int,
    (l.factoring_status not in ('NOT_FACTORED', 'DECLINED') and l.factoring_fee_bps is null and coalesce(l.early_pay_cents, 0) = 0)::int,
    (l.loaded_miles = 0 and not tonu.is_tonu)::int
  -- A TONU that is invoiced or paid by now keeps its mark in status_before_problem.
  from (select l.status = 'TONU' or l.status_before_problem is not distinct from 'TONU' as is_tonu) tonu
  where l.deleted_at is null and l.status not in ('DRAFT', 'CANCELLED', 'DISCARDED')
$$;

create or replace function count_load_change() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then
    insert into load_figure_deltas
      select c.company_id, c.id, c.pickup_day, c.delivery_day, c.booked_day, c.driver_id, c.dispatcher_id, -c.loads, -c.tonu_loads,
        -c.gross_cents, -c.loaded_gross_cents, -c.loaded_miles, -c.deadhead_miles, -c.driver_pay_cents, -c.cut_cents,
        -c.loads_without_pay, -c.loads_without_factor_fee, -c.loads_without_miles
      from load_contribution(old) c;
  end if;
  if tg_op <> 'DELETE' then
    insert into load_figure_deltas select * from load_contribution(new);
  end if;
  return null;
end $$;

do $$
declare
  company uuid;
begin
  for company in select id from company_directory loop
    perform set_config('app.company_id', company::text, true);
    insert into load_figure_deltas (company_id, pickup_day, delivery_day, booked_day, driver_id, dispatcher_id, loads, tonu_loads, gross_cents,
      loaded_gross_cents, loaded_miles, deadhead_miles, driver_pay_cents, cut_cents, loads_without_pay, loads_without_factor_fee, loads_without_miles)
    select company_id, pickup_day, delivery_day, booked_day, driver_id, dispatcher_id, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, loads_without_miles
    from loads_from_before where company_id = company;
  end loop;
  perform set_config('app.company_id', '', true);
end $$;
drop table loads_from_before;
