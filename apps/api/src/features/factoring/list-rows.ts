import { maxFactorRows } from '@headhaul/contracts/factoring';
import { docketNumber } from '@headhaul/contracts/http/field';
import { type ApprovalStatus, combineAnswers, readApprovalStatus } from '@headhaul/domain/factoring/approvals';
import { brokerNameKey, type Listed } from '@headhaul/domain/factoring/match';
import { createBreather } from '../../lib/breathe.ts';
import { collapseBlanks, readCents, readDay, tidyCell, titleKey } from '../../lib/tables/cell-values.ts';
import { readTable } from '../../lib/tables/read-table.ts';
import { refuseTable, type TableRow } from '../../lib/tables/table-row.ts';

/** One broker as the factor's list has it. */
export interface ApprovalRow extends Listed {
  /** The row of the file. */
  row: number;
  name: string | null;
  status: ApprovalStatus;
  limitCents: number | null;
  usedCents: number | null;
  asOf: string;
}

export interface ReadList {
  rows: ApprovalRow[];
  unreadable: number;
  /** The first rows that can't be used. */
  problems: { row: number; problem: string }[];
}

/** What factors call a column. Compared by `titleKey`. The first that the header has is taken. */
const titles = {
  mc: ['mc', 'mc number', 'mc #', 'mc no', 'broker mc', 'broker mc number', 'debtor mc', 'docket', 'docket number', 'mcnum'],
  dot: ['dot', 'dot number', 'dot #', 'usdot', 'us dot', 'usdot number', 'us dot number', 'broker dot', 'dotnum'],
  name: [
    'name',
    'broker',
    'broker name',
    'debtor',
    'debtor name',
    'customer',
    'customer name',
    'company',
    'company name',
    'account',
    'account name',
  ],
  status: [
    'status',
    'approval',
    'approval status',
    'credit status',
    'broker status',
    'credit decision',
    'decision',
    'result',
    'broker test result',
    'approved',
    'buy',
    'buy status',
  ],
  limit: ['limit', 'credit limit', 'approved limit', 'approved amount', 'credit line', 'max', 'maximum'],
  used: ['used', 'limit used', 'credit used', 'amount used', 'balance', 'open balance', 'outstanding', 'exposure'],
  asOf: [
    'date',
    'as of',
    'as of date',
    'updated',
    'last updated',
    'update date',
    'approval date',
    'approved on',
    'decision date',
    'status date',
  ],
} as const;
type Column = keyof typeof titles;
type Columns = Partial<Record<Column, number>>;

/** Lines above the header, such as the factor's name and the day of the list. */
const mostLinesBeforeHeader = 10;
const shownProblems = 20;
const longestName = 200;
/** Ten million dollars. No factor lends more on one broker. */
const mostCents = 1_000_000_000;
/** Cells that say that there is no limit, or that nobody knows it. */
const noAmounts = ['', '-', '–', 'n/a', 'na', 'none', 'unlimited', 'no limit'];

function findColumns(header: readonly string[]): Columns {
  const at = new Map<string, number>();
  header.forEach((title, index) => {
    const key = titleKey(title.slice(0, longestName));
    if (key !== '' && !at.has(key)) at.set(key, index);
  });
  const columns: Columns = {};
  for (const [column, words] of Object.entries(titles) as [Column, readonly string[]][]) {
    const found = words.map(titleKey).find((key) => at.has(key));
    if (found !== undefined) columns[column] = at.get(found);
  }
  return columns;
}

function isHeader({ mc, dot, name, status }: Columns): boolean {
  return status !== undefined && (mc !== undefined || dot !== undefined || name !== undefined);
}

const noHeader =
  'We found no header. The list needs a title for the status, such as “Status”, and one for the broker: “MC”, “DOT” or “Name”';

interface Reading {
  columns: Columns;
  listedOn: string;
}

/** The row as an approval, or what is wrong with it. */
function readRow({ number, cells, problem }: TableRow, { columns, listedOn }: Reading): ApprovalRow | string {
  if (problem !== undefined) return problem;
  const cellOf = (column: Column) => {
    const at = columns[column];
    return at === undefined ? '' : tidyCell(cells[at] ?? '');
  };
  const tooLong = (Object.keys(columns) as Column[]).find((column) => cellOf(column).length > longestName);
  if (tooLong !== undefined) return `A cell has more than ${longestName} characters`;
  const [mc, dot] = [readNumber(cellOf('mc')), readNumber(cellOf('dot'))];
  if (mc === undefined) return `“${cellOf('mc')}” is not an MC number`;
  if (dot === undefined) return `“${cellOf('dot')}” is not a USDOT number`;
  const name = collapseBlanks(cellOf('name')) || null;
  if (mc === null && dot === null && name === null) return 'No MC number, USDOT number or name';
  const status = readApprovalStatus(cellOf('status'));
  if (status === undefined) return cellOf('status') === '' ? 'No status' : `We don’t know the status “${cellOf('status')}”`;
  const [limitCents, usedCents] = [readAmount(cellOf('limit')), readAmount(cellOf('used'))];
  if (limitCents === undefined) return `“${cellOf('limit')}” is not an amount`;
  if (usedCents === undefined) return `“${cellOf('used')}” is not an amount`;
  const asOf = cellOf('asOf') === '' ? listedOn : readDay(cellOf('asOf'))?.day;
  if (asOf === undefined) return `“${cellOf('asOf')}” is not a date`;
  // A list can't know what the factor will say later.
  if (asOf > listedOn) return `The date ${asOf} is after the day of the list`;
  return { row: number, mc, dot, name, nameKey: brokerNameKey(name ?? ''), status, limitCents, usedCents, asOf };
}

/** Null for an empty cell, undefined for one that is no number. */
function readNumber(text: string): string | null | undefined {
  // A number that a spreadsheet kept as a decimal.
  const plain = text.replace(/\.0$/, '');
  return /^[0\s-]*$/.test(plain) ? null : docketNumber.safeParse(plain).data;
}

function readAmount(text: string): number | null | undefined {
  if (noAmounts.includes(text.toLowerCase())) return null;
  const cents = readCents(text);
  return cents === undefined || cents > mostCents ? undefined : cents;
}

/** Rows with the same numbers are one broker. Rows with a name alone stay apart, because they may be two. */
function repeatKey({ mc, dot, row }: ApprovalRow): string {
  return mc === null && dot === null ? `row ${row}` : `${mc ?? ''} ${dot ?? ''}`;
}

/** Of several rows about one broker, the one that counts: the newest, and of one day the one that asks for more care. */
function chooseRow(rows: readonly ApprovalRow[]): ApprovalRow | undefined {
  const chosen = combineAnswers(rows.map((row) => ({ ...row, source: 'LIST' as const })));
  return rows.find(({ status, asOf }) => status === chosen?.status && asOf === chosen.asOf);
}

/** Reads the whole file. Throws if it is no table or has no row that can be used. */
export async function readFactorList(file: Uint8Array, listedOn: string): Promise<ReadList> {
  const breathe = createBreather();
  let columns: Columns | undefined;
  let lines = 0;
  const found = new Map<string, ApprovalRow[]>();
  const list: ReadList = { rows: [], unreadable: 0, problems: [] };
  for await (const line of readTable(file)) {
    await breathe();
    lines += 1;
    if (columns === undefined) {
      const candidate = findColumns(line.cells);
      if (isHeader(candidate)) [columns, lines] = [candidate, 0];
      else if (lines > mostLinesBeforeHeader) throw refuseTable(noHeader);
      continue;
    }
    if (lines > maxFactorRows) throw refuseTable(`A list may have at most ${maxFactorRows.toLocaleString('en-US')} rows`);
    const row = readRow(line, { columns, listedOn });
    if (typeof row === 'string') {
      list.unreadable += 1;
      if (list.problems.length < shownProblems) list.problems.push({ row: line.number, problem: row });
      continue;
    }
    const key = repeatKey(row);
    const same = found.get(key);
    if (same) same.push(row);
    else found.set(key, [row]);
  }
  if (columns === undefined) throw refuseTable(noHeader);
  for (const same of found.values()) {
    await breathe();
    const row = chooseRow(same);
    if (row) list.rows.push(row);
  }
  if (list.rows.length === 0) {
    const [first] = list.problems;
    throw refuseTable(first ? `No row can be used. Row ${first.row}: ${first.problem}` : 'The list has no rows below its header');
  }
  return list;
}
