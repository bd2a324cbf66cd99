-- Analytics says how many counted loads have no driver pay, no factor fee, or no loaded miles: decision 0046. 0 miles are not known, except
-- on a TONU. The counts are kept like all figures.
--
-- Loads from before are counted here. Whoever changes a load waits until every load was read once. Who only reads doesn't wait for that: the
-- tables of the figures are changed after it. The table that holds the counts meanwhile exists in this file only.
lock table loads in share row exclusive mode;

create table loads_from_before (
  company_id uuid not null,
  pickup_day date not null,
  delivery_day date not null,
  booked_day date not null,
  driver_id uuid not null,
  dispatcher_id uuid not null,
  loads_without_pay int not null,
  loads_without_factor_fee int not null,
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
      coalesce(l.dispatcher_id, '00000000-0000-0000-0000-000000000000'), sum((l.driver_pay_cents = 0)::int), sum(without_fee.is_so::int),
      sum(without_miles.is_so::int)
    from loads l
      cross join lateral (select l.factoring_status not in ('NOT_FACTORED', 'DECLINED') and l.factoring_fee_bps is null
        and coalesce(l.early_pay_cents, 0) = 0 as is_so) without_fee
      cross join lateral (select l.loaded_miles = 0 and l.status <> 'TONU' and l.status_before_problem is distinct from 'TONU' as is_so) without_miles
    where l.company_id = company and l.deleted_at is null and l.status not in ('DRAFT', 'CANCELLED', 'DISCARDED')
      and (l.driver_pay_cents = 0 or without_fee.is_so or without_miles.is_so)
    group by 1, 2, 3, 4, 5, 6;
  end loop;
  perform set_config('app.company_id', '', true);
end $$;

-- Without a default: a process of the version before, which doesn't know the counts, can't fold lines and lose them. Its job fails and is
-- tried again.
alter table load_figure_deltas add column loads_without_pay int not null default 0, add column loads_without_factor_fee int not null default 0,
  add column loads_without_miles int not null default 0;
alter table load_figure_deltas alter column loads_without_pay drop default, alter column loads_without_factor_fee drop default,
  alter column loads_without_miles drop default;
alter table load_day_figures add column loads_without_pay int not null default 0, add column loads_without_factor_fee int not null default 0,
  add column loads_without_miles int not null default 0;
alter table load_day_figures alter column loads_without_pay drop default, alter column loads_without_factor_fee drop default,
  alter column loads_without_miles drop default;
alter table load_month_figures add column loads_without_pay int not null default 0, add column loads_without_factor_fee int not null default 0,
  add column loads_without_miles int not null default 0;
alter table load_month_figures alter column loads_without_pay drop default, alter column loads_without_factor_fee drop default,
  alter column loads_without_miles drop default;
alter table load_day_totals add column loads_without_pay int not null default 0, add column loads_without_factor_fee int not null default 0,
  add column loads_without_miles int not null default 0;
alter table load_day_totals alter column loads_without_pay drop default, alter column loads_without_factor_fee drop default,
  alter column loads_without_miles drop default;

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

-- A percentage of 0 takes the place of one that wasn't known: the cut stays, the count changes.
create or replace trigger count_changed_load after update on loads for each row
  when (row (old.pickup_day, old.delivery_day, old.booked_day, old.driver_id, old.dispatcher_id, old.status, old.status_before_problem, old.gross_cents, old.loaded_miles,
      old.deadhead_miles, old.driver_pay_cents, old.driver_fees_cents, old.cut_cents, old.deleted_at, old.factoring_status, old.factoring_fee_bps, old.early_pay_cents)
    is distinct from row (new.pickup_day, new.delivery_day, new.booked_day, new.driver_id, new.dispatcher_id, new.status, new.status_before_problem, new.gross_cents,
      new.loaded_miles, new.deadhead_miles, new.driver_pay_cents, new.driver_fees_cents, new.cut_cents, new.deleted_at, new.factoring_status, new.factoring_fee_bps,
      new.early_pay_cents))
  execute function count_load_change();

do $$
declare
  company uuid;
begin
  for company in select id from company_directory loop
    perform set_config('app.company_id', company::text, true);
    insert into load_figure_deltas (company_id, pickup_day, delivery_day, booked_day, driver_id, dispatcher_id, loads, tonu_loads, gross_cents,
      loaded_gross_cents, loaded_miles, deadhead_miles, driver_pay_cents, cut_cents, loads_without_pay, loads_without_factor_fee, loads_without_miles)
    select company_id, pickup_day, delivery_day, booked_day, driver_id, dispatcher_id, 0, 0, 0, 0, 0, 0, 0, 0, loads_without_pay, loads_without_factor_fee,
      loads_without_miles
    from loads_from_before where company_id = company;
  end loop;
  perform set_config('app.company_id', '', true);
end $$;
drop table loads_from_before;

-- A process of the version before writes the sums of fees without early_pay_cents. Its fees are summed up here, too.
create or replace function set_load_cut() returns trigger language plpgsql as $$
declare
  gross bigint := new.linehaul_cents + new.fuel_surcharge_cents + new.billable_fees_cents;
  is_by_percent boolean := new.factoring_status not in ('NOT_FACTORED', 'DECLINED');
begin
  if tg_op = 'UPDATE' and old.early_pay_cents is null and old.factoring_fee_bps = 0 and new.factoring_fee_bps = 0 then
    new.factoring_fee_bps := null;
  end if;
  if new.early_pay_cents is null
    or tg_op = 'UPDATE' and new.fee_costs_cents <> old.fee_costs_cents and new.early_pay_cents = old.early_pay_cents then
    new.early_pay_cents := (
      select coalesce(sum(f.broker_amount_cents), 0) from load_fees f
      where f.company_id = new.company_id and f.load_id = new.id and f.type in ('FACTORING_FEE', 'QUICK_PAY_FEE') and f.status <> 'DENIED');
  end if;
  new.cut_cents := case when new.status in ('DRAFT', 'CANCELLED', 'DISCARDED') then 0
    else gross - new.driver_pay_cents - new.fee_costs_cents
      - case when is_by_percent and new.early_pay_cents = 0
          then round(gross * coalesce(new.factoring_fee_bps, 0) / 10000.0)::bigint else 0 end
    end;
  return new;
end $$;

-- Companies that may have loads from before with a fee for early payment. The job load_stats.sum_early_pay clears the mark, and looks at no
-- other company.
alter table company_directory add column has_early_pay_to_sum boolean not null default true;
alter table company_directory alter column has_early_pay_to_sum set default false;
grant update (has_early_pay_to_sum) on company_directory to worker;
