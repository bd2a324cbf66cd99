import { buffer } from 'node:stream/consumers';
import type { ColumnMapping } from '@headhaul/contracts/data-transfer';
import { dayAt } from '@headhaul/domain/time/zoned-time';
import { sql } from 'kysely';
import type { TenantTx } from '../../lib/db/database.ts';
import { insertRows } from '../../lib/db/row-sets.ts';
import { AppError } from '../../lib/errors.ts';
import { fileKey } from '../../lib/files/files.ts';
import type { Ctx } from '../../lib/http/guards.ts';
import type { JobCtx } from '../../lib/jobs/jobs.ts';
import type { Platform } from '../../lib/platform.ts';
import { readTable, tableQueue } from '../../lib/tables/read-table.ts';
import type { TableRow } from '../../lib/tables/table-row.ts';
import { createLoadsInTx, readCompanyZone } from '../loads/write/create-load.service.ts';
import { markImportedDoubts } from '../loads/write/imported-doubts.service.ts';
import { isMember } from '../team/membership.service.ts';
import { missingColumns } from './import-columns.ts';
import { removeImportFile } from './import-file.jobs.ts';
import { createImportLine } from './import-line.ts';
import { columnAt, driverKey, type RowFacts, type RowProblem, readRow, shortCell, writeProblems } from './import-row.ts';

const batchRows = 500;
export const previewRows = 20;
const maxProblemCharacters = 2_000;
const shownDoubts = 20;
const pauseMs = 2_000;
/** An import runs this many batches in one turn while others wait. The rest follows when it is this company's turn again. */
const batchesPerTurn = 5;
const line = createImportLine();

async function openFile({ files }: Platform, companyId: string, importId: string): Promise<Buffer> {
  const file = await files.get(fileKey(companyId, 'imports', importId));
  if (!file) throw new AppError('not_found', { detail: 'The file is no longer here. Upload it again.' });
  return buffer(file.content);
}

/** The rows below the header in batches, without the first `skip` rows, which were handled already. */
async function* readBatches(file: Buffer, skip: number, size: number): AsyncGenerator<TableRow[]> {
  let seen = -1;
  let batch: TableRow[] = [];
  for await (const row of readTable(file)) {
    seen += 1;
    if (seen === 0 || seen <= skip) continue;
    batch.push(row);
    if (batch.length < size) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

async function readFacts(tx: TenantTx): Promise<RowFacts> {
  const zone = await readCompanyZone(tx);
  const rows = await tx.db
    .selectFrom('drivers')
    .where('company_id', '=', tx.companyId)
    .where('deleted_at', 'is', null)
    .select(['id', 'name', 'family_name'])
    .execute();
  const drivers = new Map<string, string | null>();
  for (const { id, name, family_name } of rows) {
    const key = driverKey(`${name} ${family_name}`.replaceAll(',', ' '));
    drivers.set(key, drivers.has(key) ? null : id);
  }
  return { today: dayAt(Date.now(), zone), drivers };
}

interface LookedRow {
  row: TableRow;
  /** Null if the row became no load. */
  loadNumber: string | null;
  problems: RowProblem[];
  /** What the factor says against the load. It is made all the same. */
  factorDoubt: string | null;
}

interface LookedRows {
  looked: LookedRow[];
  factorName: string | null;
  /** The brokers of the loads to be hauled that the factor has not said anything about. */
  unknownBrokers: string[];
}

/**
 * Makes the loads of these rows in the caller's transaction. Returns the problems of each row that kept it from becoming a load. The
 * history of a load that is still to be hauled says what the factor says against it.
 */
async function makeLoads(tx: TenantTx, by: { userId: string }, rows: readonly TableRow[], mapping: ColumnMapping): Promise<LookedRows> {
  const facts = await readFacts(tx);
  const readRows = rows.map((row) => {
    const read = row.problem === undefined ? readRow(row.cells, mapping, facts) : { problems: [{ column: null, message: row.problem }] };
    return { row, read };
  });
  const good = readRows.flatMap(({ read }) => ('values' in read ? [read] : []));
  const answers = await createLoadsInTx(tx, by, good, 'import');
  const made = answers.flatMap((answer) => ('refused' in answer ? [] : [answer]));
  const { factorName, doubts, unknown } = await markImportedDoubts(tx, by, made);
  const next = answers.values();
  const looked = readRows.map(({ row, read }): LookedRow => {
    const none = { row, loadNumber: null, factorDoubt: null };
    if ('problems' in read) return { ...none, problems: read.problems };
    const answer = next.next().value;
    if (!answer || 'refused' in answer) return { ...none, problems: answer ? toProblems(answer.refused) : [] };
    return { row, loadNumber: answer.loadNumber, problems: [], factorDoubt: doubts.get(answer.id) ?? null };
  });
  return { looked, factorName, unknownBrokers: unknown };
}

function toProblems({ details, message }: AppError): RowProblem[] {
  const problems = (details.errors ?? []).map((error) => ({ column: columnAt(error.path), message: error.message }));
  return problems.length > 0 ? problems : [{ column: null, message: details.detail ?? message }];
}

/** A preview makes the loads as the import will and rolls them back, so it reports the same problems as the import. */
export async function previewImport({ platform, actor, ownTransaction }: Ctx, id: string, mapping: ColumnMapping) {
  const { header, firstRows } = await ownTransaction((tx) => readImportFacts(tx, id));
  const rows = firstRows ?? (await tableQueue.take(actor.companyId, () => readFirstRows(platform, actor.companyId, id)));
  let made: LookedRows = { looked: [], factorName: null, unknownBrokers: [] };
  const takenBack = new Error('a preview keeps nothing');
  await ownTransaction(async (tx) => {
    made = await makeLoads(tx, actor, rows, mapping);
    throw takenBack;
  }).catch((error: unknown) => {
    if (error !== takenBack) throw error;
  });
  const { looked, factorName, unknownBrokers } = made;
  const shown = looked.map(({ row, problems, factorDoubt }) => ({
    row: row.number,
    cells: header.map((_, at) => shortCell(row.cells[at] ?? '')),
    problems,
    factorDoubt,
  }));
  const factorUnknown = unknownBrokers.length === 0 ? null : { factorName, brokers: unknownBrokers };
  return { rows: shown, missing: missingColumns(mapping), factorUnknown };
}

/** For a file that was uploaded before first rows were kept. */
async function readFirstRows(platform: Platform, companyId: string, importId: string): Promise<TableRow[]> {
  for await (const batch of readBatches(await openFile(platform, companyId, importId), 0, previewRows)) return batch;
  return [];
}

async function readImportFacts(tx: TenantTx, id: string): Promise<{ header: string[]; firstRows: TableRow[] | null }> {
  const row = await tx.db
    .selectFrom('data_imports')
    .where('company_id', '=', tx.companyId)
    .where('id', '=', id)
    .select(['header', 'first_rows'])
    .executeTakeFirst();
  if (!row) throw new AppError('not_found');
  return { header: row.header as string[], firstRows: row.first_rows === null ? null : (JSON.parse(row.first_rows) as TableRow[]) };
}

/**
 * Runs the import batch by batch. Each batch and its count are one transaction: after a crash the next run continues after the last
 * committed batch, and no row is made twice or left out. `goOn` enqueues the rest when this process shuts down, is reading another
 * table, or another company comes first.
 */
export async function runBatches(ctx: JobCtx, companyId: string, importId: string, goOn: GoOn): Promise<void> {
  const start = await ctx.transaction(companyId, (tx) => lockRunning(tx, importId));
  if (!start) return;
  if (!line.mayBegin(companyId, tableQueue.isTaken())) return ctx.transaction(companyId, (tx) => goOn(tx, afterPause()));
  await tableQueue.take(companyId, () => runAll(ctx, companyId, importId, start, goOn));
}

const afterPause = () => new Date(Date.now() + pauseMs);

type GoOn = (tx: TenantTx, runAt?: Date) => Promise<void>;

async function runAll(
  { platform, signal, transaction }: JobCtx,
  companyId: string,
  importId: string,
  start: { looked: number; rows: number },
  goOn: GoOn,
): Promise<void> {
  try {
    const file = await openFile(platform, companyId, importId);
    let position = start.looked;
    let batches = 0;
    for await (const rows of readBatches(file, position, batchRows)) {
      const isMine = await transaction(companyId, (tx) => runBatch(tx, importId, rows, position));
      if (!isMine) return;
      position += rows.length;
      batches += 1;
      if (position >= start.rows) continue;
      if (signal.aborted) return await transaction(companyId, (tx) => goOn(tx));
      if (batches >= batchesPerTurn && line.hasOthers(companyId)) return await transaction(companyId, (tx) => goOn(tx, afterPause()));
    }
    await transaction(companyId, (tx) => finish(tx, importId, null));
  } catch (error) {
    if (!(error instanceof AppError) || error.status >= 500) throw error;
    const problem = error.details.errors?.[0]?.message ?? error.details.detail ?? error.message;
    await transaction(companyId, (tx) => finish(tx, importId, problem));
  }
}

async function lockRunning(tx: TenantTx, id: string) {
  const row = await tx.db
    .selectFrom('data_imports')
    .where('company_id', '=', tx.companyId)
    .where('id', '=', id)
    .forUpdate()
    .select(['state', 'looked', 'rows', 'mapping', 'created_by'])
    .executeTakeFirst();
  return row?.state === 'RUNNING' ? row : undefined;
}

/** False if the import was canceled, the person who started it has left the team, or another worker has taken it over. */
async function runBatch(tx: TenantTx, importId: string, rows: readonly TableRow[], position: number): Promise<boolean> {
  const row = await lockRunning(tx, importId);
  if (!row || row.looked !== position) return false;
  if (!(await isMember(tx, row.created_by))) {
    await finish(tx, importId, 'Who started this import has left the team. What is made stays.');
    return false;
  }
  const { looked } = await makeLoads(tx, { userId: row.created_by }, rows, row.mapping as ColumnMapping);
  const bad = looked.filter(({ problems }) => problems.length > 0);
  await insertRows(
    tx,
    'data_import_problems',
    bad.map(({ row: { number, cells }, problems }) => ({
      company_id: tx.companyId,
      import_id: importId,
      row: number,
      cells: cells.map(shortCell) as never,
      problem: writeProblems(problems).slice(0, maxProblemCharacters),
    })),
  );
  const made = rows.length - bad.length;
  const doubted = looked.flatMap(({ loadNumber, factorDoubt }) => (factorDoubt === null ? [] : (loadNumber ?? [])));
  await tx.db
    .updateTable('data_imports')
    .set(({ eb }) => ({
      looked: eb('looked', '+', rows.length),
      made: eb('made', '+', made),
      bad: eb('bad', '+', bad.length),
      factor_doubts: eb('factor_doubts', '+', doubted.length),
      factor_doubt_loads: sql<string[]>`(factor_doubt_loads || ${doubted.slice(0, shownDoubts)}::text[])[1:${sql.lit(shownDoubts)}]`,
    }))
    .where('company_id', '=', tx.companyId)
    .where('id', '=', importId)
    .execute();
  tx.publish({ type: 'import.changed', id: importId });
  if (made > 0) tx.publish({ type: 'loads.changed', ids: null, byUserId: row.created_by });
  return true;
}

/** Ends the import, with or without a problem. Loads already made stay, and the file is removed. */
export async function finish(tx: TenantTx, importId: string, problem: string | null): Promise<void> {
  const { numUpdatedRows } = await tx.db
    .updateTable('data_imports')
    .set({ state: problem === null ? 'DONE' : 'FAILED', problem: problem?.slice(0, 500) ?? null, finished_at: sql`now()` })
    .where('company_id', '=', tx.companyId)
    .where('id', '=', importId)
    .where('state', '=', 'RUNNING')
    .executeTakeFirst();
  if (numUpdatedRows === 0n) return;
  await removeImportFile(tx, { companyId: tx.companyId, importId });
  tx.publish({ type: 'brokers.changed' });
  tx.publish({ type: 'import.changed', id: importId });
}
