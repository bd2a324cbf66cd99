import { type CompanyRates, profitEndpoints } from '@headhaul/contracts/profit';
import { weekStart } from '@headhaul/domain/time/weeks';
import { addDays } from '@headhaul/domain/time/zoned-time';
import { dayFromNow } from './office.ts';
import type { TestApp, TestClient } from './test-app.ts';

/** A company that has set nothing. */
export const noRates: CompanyRates = {
  floorPerMileCents: null,
  floorNetPerDayCents: null,
  targetPerMileCents: null,
  targetNetPerDayCents: null,
  askMarginBps: null,
  detentionPerHourCents: null,
  isFactored: null,
  factoringFeeBps: null,
  driverPay: null,
  mpgLoaded: null,
  mpgEmpty: null,
  fixedCostPerDayCents: null,
};

/** All that a net needs: 6.5 mpg, $0.65 a mile, no factor, $121 a day for the truck. */
export const usualRates: CompanyRates = {
  ...noRates,
  isFactored: false,
  driverPay: { model: 'PER_MILE', rate: 65 },
  mpgLoaded: 6.5,
  mpgEmpty: 6.5,
  fixedCostPerDayCents: 12_100,
};

export function setRates(client: TestClient, rates: Partial<CompanyRates>): Promise<CompanyRates> {
  return client.call(profitEndpoints.updateRates, { body: { ...usualRates, ...rates } });
}

/** EIA's price in every region for this week and the last ones, in tenths of a cent a gallon. */
export async function setDieselPrice(api: TestApp, tenthsPerGallon: number): Promise<void> {
  const thisWeek = weekStart(dayFromNow(0), 'MONDAY');
  for (let week = 0; week < 20; week += 1) {
    await api.admin.query(
      `insert into diesel_prices (region, week, tenths_per_gallon, fetched_at)
       select region, $1::date, $2, now() from unnest(array['GULF_COAST', 'MIDWEST', 'LOWER_ATLANTIC', 'US']) region
       on conflict (region, week) do update set tenths_per_gallon = excluded.tenths_per_gallon`,
      [addDays(thisWeek, -7 * week), tenthsPerGallon],
    );
  }
}
