import type { RegionalDieselPrice } from '@headhaul/contracts/fuel';
import {
  type DieselPrice,
  type DieselRegion,
  dieselPriceFor,
  dieselRegions,
  maxPriceAgeDays,
} from '@headhaul/domain/profit/diesel-regions';
import { addDays, dayAt, daysBetween } from '@headhaul/domain/time/zoned-time';
import { type Kysely, sql } from 'kysely';
import type { DB } from '../../lib/db/generated.ts';

/** The day of EIA's offices. Its weeks and its hours are those of Washington. */
const eiaZone = 'America/New_York';

/** The price of diesel for a load that is picked up in a state on a day. */
export type FindDieselPrice = (originState: string, day: string) => DieselPrice | null;

export function todayAtEia(): string {
  return dayAt(Date.now(), eiaZone);
}

/**
 * The price that a trip is counted with, by the region and day of its pickup. A coming day has the price of today. Null where EIA asks no
 * station, and when the newest price is more than two weeks older than the day. The price says its region and its week.
 */
export async function findDieselPrice(db: Kysely<DB>, originState: string, day: string): Promise<DieselPrice | null> {
  return (await readDieselPrices(db, day, day))(originState, day);
}

/** The same for many loads: reads the prices of all days from `from` to `to` at once. A year has about 500. */
export async function readDieselPrices(db: Kysely<DB>, from: string, to: string): Promise<FindDieselPrice> {
  const today = todayAtEia();
  const known = (day: string) => (day > today ? today : day);
  const rows = await db
    .selectFrom('diesel_prices')
    .where('week', '>=', sql<Date>`${addDays(known(from), -maxPriceAgeDays)}::date`)
    .where('week', '<=', sql<Date>`${known(to)}::date`)
    .select(['region', sql<string>`week::text`.as('week'), 'tenths_per_gallon'])
    .execute();
  const prices = rows.map(toPrice).filter((price) => price !== null);
  return (originState, day) => dieselPriceFor(prices, originState, known(day));
}

/** The newest price of each region, also one that is too old to be counted with. */
export async function listNewestPrices(db: Kysely<DB>): Promise<{ prices: RegionalDieselPrice[] }> {
  const today = todayAtEia();
  const { rows } = await sql<PriceRow>`
    select distinct on (region) region, week::text as week, tenths_per_gallon from diesel_prices
    where week <= ${today}::date order by region, week desc`.execute(db);
  const found = rows.map(toPrice).filter((price) => price !== null);
  const prices = (Object.keys(dieselRegions) as DieselRegion[])
    .flatMap((region) => found.find((price) => price.region === region) ?? [])
    .map((price) => {
      const ageDays = daysBetween(price.week, today);
      return { ...price, ageDays, isCurrent: ageDays <= maxPriceAgeDays };
    });
  return { prices };
}

interface PriceRow {
  region: string;
  week: string;
  tenths_per_gallon: number;
}

/** Null for a region that a newer version of the program wrote. */
function toPrice({ region, week, tenths_per_gallon }: PriceRow): DieselPrice | null {
  return Object.hasOwn(dieselRegions, region) ? { region: region as DieselRegion, week, tenthsPerGallon: tenths_per_gallon } : null;
}
