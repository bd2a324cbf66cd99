import type { DieselPrice } from '@headhaul/domain/profit/diesel-regions';
import { addDays, daysBetween } from '@headhaul/domain/time/zoned-time';
import { type Kysely, sql } from 'kysely';
import { z } from 'zod';
import type { DB } from '../../lib/db/generated.ts';
import { defineJob } from '../../lib/jobs/jobs.ts';
import { todayAtEia } from './diesel.service.ts';
import { createEia } from './eia.ts';

/** So far back a new installation asks, and one that was off for long: loads of the past year have a price. */
const mostDays = 60 * 7;
/** Weeks that are kept already and asked for again, because EIA corrects prices. */
const correctedDays = 14;

/**
 * Each hour. EIA publishes on Monday between 4 and 5 p.m. in New York, on Tuesday after a holiday, and sometimes later. Asking each hour
 * finds a price on the day it appears, whatever the day is, and after an outage all weeks that were missed.
 */
export const refreshDieselPrices = defineJob({
  name: 'fuel.diesel',
  payload: z.object({}),
  attempts: 3,
  cron: '23 * * * *',
  async run({ platform, log }) {
    const eia = createEia(platform);
    if (!eia) return;
    const db = platform.db.global;
    const today = todayAtEia();
    const answer = await eia.listPrices(await firstDayToAsk(db, today));
    if (answer.kind === 'unavailable') {
      const { because, reason } = answer;
      log.warn({ because, reason, ...(await describeNewest(db, today)) }, 'EIA did not answer; the kept diesel prices stay');
      return;
    }
    await keepPrices(platform.db, answer.value);
    log.info({ prices: answer.value.length, ...(await describeNewest(db, today)) }, 'diesel prices refreshed');
  },
});

/** The region that lags most decides, so that a region that was missing for some weeks gets them all. */
async function firstDayToAsk(db: Kysely<DB>, today: string): Promise<string> {
  const { rows } = await sql<{ week: string | null }>`
    select min(newest)::text as week from (select max(week) as newest from diesel_prices group by region) regions`.execute(db);
  const earliest = addDays(today, -mostDays);
  const wanted = addDays(rows[0]?.week ?? earliest, -correctedDays);
  return daysBetween(wanted, today) > mostDays ? earliest : wanted;
}

async function keepPrices(db: { transaction<T>(work: (tx: Kysely<DB>) => Promise<T>): Promise<T> }, prices: readonly DieselPrice[]) {
  // One price for each region and week, in one order, so that two workers don't wait for each other in a circle.
  const rows = [...new Map(prices.map((price) => [`${price.region} ${price.week}`, price]))]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([, { region, week, tenthsPerGallon }]) => ({ region, week, tenths_per_gallon: tenthsPerGallon }));
  if (rows.length === 0) return;
  await db.transaction((tx) =>
    sql`insert into diesel_prices (region, week, tenths_per_gallon, fetched_at)
      select region, week, tenths_per_gallon, now()
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as given (region text, week date, tenths_per_gallon int)
      on conflict (region, week) do update set tenths_per_gallon = excluded.tenths_per_gallon, fetched_at = excluded.fetched_at`.execute(
      tx,
    ),
  );
}

async function describeNewest(db: Kysely<DB>, today: string): Promise<{ newestWeek: string | null; ageDays: number | null }> {
  const { rows } = await sql<{
    week: string | null;
  }>`select max(week)::text as week from diesel_prices where week <= ${today}::date`.execute(db);
  const newestWeek = rows[0]?.week ?? null;
  return { newestWeek, ageDays: newestWeek === null ? null : daysBetween(newestWeek, today) };
}
