import type { LoadEvent } from '@headhaul/contracts/loads/record';
import { sql } from 'kysely';
import { z } from 'zod';
import type { TenantTx } from '../../../lib/db/database.ts';
import { personName } from '../../../lib/db/person-name.ts';
import { AppError } from '../../../lib/errors.ts';
import { decodeCursor, encodeCursor } from '../../../lib/http/cursor.ts';
import type { Ctx } from '../../../lib/http/guards.ts';
import { dispatcherField } from '../record/changes.ts';

interface EventRow extends Omit<LoadEvent, 'at'> {
  at: Date;
  /** To the microsecond, which a Date can't hold. */
  exact_at: string;
  /** Number of events found (at most one more than the limit), before `pageBytes` cut the page. */
  found: number;
}

/** Limit for the changes on one page. The event that passes it is the last one on the page. */
const pageBytes = 128 * 1024;

const Keys = z.tuple([z.iso.datetime({ offset: true, precision: 6 }), z.uuid()]);

/** Also works for a load in the bin: its history shows who deleted it. */
export function listLoadEvents(
  { transaction }: Ctx,
  id: string,
  { cursor, limit }: { cursor?: string | undefined; limit: number },
): Promise<{ events: LoadEvent[]; nextCursor: string | null }> {
  const after = cursor === undefined ? undefined : decodeCursor(cursor, Keys);
  return transaction(async (tx) => {
    const load = await tx.db
      .selectFrom('loads')
      .where('company_id', '=', tx.companyId)
      .where('id', '=', id)
      .select('created_at')
      .executeTakeFirst();
    if (!load) throw new AppError('not_found');
    // The lower bound on `at` lets the database skip the monthly partitions from before the load was created.
    const events = sql`
      select e.id, e.at, to_char(e.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as exact_at, e.kind, e.source, e.changes, e.reason,
        case when e.actor_id is not null then coalesce(${personName('u')}, 'Former member') end as "actorName"
      from load_events e left join users u on u.id = e.actor_id
      where e.company_id = ${tx.companyId} and e.load_id = ${id} and e.at >= ${load.created_at}::timestamptz - interval '1 day'
        ${after ? sql`and (e.at, e.id) < (${after[0]}::timestamptz, ${after[1]}::uuid)` : sql``}
      order by e.at desc, e.id desc limit ${limit + 1}`;
    const { rows } = await sql<EventRow>`
      select id, at, exact_at, kind, source, changes, reason, "actorName", found
      from (select *, (count(*) over ())::int as found, sum(bytes) over (order by at desc, id desc) - bytes as bytes_before
        from (select *, octet_length(changes::text) as bytes from (${events}) one) line) page
      where bytes_before < ${pageBytes} order by at desc, id desc`.execute(tx.db);
    const page = await nameDispatchers(tx, rows.slice(0, limit));
    const last = (rows[0]?.found ?? 0) > page.length ? page.at(-1) : undefined;
    return {
      events: page.map((event) => ({ ...event, at: event.at.toISOString() })),
      nextCursor: last ? encodeCursor([last.exact_at, last.id]) : null,
    };
  });
}

function isId(text: string | null): text is string {
  return z.uuid().safeParse(text).success;
}

/** A change of dispatcher is stored by user id. A deleted user has no name any more. */
async function nameDispatchers(tx: TenantTx, events: readonly EventRow[]): Promise<EventRow[]> {
  const changes = events.flatMap((event) => event.changes).filter(({ field }) => field === dispatcherField);
  const ids = [...new Set(changes.flatMap(({ from, to }) => [from, to]))].filter(isId);
  if (ids.length === 0) return [...events];
  const people = await tx.db
    .selectFrom('users')
    .where('id', 'in', ids)
    .select(['id', personName('users').as('name')])
    .execute();
  const names = new Map(people.map(({ id, name }) => [id, name]));
  const nameOf = (id: string | null) => (isId(id) ? (names.get(id) ?? 'Former member') : id);
  return events.map((event) => ({
    ...event,
    changes: event.changes.map((change) =>
      change.field === dispatcherField ? { ...change, from: nameOf(change.from), to: nameOf(change.to) } : change,
    ),
  }));
}
