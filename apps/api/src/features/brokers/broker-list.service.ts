import type { Broker, BrokerMark } from '@headhaul/contracts/brokers';
import { docketNumber, Instant } from '@headhaul/contracts/http/field';
import type { KnownFactorFacts } from '@headhaul/domain/factoring/approvals';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import { z } from 'zod';
import type { DB } from '../../lib/db/generated.ts';
import type { Read } from '../../lib/db/tenant-read.ts';
import { decodeCursor, encodeCursor } from '../../lib/http/cursor.ts';
import type { Ctx } from '../../lib/http/guards.ts';
import { figureCellCount, figuresStatement, foldIfDue, toHistory, toOwn } from './broker-history.service.ts';
import { readFactorFacts, readScore, scoreCells } from './broker-score.service.ts';
import { tidyName } from './brokers.service.ts';

interface BrokerQuery {
  search?: string | undefined;
  mark?: BrokerMark | undefined;
  sort: 'LAST_LOAD' | 'NAME';
  cursor?: string | undefined;
  limit: number;
}

export type BrokerRow = Omit<Broker, 'history' | 'grade' | 'risks'>;

/** The broker `b` as JSON, without its history and letter. */
export function brokerJson(b: string): string {
  return `json_build_object('id', ${b}.id, 'version', ${b}.version, 'name', ${b}.name, 'dba', ${b}.dba, 'dot', ${b}.dot, 'mc', ${b}.mc,
    'address', ${b}.address, 'phone', ${b}.phone, 'paymentTermsDays', ${b}.payment_terms_days, 'detentionFreeMinutes', ${b}.detention_free_minutes,
    'detentionPerHourCents', ${b}.detention_per_hour_cents, 'notes', ${b}.notes, 'mark', ${b}.mark, 'markReason', ${b}.mark_reason)`;
}

/** The order of each list. The `~<~` operator matches the index on names in any locale. */
const orders = {
  LAST_LOAD: sql`b.last_load_at desc nulls last, b.id`,
  NAME: sql`b.name_word using ~<~, b.id`,
};

/** What a page link holds besides the id. The time has all its digits. */
const sortKeys = { LAST_LOAD: `to_json(p.last_load_at) #>> '{}'`, NAME: 'p.name_word' };
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
const mostSearched = 5;

/** Every search word begins a word of the name or DBA, or the whole search begins the MC number. */
function matches(search: string | undefined): RawBuilder<unknown> {
  if (!search) return sql`true`;
  const literally = (text: string) => text.replace(/[\\%_]/g, '\\$&');
  const words = [...new Set(tidyName(search).toLowerCase().split(' '))].slice(0, mostSearched);
  const patterns = words.map((word) => `% ${literally(word)}%`);
  // One text value, whatever the number of words, so that the statement stays the same.
  const inName = sql`concat(' ', b.name_word, ' ', lower(b.dba)) like all (array(select json_array_elements_text(${JSON.stringify(patterns)}::json)))`;
  const mc = docketNumber.safeParse(search);
  return mc.success ? sql`(b.mc like ${`${mc.data}%`} or ${inName})` : sql`(${inName})`;
}

/** Statements with the same conditions share a name, by which they stay prepared. */
function nameOf({ sort, mark, search, cursor }: BrokerQuery): string {
  const isMc = search !== undefined && docketNumber.safeParse(search).success;
  const [at] = cursor === undefined || sort === 'NAME' ? [] : decodeCursor(cursor, TimeKey);
  const after = cursor === undefined ? 'first' : at === null ? 'unused' : 'next';
  return ['brokers', sort, mark === undefined ? 'any' : 'marked', search ? (isMc ? 'mc' : 'words') : 'all', after].join('_');
}

function writePage(companyId: string, query: BrokerQuery, db: Kysely<DB>): Read {
  // The company is the first value, so the parts around this page also call it $1.
  const page = sql`
    select b.*, row_number() over () as place from (
      select * from brokers b where b.company_id = ${companyId} and ${query.mark === undefined ? sql`true` : sql`b.mark = ${query.mark}::broker_mark`}
        and ${matches(query.search)} and ${afterCursor(query)}
      order by ${orders[query.sort]} limit ${query.limit + 1}::int) b`.compile(db);
  const text = figuresStatement({
    page: page.sql,
    cells: [...scoreCells, brokerJson('p'), 'p.id', sortKeys[query.sort]],
    orderBy: 'p.place',
  });
  return { name: nameOf(query), text, values: page.parameters.map(String) };
}

export async function listBrokers(ctx: Ctx, query: BrokerQuery): Promise<{ brokers: Broker[]; nextCursor: string | null }> {
  const { companyId } = ctx.actor;
  const { db } = ctx.platform;
  // One broker more than the page shows: if it exists, there is a next page.
  const rows = await db.readAsTenant(companyId, writePage(companyId, query, db.global));
  const shown = rows.slice(0, query.limit).map((cells) => ({ own: toOwn(cells), rest: cells.slice(figureCellCount) }));
  const factors = await readFactorFacts(
    ctx.transaction,
    shown.map(({ rest }) => rest),
  );
  const page = shown.map(({ own, rest }, at) => {
    const { grade, risks } = readScore(own, rest, factors[at] ?? null);
    return { own, letter: { grade, risks }, rest: rest.slice(scoreCells.length) };
  });
  await foldIfDue(
    ctx,
    page.map(({ own }) => own),
  );
  const last = rows.length > query.limit ? page.at(-1) : undefined;
  const [, id = null, sortKey = null] = last?.rest ?? [];
  return {
    brokers: page.map(({ own, letter, rest }) => ({ ...(JSON.parse(rest[0] ?? '') as BrokerRow), history: toHistory(own), ...letter })),
    nextCursor: last ? encodeCursor([sortKey, id]) : null,
  };
}

type Suggestion = Pick<Broker, 'id' | 'name' | 'mc' | 'mark' | 'markReason' | 'paymentTermsDays' | 'grade'> & {
  factor: KnownFactorFacts | null;
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
function suggestable(companyId: string, search: string, begins: string): RawBuilder<unknown> {
  const columns = sql.raw(
    'b.company_id, b.id, b.name, b.name_word, b.mc, b.dot, b.phone, b.mark, b.mark_reason, b.payment_terms_days, b.last_load_at',
  );
  const own = sql`b.company_id = ${companyId}`;
  const recent = sql`
    select ${columns} from (select * from brokers b where ${own} order by b.last_load_at desc nulls last, b.id limit ${lastUsed}::int) b
    where ${matches(search)}`;
  if (begins === '') return recent;
  // Names are compared byte by byte, and this character sorts after every other.
  const named = sql`
    (select ${columns} from brokers b where ${own} and b.name_word ~>=~ ${begins} and b.name_word ~<~ ${`${begins}\u{10ffff}`} limit ${beginAlike}::int)`;
  const mc = docketNumber.safeParse(search);
  if (!mc.success) return sql`${recent} union ${named}`;
  const numbered = sql`
    (select ${columns} from brokers b where ${own} and b.mc >= ${mc.data} and b.mc <= ${mc.data.padEnd(8, '9')} and b.mc like ${`${mc.data}%`}
      limit ${beginAlike}::int)`;
  return sql`${recent} union ${named} union ${numbered}`;
}

const suggestionJson = `json_build_object('id', p.id, 'name', p.name, 'mc', p.mc, 'mark', p.mark, 'markReason', p.mark_reason,
  'paymentTermsDays', p.payment_terms_days)`;
const lastContactJson = `
  (select json_build_object('contactName', c.name, 'contactEmail', c.email, 'contactPhone', c.phone) from broker_contacts c
    where c.company_id = $1 and c.broker_id = p.id order by c.last_seen_at desc, c.id limit 1)`;
const noContact = { contactName: null, contactEmail: null, contactPhone: null };

function writeSuggestions(companyId: string, search: string, db: Kysely<DB>): Read {
  const begins = tidyName(search).toLowerCase();
  const page = sql`
    select b.*, row_number() over () as place from (select * from (${suggestable(companyId, search, begins)}) b
      order by starts_with(b.name_word, ${begins}) desc, b.last_load_at desc nulls last, b.id limit ${suggestions}::int) b`.compile(db);
  const shape = begins === '' ? 'all' : docketNumber.safeParse(search).success ? 'mc' : 'words';
  const text = figuresStatement({ page: page.sql, cells: [...scoreCells, suggestionJson, lastContactJson], orderBy: 'p.place' });
  return { name: `broker_suggestions_${shape}`, text, values: page.parameters.map(String) };
}

/** Brokers whose name begins with the search come first, then those with a matching word. Within both, the one used last comes first. */
export async function suggestBrokers({ actor, platform, transaction }: Ctx, search: string): Promise<{ brokers: Suggestion[] }> {
  const rows = await platform.db.readAsTenant(actor.companyId, writeSuggestions(actor.companyId, search, platform.db.global));
  const factors = await readFactorFacts(
    transaction,
    rows.map((cells) => cells.slice(figureCellCount)),
  );
  const brokers = rows.map((cells, at) => {
    const rest = cells.slice(figureCellCount);
    const [broker, contact] = rest.slice(scoreCells.length).map((cell) => JSON.parse(cell ?? 'null') as object | null);
    const factor = factors[at] ?? null;
    const { grade } = readScore(toOwn(cells), rest, factor);
    return { ...(broker as Omit<Suggestion, keyof typeof noContact | 'grade' | 'factor'>), ...noContact, ...contact, grade, factor };
  });
  return { brokers };
}
