import { AuthorityRecord, type CheckedRecord, FmcsaChange } from '@headhaul/contracts/fmcsa';
import { type AuthorityChange, authorityChanges, listHistory } from '@headhaul/domain/brokers/authority';
import { type Kysely, sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import { z } from 'zod';
import type { Database } from '../../lib/db/database.ts';
import type { DB } from '../../lib/db/generated.ts';
import type { RecordWithAge } from './merge-record.ts';
import type { RegisterNumber } from './qcmobile.ts';

interface KeptRow {
  record: unknown;
  source: string;
  checked_at: Date;
  open_data_as_of: Date | null;
}

const Source = z.enum(['QCMOBILE', 'OPEN_DATA']);
const shownChanges = 50;
/** A change without a day of the register is dated by the records, whose days are in UTC. */
const registerZone = 'UTC';

/** Undefined for a record that another version of the program wrote and this one can't read. It is then asked for again. */
function toKept(row: KeptRow | undefined): RecordWithAge | undefined {
  const record = AuthorityRecord.safeParse(row?.record);
  if (!row || !record.success) return undefined;
  return { record: record.data, source: Source.parse(row.source), checkedAt: row.checked_at, openDataAsOf: row.open_data_as_of };
}

const columns = ['record', 'source', 'checked_at', 'open_data_as_of'] as const;

/** If two companies had the same MC number one after the other, the one that was seen with it last. */
export async function findKept(db: Kysely<DB>, number: RegisterNumber): Promise<RecordWithAge | undefined> {
  const rows = db.selectFrom('fmcsa_records').select(columns);
  const row =
    'dot' in number
      ? await rows.where('dot', '=', number.dot).executeTakeFirst()
      : await rows.where('mc', '=', number.mc).orderBy('checked_at', 'desc').limit(1).executeTakeFirst();
  return toKept(row);
}

/** What is kept of a broker of the company. Its USDOT number decides, and the MC number only if it has none. */
export async function findKeptOfBroker(
  db: Kysely<DB>,
  companyId: string,
  brokerId: string,
): Promise<{ isBroker: boolean; kept: RecordWithAge | undefined }> {
  const { rows } = await sql<KeptRow & { id: string }>`
    select b.id, r.record, r.source, r.checked_at, r.open_data_as_of from brokers b
    left join fmcsa_records r on r.dot = b.dot or (b.dot is null and r.mc = b.mc)
    where b.company_id = ${companyId} and b.id = ${brokerId} order by r.checked_at desc nulls last limit 1`.execute(db);
  return { isBroker: rows.length > 0, kept: rows[0]?.record == null ? undefined : toKept(rows[0]) };
}

/** Keeps a record and writes down what is new in it. A record that is older than the kept one changes nothing. */
export async function keepRecord(db: Database, next: RecordWithAge): Promise<void> {
  const { dot, mc } = next.record;
  const values = {
    mc,
    record: JSON.stringify(next.record),
    source: next.source,
    checked_at: next.checkedAt,
    open_data_as_of: next.openDataAsOf,
  };
  await db.transaction(async (tx) => {
    // Two processes may keep the same broker at once. The second compares with what the first wrote.
    await sql`select pg_advisory_xact_lock(hashtextextended(${`fmcsa/${dot}`}, 0))`.execute(tx);
    const kept = await findKept(tx, { dot });
    if (kept && kept.checkedAt >= next.checkedAt) return;
    await tx
      .insertInto('fmcsa_records')
      .values({ dot, ...values })
      .onConflict((conflict) => conflict.column('dot').doUpdateSet(values))
      .execute();
    const changes = authorityChanges(kept?.record ?? null, next.record).map((change) => ({
      dot,
      id: uuidv7(),
      ...toRow(change, kept, next),
    }));
    if (changes.length > 0) await tx.insertInto('fmcsa_changes').values(changes).execute();
  });
}

/** Phone and officers come from the open data, so they changed between two states of those. */
function toRow({ kind, on, before, after }: AuthorityChange, kept: RecordWithAge | undefined, next: RecordWithAge) {
  const isOpenData = kind === 'PHONE' || kind === 'OFFICERS';
  return {
    kind,
    happened_on: on,
    noticed_at: (isOpenData ? next.openDataAsOf : null) ?? next.checkedAt,
    last_seen_at: kept ? ((isOpenData ? kept.openDataAsOf : null) ?? kept.checkedAt) : null,
    before,
    after,
  };
}

export async function withChanges(db: Kysely<DB>, { record, source, checkedAt, openDataAsOf }: RecordWithAge): Promise<CheckedRecord> {
  const rows = await db
    .selectFrom('fmcsa_changes')
    .where('dot', '=', record.dot)
    .select(['kind', sql<string | null>`happened_on::text`.as('on'), 'noticed_at', 'last_seen_at', 'before', 'after'])
    .orderBy('noticed_at', 'desc')
    .limit(shownChanges)
    .execute();
  const changes = rows.map(({ noticed_at, last_seen_at, ...row }) =>
    FmcsaChange.parse({ ...row, noticedAt: noticed_at.toISOString(), lastSeenAt: last_seen_at?.toISOString() ?? null }),
  );
  return {
    record,
    source,
    checkedAt: checkedAt.toISOString(),
    openDataAsOf: openDataAsOf?.toISOString() ?? null,
    changes: listHistory(changes, registerZone),
  };
}
