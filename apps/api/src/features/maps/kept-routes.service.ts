import { type Kysely, sql } from 'kysely';
import type { DB } from '../../lib/db/generated.ts';
import { type FoundRoute, type MapQuestion, oldestWeekUsed, thisWeek } from './map-question.ts';

export type MapsSource = 'HERE' | 'GOOGLE';

/** An answer of a maps service. `route` is null if it knows no way. */
export interface KeptRoute {
  source: MapsSource;
  /** The Monday of the week in which the service was asked. */
  week: string;
  answeredAt: Date;
  route: FoundRoute | null;
}

/**
 * The newest kept answers of the last weeks, in the order of the questions, by one query. HERE's comes first, because it is for trucks. Also
 * for use inside of a transaction: no service is asked.
 */
export async function findKeptRoutes(db: Kysely<DB>, questions: readonly (MapQuestion | null)[]): Promise<(KeptRoute | null)[]> {
  const asked = questions.filter((question) => question !== null);
  if (asked.length === 0) return questions.map(() => null);
  const rows = await db
    .selectFrom('map_routes')
    .where('stops', 'in', [...new Set(asked.map(({ stops }) => stops))])
    .where('week', '>=', sql<Date>`${oldestWeekUsed()}::date`)
    .select(['stops', 'truck_class', sql<string>`week::text`.as('week'), 'source', 'miles', 'lines', 'tolls_cents', 'answered_at'])
    // The last one of a key stays in the map.
    .orderBy(sql`(source = 'HERE')::int, week`)
    .execute();
  const kept = new Map(
    rows.map((row): [string, KeptRoute] => [
      `${row.truck_class} ${row.stops}`,
      {
        source: row.source === 'HERE' ? 'HERE' : 'GOOGLE',
        week: row.week,
        answeredAt: row.answered_at,
        route: row.miles === null ? null : { miles: row.miles, lines: row.lines, tollsCents: row.tolls_cents },
      },
    ]),
  );
  return questions.map((question) => (question && kept.get(`${question.truck} ${question.stops}`)) ?? null);
}

export async function keepRoute(
  db: Kysely<DB>,
  { stops, truck }: MapQuestion,
  source: MapsSource,
  route: FoundRoute | null,
): Promise<void> {
  const values = {
    miles: route?.miles ?? null,
    lines: route?.lines ?? null,
    tolls_cents: route?.tollsCents ?? null,
    answered_at: new Date(),
  };
  await db
    .insertInto('map_routes')
    .values({ stops, truck_class: truck, week: thisWeek(), source, ...values })
    .onConflict((conflict) => conflict.columns(['stops', 'truck_class', 'week', 'source']).doUpdateSet(values))
    .execute();
}
