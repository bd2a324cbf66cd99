import { Instant } from '@headhaul/contracts/http/field';
import { BoardLoad } from '@headhaul/contracts/mail/board-load';
import {
  duplicateWindowMs,
  type EarlierMail,
  type Email,
  type EmailAnswer,
  type EmailRow,
  type EmailState,
} from '@headhaul/contracts/mail/emails';
import { fingerprintText, freightOfBoardLoad } from '@headhaul/domain/loads/fingerprint';
import { addDays, wallToInstant } from '@headhaul/domain/time/zoned-time';
import { type RawBuilder, sql } from 'kysely';
import { z } from 'zod';
import type { TenantTx } from '../../lib/db/database.ts';
import { personName } from '../../lib/db/person-name.ts';
import { AppError } from '../../lib/errors.ts';
import { decodeCursor, encodeCursor } from '../../lib/http/cursor.ts';
import type { Ctx } from '../../lib/http/guards.ts';
import { type EmailLine, emailColumns, emailTables, isPrivateTo, requireReadable, shownState, toEmailRow, writtenAt } from './email-row.ts';
import { type Freight, hashFreight } from './fingerprints.ts';

interface EmailQuery {
  search?: string | undefined;
  accountId?: string | undefined;
  userId?: string | undefined;
  brokerId?: string | undefined;
  loadId?: string | undefined;
  state?: EmailState | undefined;
  answer?: EmailAnswer | 'NONE' | undefined;
  from?: string | undefined;
  to?: string | undefined;
  cursor?: string | undefined;
  limit: number;
}

const dayMs = 86_400_000;
const keptDays = 400;
/** The history of a mail is read this far from the day it was written. Nothing happens to a mail later. */
const historyDays = 60;
/** A search looks through at most this many days per request. The next page continues from there. */
const daysAtOnce = 60;
const firstWindowDays = 10;
/** A waiting mail leaves within this time or never. */
export const longestWaitMs = 8 * dayMs;
/** Loads whose number begins with the search text. The highest numbers come first: they are the newest. */
const mostLoads = 200;
const CursorKey = z.tuple([Instant, z.uuid()]);
const highestId = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

const is = (column: string, value: string | undefined) => (value === undefined ? sql`true` : sql`${sql.raw(column)} = ${value}`);

interface Span {
  from: Date | null;
  /** Exclusive. */
  end: Date | null;
}

/** The query after lookups: its days as times, and the loads that its search text names. */
interface Found {
  span: Span;
  loadIds: readonly string[];
}

/** The days in the company's time zone. */
async function readSpan(tx: TenantTx, { from, to }: EmailQuery): Promise<Span> {
  if (from === undefined && to === undefined) return { from: null, end: null };
  const { time_zone: zone } = await tx.db
    .selectFrom('companies')
    .where('company_id', '=', tx.companyId)
    .select('time_zone')
    .executeTakeFirstOrThrow();
  const startOf = (day: string) => new Date(wallToInstant(day, '00:00', zone));
  return { from: from === undefined ? null : startOf(from), end: to === undefined ? null : startOf(addDays(to, 1)) };
}

/** A row shows its load's number, which is stored with the load only. The loads' index finds it, so that no window needs a join for it. */
async function findLoads(tx: TenantTx, search: string | undefined): Promise<string[]> {
  const number = search?.toLowerCase().replace(/^load\s+|^#/, '');
  if (!number) return [];
  const { rows } = await sql<{ id: string }>`
    select id from loads where company_id = ${tx.companyId} and deleted_at is null
      and load_number_word ~>=~ ${number} and load_number_word ~<~ ${`${number}\u{10ffff}`}
    order by load_number_word using ~>~ limit ${mostLoads}`.execute(tx.db);
  return rows.map(({ id }) => id);
}

function matches(
  { search, accountId, userId, brokerId, loadId, state, answer }: EmailQuery,
  { span, loadIds }: Found,
  viewerId: string,
): RawBuilder<unknown> {
  const text = search ? `%${search.replace(/[\\%_]/g, '\\$&')}%` : null;
  // A person who may not read the subject can't find out its words by searching.
  const readableSubject = sql`case when ${isPrivateTo(viewerId)} then null else e.subject end`;
  const found = sql`(concat_ws(' ', e.to_address, e.to_name, ${readableSubject}, e.broker_name, e.lane) ilike ${text} or e.load_id = any(${loadIds}::uuid[]))`;
  const conditions = [
    is('e.account_id', accountId),
    is('e.user_id', userId),
    is('e.broker_id', brokerId),
    is('e.load_id', loadId),
    // The second condition is for the index.
    state === undefined ? sql`true` : sql`${sql.raw(shownState)} = ${state} and e.state = ${state === 'SENDING' ? 'QUEUED' : state}`,
    answer === 'NONE' ? sql`e.state = 'SENT' and e.kind = 'BROKER' and e.answer is null` : is('e.answer', answer),
    span.from === null ? sql`true` : sql`coalesce(e.sent_at, e.created_at) >= ${span.from}`,
    span.end === null ? sql`true` : sql`coalesce(e.sent_at, e.created_at) < ${span.end}`,
    text === null ? sql`true` : found,
  ];
  return sql.join(conditions, sql` and `);
}

/** Newest first. Reads windows of days backward, so that a request opens only the daily partitions it needs, not all 400. */
export function listEmails({ actor, transaction }: Ctx, query: EmailQuery): Promise<{ emails: EmailRow[]; nextCursor: string | null }> {
  const [cursorAt, cursorId] = query.cursor === undefined ? [null, highestId] : decodeCursor(query.cursor, CursorKey);
  return transaction(async (tx) => {
    const now = Date.now();
    const span = await readSpan(tx, query);
    const matching = matches(query, { span, loadIds: await findLoads(tx, query.search) }, actor.userId);
    // A mail that left on a day may have been written up to `longestWaitMs` earlier.
    const oldest = Math.max(now - keptDays * dayMs, span.from === null ? 0 : span.from.getTime() - longestWaitMs);
    // The other filters have an index, so they can go through all days in one request.
    const isSearched = query.search !== undefined || query.userId !== undefined || query.answer !== undefined;
    const reach = isSearched ? daysAtOnce : keptDays;
    const startAt = cursorAt === null ? Math.min(now + dayMs, span.end?.getTime() ?? Number.POSITIVE_INFINITY) : Date.parse(cursorAt);
    const stopAt = Math.max(oldest, startAt - (reach + 1) * dayMs);
    const lines: EmailLine[] = [];
    let key: [Date, string] = [new Date(startAt), cursorId];
    let days = firstWindowDays;
    while (lines.length <= query.limit && key[0].getTime() > stopAt) {
      const from = new Date(Math.max(stopAt, key[0].getTime() - days * dayMs));
      lines.push(...(await readWindow(tx, { viewerId: actor.userId, matching }, from, key, query.limit + 1 - lines.length)));
      // The first millisecond of the window was included.
      key = [new Date(from.getTime() - 1), highestId];
      days *= 2;
    }
    const page = lines.slice(0, query.limit);
    const last = page.at(-1);
    const nextCursor =
      lines.length > query.limit && last
        ? encodeCursor([last.createdAt.toISOString(), last.id])
        : stopAt > oldest
          ? encodeCursor([key[0].toISOString(), highestId])
          : null;
    return { emails: page.map(toEmailRow), nextCursor };
  });
}

async function readWindow(
  tx: TenantTx,
  { viewerId, matching }: { viewerId: string; matching: RawBuilder<unknown> },
  from: Date,
  [before, beforeId]: [Date, string],
  limit: number,
): Promise<EmailLine[]> {
  const { rows } = await sql<EmailLine>`
    select ${emailColumns(viewerId)} from ${emailTables}
    where e.company_id = ${tx.companyId} and e.created_at >= ${from} and e.created_at <= ${before}
      and (e.created_at, e.id) < (${before}, ${beforeId}::uuid) and ${matching}
    order by e.created_at desc, e.id desc limit ${limit}`.execute(tx.db);
  return rows;
}

type HistoryLine = Omit<Email['history'][number], 'at'> & { at: Date };

export function getEmail({ actor, transaction }: Ctx, id: string): Promise<Email> {
  return transaction(async (tx) => {
    const { rows } = await sql<EmailLine & Pick<Email, 'accountAddress' | 'subject' | 'cc' | 'html' | 'text' | 'messageId'>>`
      select ${emailColumns(actor.userId)}, e.cc_address as cc, e.html, e.text, e.message_id as "messageId" from ${emailTables}
      where e.company_id = ${tx.companyId} and e.created_at = ${writtenAt(id)} and e.id = ${id}`.execute(tx.db);
    const [line] = rows;
    if (!line) throw new AppError('not_found');
    requireReadable(line);
    const { rows: history } = await sql<HistoryLine>`
      select h.at, h.state, ${personName('u')} as "userName", h.note from email_history h left join users u on u.id = h.user_id
      where h.company_id = ${tx.companyId} and h.email_id = ${id} and h.at >= ${writtenAt(id)} and h.at < ${new Date(writtenAt(id).getTime() + historyDays * dayMs)} order by h.at, h.id limit 200`.execute(
      tx.db,
    );
    const { accountAddress, subject, cc, html, text, messageId } = line;
    const lines = history.map((one) => ({ ...one, at: one.at.toISOString(), userName: one.userName ?? null }));
    return { ...toEmailRow(line), accountAddress, subject, cc, html, text, messageId, history: lines };
  });
}

type EarlierLine = EarlierMail & { fingerprint: string };

/** They were sent, wait to be sent or may have been sent. */
const perhapsSent: readonly EmailState[] = ['QUEUED', 'SENT', 'UNKNOWN'];

/** A mail from an opened load is kept by what its row alone shows, so what was inside is compared here. */
async function listOpened(tx: TenantTx, { fingerprints, brokerKeys }: Pick<Freight, 'fingerprints' | 'brokerKeys'>): Promise<string[]> {
  const { rows } = await sql<{ fingerprint: string; brokerKey: string; boardLoad: unknown }>`
    select fingerprint, broker_key as "brokerKey", board_load as "boardLoad" from emails
    where company_id = ${tx.companyId} and created_at > ${new Date(Date.now() - duplicateWindowMs)} and kind = 'BROKER'
      and state = any(${perhapsSent}::text[]) and broker_key = any(${brokerKeys}::text[])
      and fingerprint is not null and board_load ->> 'rowFingerprintText' is not null
    order by created_at desc limit 1000`.execute(tx.db);
  const isSame = ({ brokerKey, boardLoad }: (typeof rows)[number]) =>
    fingerprints.includes(hashFreight(fingerprintText(freightOfBoardLoad(BoardLoad.parse(boardLoad), brokerKey))) ?? '');
  return rows.filter(isSame).map(({ fingerprint }) => fingerprint);
}

/** Mails about this freight that were written within the last day. */
export async function readEarlier(tx: TenantTx, freight: Omit<Freight, 'fingerprint'>): Promise<EarlierMail[]> {
  const { brokerKey, loadId } = freight;
  if (freight.fingerprints.length === 0 && loadId === null) return [];
  const fingerprints = [...freight.fingerprints, ...(await listOpened(tx, freight))];
  // Two MC numbers are two brokers, whatever else they share.
  const ofBroker = brokerKey?.startsWith('mc:')
    ? sql`(e.broker_key is null or e.broker_key not like 'mc:%' or e.broker_key = ${brokerKey})`
    : sql`true`;
  const about = sql`(e.fingerprint = any(${fingerprints}::text[]) and ${ofBroker} or e.load_id = ${loadId})`;
  return (await selectEarlier(tx, about, duplicateWindowMs, perhapsSent)).map(({ fingerprint: _, ...mail }) => mail);
}

/** Mails to brokers, newest first. */
async function selectEarlier(
  tx: TenantTx,
  about: RawBuilder<unknown>,
  sinceMs: number,
  states: readonly EmailState[],
): Promise<EarlierLine[]> {
  const { rows } = await sql<Omit<EarlierLine, 'at'> & { at: Date }>`
    select e.fingerprint, e.id as "emailId", e.user_id as "userId", ${personName('u')} as "userName", coalesce(e.sent_at, e.created_at) as at,
      e.to_address as "to", ${sql.raw(shownState)} as state, e.offer_cents as "offerCents",
      (e.board_load->>'rateCents')::int as "postedCents"
    from emails e join users u on u.id = e.user_id left join mail_queue q on q.email_id = e.id
    where e.company_id = ${tx.companyId} and e.created_at > ${new Date(Date.now() - sinceMs)}
      and e.kind = 'BROKER' and e.state = any(${states}::text[]) and ${about}
    order by e.created_at desc limit 1000`.execute(tx.db);
  return rows.map((row) => ({ ...row, at: row.at.toISOString() }));
}

const boardDays = 3;

export function listEmailedLoads({ transaction }: Ctx, fingerprints: readonly string[]): Promise<{ mails: EarlierLine[] }> {
  const about = sql`e.fingerprint = any(${fingerprints}::text[])`;
  return transaction(async (tx) => ({ mails: await selectEarlier(tx, about, boardDays * dayMs, [...perhapsSent, 'FAILED']) }));
}
