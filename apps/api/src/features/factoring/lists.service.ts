import type { Factoring, FactorListPreview } from '@headhaul/contracts/factoring';
import type { ReceivedFile } from '@headhaul/contracts/http/endpoint';
import { type ApprovalStatus, approvalStatuses, isOtherFactor } from '@headhaul/domain/factoring/approvals';
import { brokerNameKey, createDirectory, type Listed, matchBroker } from '@headhaul/domain/factoring/match';
import { dayAt } from '@headhaul/domain/time/zoned-time';
import { sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import { createBreather } from '../../lib/breathe.ts';
import type { TenantTx } from '../../lib/db/database.ts';
import { insertRows } from '../../lib/db/row-sets.ts';
import { AppError } from '../../lib/errors.ts';
import type { Ctx } from '../../lib/http/guards.ts';
import { tidyCell } from '../../lib/tables/cell-values.ts';
import { findTableFormat, tableQueue } from '../../lib/tables/read-table.ts';
import { type ApprovalRow, type ReadList, readFactorList } from './list-rows.ts';
import { type FactorNow, lockFactor, readFactoring, readFactorNow, readList } from './settings.service.ts';

const rowsAtOnce = 1_000;
const brokersAtOnce = 2_000;
const shownNames = 20;

/** Changes of the company's lists run one after another, so that one list is in use and at most one is looked at. */
async function lockLists(tx: TenantTx): Promise<FactorNow> {
  const factor = await lockFactor(tx);
  await sql`select pg_advisory_xact_lock(hashtextextended(${`${tx.companyId}/factor lists`}, 0))`.execute(tx.db);
  return factor;
}

async function removeLists(tx: TenantTx, state: 'PREVIEW' | 'CURRENT'): Promise<void> {
  await tx.db.deleteFrom('factor_lists').where('company_id', '=', tx.companyId).where('state', '=', state).execute();
}

/** The company must have a factor, and its list is not of a day to come. */
function checkUpload({ factoringType, zone }: FactorNow, listedOn: string): void {
  if (factoringType === null) throw new AppError('move_not_allowed', { detail: 'Add your factor first.' });
  if (listedOn <= dayAt(Date.now(), zone)) return;
  const errors = [{ path: 'body.listedOn', message: 'This day is in the future' }];
  throw new AppError('validation_failed', { errors, reason: 'body.listedOn' });
}

/**
 * Reads the file and keeps its rows to look at. What the factor says changes only when somebody uses the list, and nobody can before this
 * answers with its id. The company's row is locked only while the list is added; its rows follow in transactions of their own. A
 * change of the factor removes the list, whether it is complete or not, and so does a later upload.
 */
export async function uploadFactorList(ctx: Ctx, file: ReceivedFile, listedOn: string): Promise<FactorListPreview> {
  const { platform, actor, ownTransaction } = ctx;
  const format = findTableFormat(file.content);
  await platform.limits.take('tables', actor.companyId);
  const before = await ownTransaction((tx) => readFactorNow(tx, { isLocked: false }));
  checkUpload(before, listedOn);
  const read = await tableQueue.take(actor.companyId, () => readFactorList(file.content, listedOn));
  const id = uuidv7();
  const assertSameFactor = (factor: FactorNow) => {
    checkUpload(factor, listedOn);
    // The file was read without a lock, and is the list of whoever was the factor when it was sent.
    if (isOtherFactor(before, factor)) {
      throw new AppError('move_not_allowed', { detail: 'Your factor was changed meanwhile. Upload its list.' });
    }
  };
  const assertKept = async (tx: TenantTx) => {
    if (await holdList(tx, id)) return;
    assertSameFactor(await readFactorNow(tx, { isLocked: false }));
    throw new AppError('move_not_allowed', { detail: 'This list was replaced or removed meanwhile. Upload it again.' });
  };

  await ownTransaction(async (tx) => {
    assertSameFactor(await lockLists(tx));
    await removeLists(tx, 'PREVIEW');
    const countOf = (status: ApprovalStatus) => read.rows.filter((row) => row.status === status).length;
    const [approved = 0, limited = 0, declined = 0] = approvalStatuses.map(countOf);
    await tx.db
      .insertInto('factor_lists')
      .values({
        company_id: tx.companyId,
        id,
        state: 'PREVIEW',
        file_name: toListName(file.filename, format),
        listed_on: listedOn,
        created_by: actor.userId,
        rows: read.rows.length,
        approved,
        limited,
        declined,
      })
      .execute();
  });
  await insertApprovals(ctx, id, read.rows, assertKept);
  const brokers = await countBrokers(await ownTransaction(readAllBrokers), read.rows);
  return ownTransaction(async (tx) => {
    await assertKept(tx);
    return readPreview(tx, id, read, brokers);
  });
}

/** False if the list is not there any more. Otherwise nobody removes it before commit. */
async function holdList(tx: TenantTx, id: string): Promise<boolean> {
  const list = await tx.db
    .selectFrom('factor_lists')
    .where('company_id', '=', tx.companyId)
    .where('id', '=', id)
    .forKeyShare()
    .select('id')
    .executeTakeFirst();
  return list !== undefined;
}

function toListName(sent: string, format: string): string {
  const name = tidyCell(sent).replace(/[\p{Cc}/\\]/gu, ' ');
  return [...name].slice(0, 200).join('').trim() || `brokers.${format}`;
}

async function insertApprovals(
  { ownTransaction }: Ctx,
  listId: string,
  rows: readonly ApprovalRow[],
  assertKept: (tx: TenantTx) => Promise<void>,
): Promise<void> {
  const breathe = createBreather();
  for (let from = 0; from < rows.length; from += rowsAtOnce) {
    await breathe();
    const some = rows.slice(from, from + rowsAtOnce);
    await ownTransaction(async (tx) => {
      await assertKept(tx);
      await insertRows(
        tx,
        'factor_approvals',
        some.map((row) => ({
          company_id: tx.companyId,
          list_id: listId,
          row: row.row,
          mc: row.mc,
          dot: row.dot,
          name: row.name,
          name_key: row.nameKey,
          status: row.status,
          limit_cents: row.limitCents,
          used_cents: row.usedCents,
          as_of: row.asOf,
        })),
      );
    });
  }
}

async function readPreview(
  tx: TenantTx,
  id: string,
  { unreadable, problems }: ReadList,
  brokers: FactorListPreview['brokers'],
): Promise<FactorListPreview> {
  const list = await readList(tx, { id });
  if (!list) throw new AppError('not_found');
  return { ...list, unreadable, problems, brokers, replaces: await readList(tx, { state: 'CURRENT' }) };
}

interface CountedBroker extends Listed {
  id: string;
  name: string;
}

async function readAllBrokers(tx: TenantTx): Promise<CountedBroker[]> {
  const breathe = createBreather();
  const brokers: CountedBroker[] = [];
  for (let after: string | undefined; ; after = brokers.at(-1)?.id) {
    const page = await tx.db
      .selectFrom('brokers')
      .where('company_id', '=', tx.companyId)
      .$if(after !== undefined, (query) => query.where('id', '>', after ?? ''))
      .orderBy('id')
      .limit(brokersAtOnce)
      .select(['id', 'name', 'mc', 'dot'])
      .execute();
    for (const broker of page) {
      await breathe();
      brokers.push({ ...broker, nameKey: brokerNameKey(broker.name) });
    }
    if (page.length < brokersAtOnce) return brokers;
  }
}

/** Which of the company's brokers are on the list, and by what. */
async function countBrokers(known: readonly CountedBroker[], rows: readonly ApprovalRow[]): Promise<FactorListPreview['brokers']> {
  const breathe = createBreather();
  const [listed, brokers] = [createDirectory<ApprovalRow>(), createDirectory<CountedBroker>()];
  for (const row of rows) {
    await breathe();
    listed.add(row);
  }
  for (const broker of known) {
    await breathe();
    brokers.add(broker);
  }
  const counts = { MC: 0, DOT: 0, NAME: 0, NONE: 0 };
  const ambiguous: string[] = [];
  for (const broker of known) {
    await breathe();
    const match = matchBroker(broker, listed, brokers);
    if (match.kind === 'AMBIGUOUS') ambiguous.push(broker.name);
    else counts[match.kind === 'FOUND' ? match.by : 'NONE'] += 1;
  }
  return {
    byMc: counts.MC,
    byDot: counts.DOT,
    byName: counts.NAME,
    ambiguous: ambiguous.slice(0, shownNames),
    ambiguousCount: ambiguous.length,
    notListed: counts.NONE,
  };
}

/** A list that is in use already stays, so a repeated call does no harm. */
export function applyFactorList({ actor, transaction }: Ctx, id: string): Promise<Factoring> {
  return transaction(async (tx) => {
    await lockLists(tx);
    const list = await tx.db
      .selectFrom('factor_lists')
      .where('company_id', '=', tx.companyId)
      .where('id', '=', id)
      .select(['state', 'rows', 'file_name'])
      .executeTakeFirst();
    if (!list) throw new AppError('not_found', { detail: 'This list is no longer here. Upload it again.' });
    if (list.state === 'PREVIEW') {
      await removeLists(tx, 'CURRENT');
      await tx.db
        .updateTable('factor_lists')
        .set({ state: 'CURRENT' })
        .where('company_id', '=', tx.companyId)
        .where('id', '=', id)
        .execute();
      tx.audit({ action: 'factor_list.used', actorId: actor.userId, detail: { fileName: list.file_name, rows: list.rows } });
      tx.publish({ type: 'factoring.changed' });
    }
    return readFactoring(tx);
  });
}

export function removeFactorList({ actor, transaction }: Ctx, id: string): Promise<void> {
  return transaction(async (tx) => {
    await lockLists(tx);
    const removed = await tx.db
      .deleteFrom('factor_lists')
      .where('company_id', '=', tx.companyId)
      .where('id', '=', id)
      .returning(['state', 'rows', 'file_name'])
      .executeTakeFirst();
    if (!removed) throw new AppError('not_found');
    if (removed.state === 'PREVIEW') return;
    tx.audit({ action: 'factor_list.removed', actorId: actor.userId, detail: { fileName: removed.file_name, rows: removed.rows } });
    tx.publish({ type: 'factoring.changed' });
  });
}
