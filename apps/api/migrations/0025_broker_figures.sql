-- What a company's own loads say about its brokers, kept by changes instead of counted at every look: decision 0037. The next two
-- migrations fill it. All tables here are changed by short statements, so that nobody waits.

-- Sums of the fees that brokers are judged by. A trigger keeps them with every change of such a fee.
alter table loads
  add column lumper_cents bigint not null default 0,
  add column detention_asked int not null default 0,
  add column detention_paid int not null default 0;

create function add_fee_to_load(f load_fees, sign int) returns void language sql as $$
  update loads set
    lumper_cents = lumper_cents + sign * case when f.type = 'LUMPER' then f.broker_amount_cents else 0 end,
    detention_asked = detention_asked + sign * (f.type = 'DETENTION')::int,
    detention_paid = detention_paid + sign * (f.type = 'DETENTION' and f.status = 'PAID')::int
  where company_id = f.company_id and id = f.load_id
    and (f.type = 'LUMPER' and f.status <> 'DENIED' or f.type = 'DETENTION' and f.status in ('PAID', 'DENIED'))
$$;

create function count_fee_change() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then perform add_fee_to_load(old, -1); end if;
  if tg_op <> 'DELETE' then perform add_fee_to_load(new, 1); end if;
  return null;
end $$;

create trigger count_new_fee after insert on load_fees for each row when (new.type in ('LUMPER', 'DETENTION')) execute function count_fee_change();
create trigger count_removed_fee after delete on load_fees for each row when (old.type in ('LUMPER', 'DETENTION')) execute function count_fee_change();
create trigger count_changed_fee after update on load_fees for each row
  when (row (old.type, old.status, old.broker_amount_cents) is distinct from row (new.type, new.status, new.broker_amount_cents))
  execute function count_fee_change();

-- Lines: what a load adds (sign 1) or no longer adds (sign -1). Writers never wait for each other.
create table broker_figure_deltas (
  company_id uuid not null,
  broker_id uuid not null,
  id uuid not null default gen_random_uuid(),
  sign int not null check (sign in (-1, 1)),
  -- The pickup day in UTC, so that figures do not change with a company's time zone.
  day date not null,
  pickup_city text not null,
  pickup_state text not null,
  delivery_city text not null,
  delivery_state text not null,
  loads int not null,
  gross_cents bigint not null,
  miles bigint not null,
  settled_loads int not null,
  paid_loads int not null,
  clean_loads int not null,
  paid_ms bigint not null,
  terms_days bigint not null,
  late int not null,
  late15 int not null,
  late30 int not null,
  short_pays int not null,
  short_paid_cents bigint not null,
  open_cents bigint not null,
  detention_asked int not null,
  detention_paid int not null,
  canceled int not null,
  tonu_paid int not null,
  tonu_unpaid int not null,
  -- From invoice to payment in tenths of a day, for a load that counts in paid_loads.
  pay_tenths int,
  -- When the open invoice is due; null without an invoice day.
  due_day date,
  primary key (company_id, broker_id, id)
);
select protect_tenant_table('broker_figure_deltas');

-- The folded lines of each broker, of loads picked up in the twelve months before the company's counted_on, or later.
create table broker_figures (
  company_id uuid not null,
  broker_id uuid not null,
  loads int not null,
  gross_cents bigint not null,
  miles bigint not null,
  settled_loads int not null,
  paid_loads int not null,
  clean_loads int not null,
  paid_ms bigint not null,
  terms_days bigint not null,
  late int not null,
  late15 int not null,
  late30 int not null,
  short_pays int not null,
  short_paid_cents bigint not null,
  open_cents bigint not null,
  detention_asked int not null,
  detention_paid int not null,
  canceled int not null,
  tonu_paid int not null,
  tonu_unpaid int not null,
  -- How many payments took how many tenths of a day; how many invoices, and how many cents, are due on which day.
  payments jsonb not null,
  due_loads jsonb not null,
  due_cents jsonb not null,
  -- Read from the three above at every fold. A reader who finds lines of this broker reads them again.
  median_tenths int,
  overdue_loads int not null default 0,
  overdue_cents bigint not null default 0,
  overdue_since date,
  primary key (company_id, broker_id)
);
select protect_tenant_table('broker_figures');

-- The same for each lane of a broker. Cities are compared in small letters.
create table broker_lane_figures (
  company_id uuid not null,
  broker_id uuid not null,
  pickup_word text not null,
  pickup_state text not null,
  delivery_word text not null,
  delivery_state text not null,
  -- How often each spelling of both cities occurs. The key is a JSON array of the two.
  spellings jsonb not null,
  loads int not null,
  gross_cents bigint not null,
  miles bigint not null,
  primary key (company_id, broker_id, pickup_word, pickup_state, delivery_word, delivery_state)
);
create index broker_lane_figures_most on broker_lane_figures (company_id, broker_id, loads desc, gross_cents desc);
select protect_tenant_table('broker_lane_figures');

-- The UTC day up to which loads have aged out of the two tables above, and on which invoices were found overdue.
create table broker_figure_dates (
  company_id uuid primary key,
  counted_on date not null
);
select protect_tenant_table('broker_figure_dates');

grant select, insert on broker_figure_deltas to app;
grant select, insert, delete on broker_figure_deltas to worker;
grant select on broker_figures, broker_lane_figures, broker_figure_dates to app;
grant select, insert, update, delete on broker_figures, broker_lane_figures, broker_figure_dates to worker;

-- What a load says about its broker; no row when it says nothing. packages/domain/src/brokers/figures.ts has the same rules.
create function broker_contribution(l loads, sign int) returns setof broker_figure_deltas language sql stable as $$
  select l.company_id, l.broker_id, gen_random_uuid(), sign, (l.pickup_at at time zone 'UTC')::date,
    l.pickup_city, l.pickup_state, l.delivery_city, l.delivery_state,
    a.counts, l.gross_cents, a.counts * (l.loaded_miles + l.deadhead_miles)::bigint,
    a.is_paid::int, (b.paid_ms is not null)::int, coalesce(b.days_over <= 5 and not b.is_short, false)::int,
    coalesce(b.paid_ms, 0), case when b.paid_ms is null then 0 else l.payment_terms_days end::bigint,
    coalesce(b.days_over > 5, false)::int, coalesce(b.days_over > 15, false)::int, coalesce(b.days_over > 30, false)::int,
    b.is_short::int, case when b.is_short then a.owed_cents - l.paid_amount_cents else 0 end,
    case when a.is_open then a.owed_cents else 0 end,
    a.counts * l.detention_asked, a.counts * l.detention_paid,
    (a.counts = 0 and not a.is_tonu)::int,
    (a.is_tonu and a.is_paid and l.paid_amount_cents > 0)::int,
    (a.is_tonu and (a.counts = 0 or a.is_paid and l.paid_amount_cents <= 0))::int,
    ((b.paid_ms + 4320000) / 8640000)::int,
    case when a.is_open then (l.invoiced_at at time zone 'UTC')::date + l.payment_terms_days end
  from (
    select (l.status not in ('DRAFT', 'CANCELLED', 'DISCARDED'))::int as counts, l.status = 'PAID' as is_paid, l.status = 'INVOICED' as is_open,
      -- A TONU that is invoiced, paid or canceled by now keeps its mark in status_before_problem.
      l.status = 'TONU' or l.status_before_problem is not distinct from 'TONU' as is_tonu,
      l.gross_cents + l.lumper_cents as owed_cents,
      case when l.status = 'PAID' and l.paid_at >= l.invoiced_at then round(extract(epoch from l.paid_at - l.invoiced_at) * 1000)::bigint
        when l.status = 'PAID' and l.paid_at < l.invoiced_at then 0 end as paid_ms) a
  cross join lateral (
    select a.paid_ms, a.paid_ms / 86400000 - l.payment_terms_days as days_over, a.is_paid and l.paid_amount_cents < a.owed_cents as is_short) b
  where l.deleted_at is null and (a.counts = 1 or l.status = 'CANCELLED' and (a.is_tonu or l.driver_id is not null))
$$;

create function count_broker_change() returns trigger language plpgsql as $$
declare
  was broker_figure_deltas;
  is_now broker_figure_deltas;
begin
  if tg_op <> 'INSERT' then select * into was from broker_contribution(old, -1); end if;
  if tg_op <> 'DELETE' then select * into is_now from broker_contribution(new, 1); end if;
  -- Most moves of a load tell nothing new about its broker.
  if row (was.broker_id, was.day, was.pickup_city, was.pickup_state, was.delivery_city, was.delivery_state, was.loads, was.gross_cents, was.miles,
      was.settled_loads, was.paid_loads, was.clean_loads, was.paid_ms, was.terms_days, was.late, was.late15, was.late30, was.short_pays, was.short_paid_cents,
      was.open_cents, was.detention_asked, was.detention_paid, was.canceled, was.tonu_paid, was.tonu_unpaid, was.due_day)
    is not distinct from row (is_now.broker_id, is_now.day, is_now.pickup_city, is_now.pickup_state, is_now.delivery_city, is_now.delivery_state, is_now.loads,
      is_now.gross_cents, is_now.miles, is_now.settled_loads, is_now.paid_loads, is_now.clean_loads, is_now.paid_ms, is_now.terms_days, is_now.late, is_now.late15,
      is_now.late30, is_now.short_pays, is_now.short_paid_cents, is_now.open_cents, is_now.detention_asked, is_now.detention_paid, is_now.canceled,
      is_now.tonu_paid, is_now.tonu_unpaid, is_now.due_day)
  then return null;
  end if;
  insert into broker_figure_deltas select (line).* from unnest(array[was, is_now]) line where (line).broker_id is not null;
  return null;
end $$;

create trigger count_broker_of_new_load after insert on loads for each row execute function count_broker_change();
create trigger count_broker_of_removed_load after delete on loads for each row execute function count_broker_change();
create trigger count_broker_of_changed_load after update on loads for each row
  when (row (old.broker_id, old.status, old.status_before_problem, old.deleted_at, old.driver_id is null, old.pickup_at, old.pickup_city, old.pickup_state,
      old.delivery_city, old.delivery_state, old.gross_cents, old.loaded_miles, old.deadhead_miles, old.payment_terms_days, old.invoiced_at, old.paid_at,
      old.paid_amount_cents, old.lumper_cents, old.detention_asked, old.detention_paid)
    is distinct from row (new.broker_id, new.status, new.status_before_problem, new.deleted_at, new.driver_id is null, new.pickup_at, new.pickup_city,
      new.pickup_state, new.delivery_city, new.delivery_state, new.gross_cents, new.loaded_miles, new.deadhead_miles, new.payment_terms_days, new.invoiced_at,
      new.paid_at, new.paid_amount_cents, new.lumper_cents, new.detention_asked, new.detention_paid))
  execute function count_broker_change();

-- A tally is an object of counts by key. It never contains a zero.
create function add_tally(one jsonb, other jsonb) returns jsonb language sql immutable as $$
  select coalesce(jsonb_object_agg(key, count), '{}') from (
    select key, sum(value::bigint) as count from (select * from jsonb_each_text(one) union all select * from jsonb_each_text(other)) both_
    group by key having sum(value::bigint) <> 0) sums
$$;

-- The value in the middle, or the mean of both in the middle, rounded half upwards. Null for an empty tally.
create function tally_median(tally jsonb) returns int language sql immutable as $$
  select round((min(value) filter (where up_to > (total - 1) / 2) + min(value) filter (where up_to > total / 2)) / 2.0)::int from (
    select value, sum(count) over (order by value) as up_to, sum(count) over ()::bigint as total
    from (select key::int as value, value::bigint as count from jsonb_each_text(tally)) counts) ranks
$$;

-- Adds at most `how_many` lines to the figures, after loads that have become too old are taken out. Returns how many lines it took.
create function fold_broker_figures(of_company uuid, how_many int) returns int language plpgsql as $$
declare
  today date := (now() at time zone 'UTC')::date;
  counted date;
  kept_from date;
  from_day date;
  changed uuid[];
  folded int;
begin
  -- One fold per company at a time. Writers only insert lines and wait for nobody.
  perform pg_advisory_xact_lock(hashtextextended('fold broker figures of ' || of_company, 0));
  select counted_on into counted from broker_figure_dates where company_id = of_company;
  -- A clock that was set back takes nothing back.
  today := greatest(today, counted);
  kept_from := (coalesce(counted, today) - interval '12 months')::date;
  from_day := (today - interval '12 months')::date;
  -- One statement, so that loads and lines are of the same moment.
  with taken as (
    delete from broker_figure_deltas where company_id = of_company and id in (
      (select id from broker_figure_deltas where company_id = of_company limit how_many)
      -- What is kept of a day that ages out is what its loads say now without the lines that still wait, so all of these are taken too.
      union (select id from broker_figure_deltas where company_id = of_company and kept_from < from_day and day < from_day))
    returning *),
  lines as (
    select * from taken where day >= kept_from
    union all
    select c.* from loads l cross join lateral broker_contribution(l, -1) c
    where kept_from < from_day and l.company_id = of_company and l.deleted_at is null
      and l.pickup_at >= kept_from::timestamp at time zone 'UTC' and l.pickup_at < from_day::timestamp at time zone 'UTC'),
  sums as (
    select broker_id, sum(sign * loads)::int as loads, sum(sign * gross_cents)::bigint as gross_cents, sum(sign * miles)::bigint as miles,
      sum(sign * settled_loads)::int as settled_loads, sum(sign * paid_loads)::int as paid_loads, sum(sign * clean_loads)::int as clean_loads,
      sum(sign * paid_ms)::bigint as paid_ms, sum(sign * terms_days)::bigint as terms_days, sum(sign * late)::int as late,
      sum(sign * late15)::int as late15, sum(sign * late30)::int as late30, sum(sign * short_pays)::int as short_pays,
      sum(sign * short_paid_cents)::bigint as short_paid_cents, sum(sign * open_cents)::bigint as open_cents,
      sum(sign * detention_asked)::int as detention_asked, sum(sign * detention_paid)::int as detention_paid, sum(sign * canceled)::int as canceled,
      sum(sign * tonu_paid)::int as tonu_paid, sum(sign * tonu_unpaid)::int as tonu_unpaid
    from lines group by broker_id),
  pays as (
    select broker_id, jsonb_object_agg(pay_tenths, count) as tally
    from (select broker_id, pay_tenths, sum(sign) as count from lines where pay_tenths is not null group by 1, 2) p group by broker_id),
  dues as (
    select broker_id, jsonb_object_agg(due_day, count) as loads, jsonb_object_agg(due_day, cents) as cents
    from (select broker_id, due_day, sum(sign) as count, sum(sign * open_cents) as cents from lines where due_day is not null group by 1, 2) d
    group by broker_id),
  figures as (
    insert into broker_figures as f
    select of_company, s.*, add_tally('{}', coalesce(p.tally, '{}')), add_tally('{}', coalesce(d.loads, '{}')), add_tally('{}', coalesce(d.cents, '{}'))
    from sums s left join pays p using (broker_id) left join dues d using (broker_id) order by s.broker_id
    on conflict (company_id, broker_id) do update set
      loads = f.loads + excluded.loads, gross_cents = f.gross_cents + excluded.gross_cents, miles = f.miles + excluded.miles,
      settled_loads = f.settled_loads + excluded.settled_loads, paid_loads = f.paid_loads + excluded.paid_loads,
      clean_loads = f.clean_loads + excluded.clean_loads, paid_ms = f.paid_ms + excluded.paid_ms, terms_days = f.terms_days + excluded.terms_days,
      late = f.late + excluded.late, late15 = f.late15 + excluded.late15, late30 = f.late30 + excluded.late30,
      short_pays = f.short_pays + excluded.short_pays, short_paid_cents = f.short_paid_cents + excluded.short_paid_cents,
      open_cents = f.open_cents + excluded.open_cents, detention_asked = f.detention_asked + excluded.detention_asked,
      detention_paid = f.detention_paid + excluded.detention_paid, canceled = f.canceled + excluded.canceled,
      tonu_paid = f.tonu_paid + excluded.tonu_paid, tonu_unpaid = f.tonu_unpaid + excluded.tonu_unpaid,
      payments = add_tally(f.payments, excluded.payments), due_loads = add_tally(f.due_loads, excluded.due_loads),
      due_cents = add_tally(f.due_cents, excluded.due_cents)),
  spelled as (
    select broker_id, lower(pickup_city) as pickup_word, pickup_state, lower(delivery_city) as delivery_word, delivery_state,
      jsonb_build_array(pickup_city, delivery_city)::text as spelling, sum(sign * loads) as loads, sum(sign * gross_cents) as gross_cents,
      sum(sign * miles) as miles
    from lines where loads <> 0 group by 1, 2, 3, 4, 5, 6),
  lanes as (
    insert into broker_lane_figures as f
    select of_company, broker_id, pickup_word, pickup_state, delivery_word, delivery_state, add_tally('{}', jsonb_object_agg(spelling, loads)),
      sum(loads)::int, sum(gross_cents)::bigint, sum(miles)::bigint
    from spelled group by 2, 3, 4, 5, 6
    on conflict (company_id, broker_id, pickup_word, pickup_state, delivery_word, delivery_state) do update set
      spellings = add_tally(f.spellings, excluded.spellings), loads = f.loads + excluded.loads, gross_cents = f.gross_cents + excluded.gross_cents,
      miles = f.miles + excluded.miles)
  select array(select broker_id from sums), (select count(*) from taken) into changed, folded;
  update broker_figures f set median_tenths = tally_median(f.payments), overdue_loads = o.loads, overdue_cents = o.cents, overdue_since = o.since
  from broker_figures k cross join lateral (
    select coalesce(sum(value::int), 0) as loads, coalesce(sum((k.due_cents ->> key)::bigint), 0) as cents, min(key::date) as since
    from jsonb_each_text(k.due_loads) where key::date < today) o
  where f.company_id = of_company and k.company_id = of_company and k.broker_id = f.broker_id
    and (f.broker_id = any (changed) or counted < today and f.due_loads <> '{}');
  -- Every number, because a line that subtracts may be folded before the line that it belongs to.
  delete from broker_lane_figures where company_id = of_company and broker_id = any (changed)
    and loads = 0 and gross_cents = 0 and miles = 0 and spellings = '{}';
  insert into broker_figure_dates as d values (of_company, today)
    on conflict (company_id) do update set counted_on = excluded.counted_on where d.counted_on < excluded.counted_on;
  return folded;
end $$;

-- Counts a company anew from its loads of twelve months. Changes that are made meanwhile are not lost: their lines stay.
create function recount_broker_figures(of_company uuid) returns void language plpgsql as $$
declare
  today date := (now() at time zone 'UTC')::date;
begin
  perform pg_advisory_xact_lock(hashtextextended('fold broker figures of ' || of_company, 0));
  delete from broker_figures where company_id = of_company;
  delete from broker_lane_figures where company_id = of_company;
  insert into broker_figure_dates values (of_company, today) on conflict (company_id) do update set counted_on = excluded.counted_on;
  -- One statement, so that the lines that go and the loads that are counted are of the same moment.
  with gone as (delete from broker_figure_deltas where company_id = of_company)
  insert into broker_figure_deltas
    select c.* from loads l cross join lateral broker_contribution(l, 1) c
    where l.company_id = of_company and l.deleted_at is null and l.pickup_at >= (today - interval '12 months')::timestamp at time zone 'UTC';
  while fold_broker_figures(of_company, 50000) > 0 loop end loop;
end $$;
