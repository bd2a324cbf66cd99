import type { CompanyRates } from '@headhaul/contracts/profit';
import { type CompanySettings, newCompanySettings } from '@headhaul/domain/profit/company-settings';
import { lockCompanyAsOwner } from '../../lib/auth/company-lock.ts';
import type { TenantTx } from '../../lib/db/database.ts';
import type { Ctx } from '../../lib/http/guards.ts';

export async function readRates(tx: TenantTx): Promise<CompanyRates> {
  const row = await tx.db
    .selectFrom('companies')
    .where('company_id', '=', tx.companyId)
    .select([
      'floor_per_mile_cents',
      'floor_net_per_day_cents',
      'target_per_mile_cents',
      'target_net_per_day_cents',
      'ask_margin_bps',
      'detention_per_hour_cents',
      'is_factored',
      'factoring_fee_bps',
      'driver_pay',
      'mpg_loaded',
      'mpg_empty',
      'fixed_cost_per_day_cents',
    ])
    .executeTakeFirstOrThrow();
  return {
    floorPerMileCents: row.floor_per_mile_cents,
    floorNetPerDayCents: row.floor_net_per_day_cents,
    targetPerMileCents: row.target_per_mile_cents,
    targetNetPerDayCents: row.target_net_per_day_cents,
    askMarginBps: row.ask_margin_bps,
    detentionPerHourCents: row.detention_per_hour_cents,
    isFactored: row.is_factored,
    factoringFeeBps: row.factoring_fee_bps,
    driverPay: row.driver_pay as CompanyRates['driverPay'],
    mpgLoaded: row.mpg_loaded,
    mpgEmpty: row.mpg_empty,
    fixedCostPerDayCents: row.fixed_cost_per_day_cents,
  };
}

export function getRates({ transaction }: Ctx): Promise<CompanyRates> {
  return transaction(readRates);
}

export function updateRates({ actor, transaction }: Ctx, rates: CompanyRates): Promise<CompanyRates> {
  return transaction(async (tx) => {
    await lockCompanyAsOwner(tx, actor);
    await tx.db
      .updateTable('companies')
      .set({
        floor_per_mile_cents: rates.floorPerMileCents,
        floor_net_per_day_cents: rates.floorNetPerDayCents,
        target_per_mile_cents: rates.targetPerMileCents,
        target_net_per_day_cents: rates.targetNetPerDayCents,
        ask_margin_bps: rates.askMarginBps,
        detention_per_hour_cents: rates.detentionPerHourCents,
        is_factored: rates.isFactored,
        factoring_fee_bps: rates.factoringFeeBps,
        driver_pay: rates.driverPay,
        mpg_loaded: rates.mpgLoaded,
        mpg_empty: rates.mpgEmpty,
        fixed_cost_per_day_cents: rates.fixedCostPerDayCents,
      })
      .where('company_id', '=', tx.companyId)
      .execute();
    const { driverPay, ...figures } = rates;
    tx.audit({
      action: 'company.rates_changed',
      actorId: actor.userId,
      detail: { ...figures, driverPayModel: driverPay?.model ?? null, driverPayRate: driverPay?.rate ?? null },
    });
    tx.publish({ type: 'company.changed' });
    return readRates(tx);
  });
}

export function toSettings(rates: CompanyRates): CompanySettings {
  const { floorPerMileCents, floorNetPerDayCents, targetPerMileCents, targetNetPerDayCents, askMarginBps } = rates;
  const { isFactored, factoringFeeBps: feeBps, driverPay, mpgLoaded, mpgEmpty, fixedCostPerDayCents, detentionPerHourCents } = rates;
  return {
    ...newCompanySettings,
    detentionPerHourCents,
    factoring: isFactored === null ? null : { isFactored, feeBps },
    driverPay,
    mpgLoaded,
    mpgEmpty,
    fixedCostPerDayCents,
    rateRule: { floorPerMileCents, floorNetPerDayCents, targetPerMileCents, targetNetPerDayCents, askMarginBps },
  };
}
