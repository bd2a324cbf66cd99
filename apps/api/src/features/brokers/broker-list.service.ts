import type { Broker, BrokerMark } from '@headhaul/contracts/brokers';
import { docketNumber, Instant } from '@headhaul/contracts/http/field';
import { type RawBuilder, sql } from 'kysely';
import { z } from 'zod';
import type { TenantTx } from '../../lib/db/database.ts';
import { decodeCursor, encodeCursor } from '../../lib/http/cursor.ts';
import type { Ctx } from '../../lib/http/guards.ts';
import { readHistories } from './broker-history.service.ts';
import { tidyName } from './brokers.service.ts';

interface BrokerQuery {
  search?: string | undefined;
  mark?: BrokerMark | undefined;
  sort: 'LAST_LOAD' | 'NAME';
  cursor?: string | undefined;
  limit: number;
}

export type BrokerRow = Omit<Broker, 'history'>;

export const brokerColumns = sql.raw(`b.id, b.version, b.name, b.dba, b.dot, b.mc, b.address, b.phone,
  b.payment_terms_days as "paymentTermsDays", b.detention_free_minutes as "detentionFreeMinutes",
  b.detention_per_hour_cents as "detentionPerHourCents", b.notes, b.mark, b.mark_reason as "markReason"`);

/** The order of each list. The `~<~` operator matches the index on names in any locale. */
const orders = {
  LAST_LOAD: sql`b.last_load_at desc nulls last, b.id`,
  NAME: sql`b.name_word using ~<~, b.id`,
};

const TimeKey = z.tuple([Instant.nullable(), z.uuid()]);
const NameKey = z.tuple([z.string(), z.uuid()]);

function afterCursor({ sort, cursor }: BrokerQuery): RawBuilder<unknown> {
  if (cursor === undefined) return sql`true`;
  if (sort === 'NAME') {
    const [name, id] = decodeCursor(cursor, NameKey);
    return sql`b.name_word ~>=~ ${name} and (b.name_word ~>~ ${name} or b.id > ${id})`;
  }
  const [at, id] = decodeCursor(cursor, TimeKey);
  if (at === null) return sql`b.last_load_at is null and b.id > ${id}`;
  return sql`(b.last_load_at < ${at} or b.last_load_at = ${at} and b.id > ${id} or b.last_load_at is null)`;
}

/** Each word is compared with every broker of the company, so only a few are used. */
const searchWords = 5;

/** Every search word begins a word of the name or DBA, or the whole search begins the MC number. */
function matches(search: string | undefined): RawBuilder<unknown> {
  if (!search) return sql`true`;
  const literally = (text: string) => text.replace(/[\\%_]/g, '\\$&');
  const words = [...new Set(tidyName(search).toLowerCase().split(' '))].slice(0, searchWords);
  const patterns = words.map((word) => `% ${literally(word)}%`);
  const inName = sql`concat(' ', b.name_word, ' ', lower(b.dba)) like all (${patterns}::text[])`;
  const mc = docketNumber.safeParse(search);
  return mc.success ? sql`(b.mc like ${`${mc.data}%`} or ${inName})` : sql`(${inName})`;
}

export function listBrokers({ transaction }: Ctx, query: BrokerQuery): Promise<{ brokers: Broker[]; nextCursor: string | null }> {
  const after = afterCursor(query);
  return transaction(async (tx) => {
    const { rows } = await sql<BrokerRow & { sortTime: string | null; sortName: string }>`
      select ${brokerColumns}, to_json(b.last_load_at) #>> '{}' as "sortTime", b.name_word as "sortName" from brokers b
      where b.company_id = ${tx.companyId} and ${query.mark === undefined ? sql`true` : sql`b.mark = ${query.mark}`}
        and ${matches(query.search)} and ${after}
      order by ${orders[query.sort]} limit ${query.limit + 1}`.execute(tx.db);
    const page = rows.slice(0, query.limit);
    const last = rows.length > query.limit ? page.at(-1) : undefined;
    return {
      brokers: await withHistories(tx, page),
      nextCursor: last ? encodeCursor([query.sort === 'NAME' ? last.sortName : last.sortTime, last.id]) : null,
    };
  });
}

export async function withHistories<T extends BrokerRow>(tx: TenantTx, rows: readonly T[]): Promise<(T & Broker)[]> {
  const histories = await readHistories(
    tx,
    rows.map(({ id }) => id),
  );
  return rows.flatMap((row) => {
    const history = histories.get(row.id);
    return history ? [{ ...row, history }] : [];
  });
}

type Suggestion = Pick<Broker, 'id' | 'name' | 'mc' | 'mark' | 'markReason' | 'paymentTermsDays'> & {
  contactName: string | null;
  contactEmail: string | null;
  contactPhone: string | null;
};

const suggestions = 8;
/**
 * Suggestions are requested at every key press, so words inside a name are searched only in this many brokers, those used last.
 * Other brokers are found by the beginning of their name or MC number.
 */
const lastUsed = 5_000;
const beginAlike = 500;

/** The brokers that suggestions are chosen from. Never all: an import may have made half a million. */
function suggestable(tx: TenantTx, search: string, begins: string): RawBuilder<unknown> {
  const columns = sql.raw('b.company_id, b.id, b.name, b.name_word, b.mc, b.mark, b.mark_reason, b.payment_terms_days, b.last_load_at');
  const own = sql`b.company_id = ${tx.companyId}`;
  const recent = sql`
    select ${columns} from (select * from brokers b where ${own} order by b.last_load_at desc nulls last, b.id limit ${lastUsed}) b
    where ${matches(search)}`;
  if (begins === '') return recent;
  // Names are compared byte by byte, and this character sorts after every other.
  const named = sql`
    (select ${columns} from brokers b where ${own} and b.name_word ~>=~ ${begins} and b.name_word ~<~ ${`${begins}\u{10ffff}`} limit ${beginAlike})`;
  const mc = docketNumber.safeParse(search);
  if (!mc.success) return sql`${recent} union ${named}`;
  const numbered = sql`
    (select ${columns} from brokers b where ${own} and b.mc >= ${mc.data} and b.mc <= ${mc.data.padEnd(8, '9')} and b.mc like ${`${mc.data}%`}
      limit ${beginAlike})`;
  return sql`${recent} union ${named} union ${numbered}`;
}

/** Brokers whose name begins with the search come first, then those with a matching word. Within both, the one used last comes first. */
export function suggestBrokers({ transaction }: Ctx, search: string): Promise<{ brokers: Suggestion[] }> {
  return transaction(async (tx) => {
    const begins = tidyName(search).toLowerCase();
    const { rows } = await sql<Suggestion>`
      select b.id, b.name, b.mc, b.mark, b.mark_reason as "markReason", b.payment_terms_days as "paymentTermsDays",
        c.name as "contactName", c.email as "contactEmail", c.phone as "contactPhone"
      from (select * from (${suggestable(tx, search, begins)}) b
        order by starts_with(b.name_word, ${begins}) desc, b.last_load_at desc nulls last, b.id limit ${suggestions}) b
      left join lateral (select c.* from broker_contacts c where c.company_id = b.company_id and c.broker_id = b.id
        order by c.last_seen_at desc, c.id limit 1) c on true
      order by starts_with(b.name_word, ${begins}) desc, b.last_load_at desc nulls last, b.id`.execute(tx.db);
    return { brokers: rows };
  });
}
