import { AppError } from '../errors.ts';

/** A row of an uploaded table. All cells are text: numbers as decimals, dates as ISO. */
export interface TableRow {
  /** The row number in the spreadsheet, from 1. Empty rows are left out, so numbers may be missing. */
  number: number;
  cells: string[];
  /** Why the row cannot be used. Its cells then hold only their first characters. */
  problem?: string;
}

export const maxTableColumns = 200;
export const maxCellCharacters = 4_000;
const maxRowCharacters = 20_000;
/** Empty rows count too, because a file of empty rows takes as long to read. */
const maxTableRows = 100_000;

/**
 * Limits the size of a row: many cells can share one long text, so a small file can be a huge table. A cell that is too long
 * keeps one character over the limit, so that the reader sees it. A row that is too long gets a `problem`.
 */
export function fitRow(number: number, cells: readonly string[]): TableRow {
  const fitting = cells.map((cell) => (cell.length > maxCellCharacters ? cell.slice(0, maxCellCharacters + 1) : cell));
  const characters = fitting.reduce((sum, { length }) => sum + length, 0);
  if (characters <= maxRowCharacters) return { number, cells: fitting };
  const beginnings = fitting.map((cell) => cell.slice(0, maxRowCharacters / maxTableColumns));
  return { number, cells: beginnings, problem: `The row has more than ${maxRowCharacters.toLocaleString('en-US')} characters` };
}

export function assertRoomForRow(rows: number): void {
  if (rows <= maxTableRows) return;
  throw refuseTable(`The file has more than ${maxTableRows.toLocaleString('en-US')} rows, empty ones included. Remove the empty rows`);
}

/** The error for a CSV or XLSX file that cannot be read. The user sees `message`. */
export function refuseTable(message: string, cause?: unknown): AppError {
  return new AppError('validation_failed', { errors: [{ path: 'body.file', message }], reason: 'unreadable table', cause });
}
