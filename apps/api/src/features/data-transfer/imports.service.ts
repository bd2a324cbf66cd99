import { type ColumnMapping, type DataImport, type ImportColumn, importColumns, maxImportRows } from '@headhaul/contracts/data-transfer';
import type { ReceivedFile, SentFile } from '@headhaul/contracts/http/endpoint';
import { csvStart, toCsvLine } from '@headhaul/domain/tables/csv';
import { sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import { readInTurn } from '../../lib/admission/page-queue.ts';
import type { TenantTx } from '../../lib/db/database.ts';
import { personName } from '../../lib/db/person-name.ts';
import { AppError } from '../../lib/errors.ts';
import { fileKey } from '../../lib/files/files.ts';
import type { Ctx } from '../../lib/http/guards.ts';
import { tidyCell } from '../../lib/tables/cell-values.ts';
import { findTableFormat, readTable, tableQueue } from '../../lib/tables/read-table.ts';
import { refuseTable, type TableRow } from '../../lib/tables/table-row.ts';
import { requireStorage } from '../limits/storage.service.ts';
import { runImport } from './import.jobs.ts';
import { missingColumns, suggestMapping } from './import-columns.ts';
import { removeImportFile } from './import-file.jobs.ts';
import { previewRows } from './import-run.service.ts';

const shownImports = 20;
/** A page is read and converted without a pause, so it is small: each row can have 200 cells. */
const problemsPerPage = 100;

/** Reads the file to the end once, so that the sender learns at once what can't be read and how many rows there are. */
export async function uploadImport({ platform, actor, ownTransaction }: Ctx, file: ReceivedFile): Promise<DataImport> {
  const format = findTableFormat(file.content);
  await platform.limits.take('tables', actor.companyId);
  const bytes = file.content.length;
  await ownTransaction((tx) => requireStorage(tx, bytes));
  const { header, rows, firstRows } = await tableQueue.take(actor.companyId, () => lookThrough(file.content));
  const id = uuidv7();
  const contentType = format === 'csv' ? 'text/csv' : 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
  // The file is stored before its row, as with documents. A crash in between leaves a file that the sweep removes.
  const key = fileKey(actor.companyId, 'imports', id);
  await platform.files.put(key, file.content, { contentType });
  try {
    return await ownTransaction(async (tx) => {
      await requireStorage(tx, bytes);
      await tx.db
        .insertInto('data_imports')
        .values({
          company_id: tx.companyId,
          id,
          created_by: actor.userId,
          file_name: toImportName(file.filename, format),
          file_kind: format,
          size_bytes: bytes,
          header: JSON.stringify(header),
          mapping: JSON.stringify(suggestMapping(header)),
          rows,
          first_rows: JSON.stringify(firstRows),
        })
        .execute();
      return readImport(tx, id);
    });
  } catch (error) {
    await platform.files.remove(key).catch(() => {});
    throw error;
  }
}

async function lookThrough(file: Uint8Array): Promise<{ header: string[]; rows: number; firstRows: TableRow[] }> {
  let header: string[] | undefined;
  let rows = 0;
  const firstRows: TableRow[] = [];
  for await (const row of readTable(file)) {
    if (header) {
      rows += 1;
      if (rows <= previewRows) firstRows.push(row);
    } else header = row.cells.map((cell) => tidyCell(cell).slice(0, 200));
    if (rows > maxImportRows) throw refuseTable(`A file may have at most ${maxImportRows.toLocaleString('en-US')} rows. Cut it in two`);
  }
  if (!header || rows === 0) throw refuseTable('The file has no rows below its header');
  return { header, rows, firstRows };
}

function toImportName(sent: string, format: string): string {
  const name = tidyCell(sent).replace(/[\p{Cc}/\\]/gu, ' ');
  return [...name].slice(0, 200).join('') || `loads.${format}`;
}

function selectImports(tx: TenantTx) {
  return tx.db
    .selectFrom('data_imports as i')
    .leftJoin('users as u', 'u.id', 'i.created_by')
    .where('i.company_id', '=', tx.companyId)
    .select(['i.id', 'i.file_name', 'i.state', 'i.header', 'i.mapping', 'i.rows', 'i.looked', 'i.made', 'i.bad', 'i.problem'])
    .select(['i.created_at', 'i.finished_at', 'i.factor_doubts', 'i.factor_doubt_loads'])
    .select(personName('u').as('created_by_name'));
}
type ImportRow = Awaited<ReturnType<ReturnType<typeof selectImports>['executeTakeFirstOrThrow']>>;

function toImport(row: ImportRow): DataImport {
  return {
    id: row.id,
    fileName: row.file_name,
    state: row.state as DataImport['state'],
    header: row.header as string[],
    mapping: row.mapping as ColumnMapping,
    rows: row.rows,
    looked: row.looked,
    made: row.made,
    bad: row.bad,
    problem: row.problem,
    factorDoubts: { loads: row.factor_doubts, loadNumbers: row.factor_doubt_loads },
    createdByName: row.created_by_name,
    createdAt: row.created_at.toISOString(),
    finishedAt: row.finished_at?.toISOString() ?? null,
  };
}

async function readImport(tx: TenantTx, id: string): Promise<DataImport> {
  const row = await selectImports(tx).where('i.id', '=', id).executeTakeFirst();
  if (!row) throw new AppError('not_found');
  return toImport(row);
}

export function getImport({ transaction }: Ctx, id: string): Promise<DataImport> {
  return transaction((tx) => readImport(tx, id));
}

export function listImports({ transaction }: Ctx): Promise<{ imports: DataImport[] }> {
  return transaction(async (tx) => {
    const rows = await selectImports(tx).orderBy('i.created_at', 'desc').orderBy('i.id', 'desc').limit(shownImports).execute();
    return { imports: rows.map(toImport) };
  });
}

/** Reports everything that is wrong with a choice of columns at once. */
function checkMapping(mapping: ColumnMapping, header: readonly string[]): void {
  const errors = missingColumns(mapping).map((column) => ({
    path: `body.mapping.${column}`,
    message: `Say which column is “${importColumns[column].words}”`,
  }));
  for (const [column, at] of Object.entries(mapping) as [ImportColumn, number][]) {
    if (at >= header.length) errors.push({ path: `body.mapping.${column}`, message: 'The file has no such column' });
  }
  if (errors.length > 0) throw new AppError('validation_failed', { errors, reason: errors.map(({ path }) => path).join(', ') });
}

export function startImport({ actor, transaction }: Ctx, id: string, mapping: ColumnMapping): Promise<DataImport> {
  return transaction(async (tx) => {
    const { state, header } = await lockImport(tx, id);
    // An import that is started twice runs once.
    if (state === 'RUNNING' || state === 'DONE') return readImport(tx, id);
    if (state !== 'UPLOADED') throw new AppError('move_not_allowed', { detail: 'This import is over. Upload the file again.' });
    checkMapping(mapping, header);
    await tx.db
      .updateTable('data_imports')
      .set({ state: 'RUNNING', mapping: JSON.stringify(mapping) })
      .where('company_id', '=', tx.companyId)
      .where('id', '=', id)
      .execute();
    // Imports of one company run one after another: two at once would only wait for each other's load numbers.
    await runImport(tx, { companyId: tx.companyId, importId: id }, { queue: `import ${tx.companyId}` });
    const started = await readImport(tx, id);
    tx.audit({ action: 'import.started', actorId: actor.userId, detail: { fileName: started.fileName, rows: started.rows } });
    tx.publish({ type: 'import.changed', id });
    return started;
  });
}

async function lockImport(tx: TenantTx, id: string): Promise<{ state: string; header: string[] }> {
  const row = await tx.db
    .selectFrom('data_imports')
    .where('company_id', '=', tx.companyId)
    .where('id', '=', id)
    .forUpdate()
    .select(['state', 'header'])
    .executeTakeFirst();
  if (!row) throw new AppError('not_found');
  return { state: row.state, header: row.header as string[] };
}

/** Takes effect between two batches. Loads already made stay. */
export function cancelImport({ transaction }: Ctx, id: string): Promise<DataImport> {
  return transaction(async (tx) => {
    const { state } = await lockImport(tx, id);
    if (state !== 'UPLOADED' && state !== 'RUNNING') return readImport(tx, id);
    await tx.db
      .updateTable('data_imports')
      .set({ state: 'CANCELLED', finished_at: sql`now()` })
      .where('company_id', '=', tx.companyId)
      .where('id', '=', id)
      .execute();
    await removeImportFile(tx, { companyId: tx.companyId, importId: id });
    const cancelled = await readImport(tx, id);
    tx.publish({ type: 'import.changed', id });
    return cancelled;
  });
}

export async function getImportProblems({ platform, actor, transaction }: Ctx, id: string): Promise<SentFile> {
  const { fileName, header } = await transaction((tx) => readImport(tx, id));
  async function* content(): AsyncGenerator<string> {
    yield `${csvStart}${toCsvLine([...header, 'Problem'])}`;
    for (let after: number | null = 0; after !== null; ) {
      const from: number = after;
      const page = await readInTurn(platform.queues.heavy, actor.companyId, () => readProblems(transaction, id, header, from));
      if (page.lines !== '') yield page.lines;
      after = page.next;
    }
  }
  return { content: content(), contentType: 'text/csv; charset=utf-8', fileName: `Problems of ${fileName.replace(/\.\w+$/, '')}.csv` };
}

/** A page of the file, and the row after which the next page begins, or null after the last. */
async function readProblems(
  transaction: Ctx['transaction'],
  id: string,
  header: readonly string[],
  after: number,
): Promise<{ lines: string; next: number | null }> {
  const rows = await transaction((tx) =>
    tx.db
      .selectFrom('data_import_problems')
      .where('company_id', '=', tx.companyId)
      .where('import_id', '=', id)
      .where('row', '>', after)
      .orderBy('row')
      .limit(problemsPerPage)
      .select(['row', 'cells', 'problem'])
      .execute(),
  );
  const lines = rows.map(({ cells, problem }) => toCsvLine([...header.map((_, at) => (cells as string[])[at] ?? ''), problem])).join('');
  return { lines, next: rows.length < problemsPerPage ? null : (rows.at(-1)?.row ?? null) };
}
