-- What a company counts its loads with: CompanySettings in packages/domain/src/profit. Null: nobody set it, so it is not known.
alter table companies
  add column floor_per_mile_cents int check (floor_per_mile_cents between 0 and 100000),
  add column floor_net_per_day_cents int check (floor_net_per_day_cents between 0 and 10000000),
  add column target_per_mile_cents int check (target_per_mile_cents between 0 and 100000),
  add column target_net_per_day_cents int check (target_net_per_day_cents between 0 and 10000000),
  add column ask_margin_bps int check (ask_margin_bps between 0 and 10000),
  add column detention_per_hour_cents int check (detention_per_hour_cents between 0 and 1000000),
  add column is_factored boolean,
  add column factoring_fee_bps int check (factoring_fee_bps between 0 and 2000),
  -- Terms of a driver who has none of their own: PayTerms in packages/domain/src/drivers/pay.ts.
  add column driver_pay jsonb,
  add column mpg_loaded real check (mpg_loaded between 1 and 40),
  add column mpg_empty real check (mpg_empty between 1 and 40),
  add column fixed_cost_per_day_cents int check (fixed_cost_per_day_cents between 0 and 10000000);

-- A load without a percentage of its own has the company's. 0 that was saved is a fact, null means that nothing was saved.
alter table loads alter column factoring_fee_bps drop not null, alter column factoring_fee_bps drop default;

-- An invoice is paid early once: a factoring or quick pay fee that was entered takes the place of the percentage. A generated column can't
-- get another expression without writing the whole table anew, so from now on a trigger keeps the cut.
--
-- No row is written here, so nobody waits for the locks of this file. Loads from before have null in early_pay_cents: not summed up yet. The
-- trigger sums the fees up with the next change of such a load, and the job load_stats.sum_early_pay changes those that have such a fee, a
-- few at a time. Details and net are computed from the fees themselves, so they are right at once.
--
-- Such a load may have a percentage of 0 that nobody entered: 0 stood for an empty field until now. With the same change it becomes null.
alter table loads add column early_pay_cents bigint;
alter table loads alter column early_pay_cents set default 0;
alter table loads alter column cut_cents drop expression;
alter table loads alter column cut_cents set default 0;

create function set_load_cut() returns trigger language plpgsql as $$
declare
  gross bigint := new.linehaul_cents + new.fuel_surcharge_cents + new.billable_fees_cents;
  is_by_percent boolean := new.factoring_status not in ('NOT_FACTORED', 'DECLINED');
begin
  if tg_op = 'UPDATE' and old.early_pay_cents is null and old.factoring_fee_bps = 0 and new.factoring_fee_bps = 0 then
    new.factoring_fee_bps := null;
  end if;
  if new.early_pay_cents is null then
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

create trigger set_cut before insert or update on loads for each row execute function set_load_cut();
