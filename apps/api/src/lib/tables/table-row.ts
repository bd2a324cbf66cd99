import { AppError } from '../errors.ts';

/** A row of an uploaded table. All cells are text: numbers as decimals, dates as ISO. */
export interface TableRow {
  /** As the spreadsheet shows it, from 1; rows without content are left out. */
  number: number;
  cells: string[];
  /** Why no use can be made of the row; its cells show only how they begin. */
  problem?: string;
}

export const maxTableColumns = 200;
export const maxCellCharacters = 4_000;
const maxRowCharacters = 20_000;
/** Those without content count too: a file of nothing else takes as long to read. */
const maxTableRows = 100_000;

/**
 * A string that all cells share makes a small file a large table. A cell that is too long keeps one character more than it may have,
 * so that its reader can tell; a row that is too long says so.
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

/** A file of the right kind that cannot be read; `message` says why to a person. */
export function refuseTable(message: string, cause?: unknown): AppError {
  return new AppError('validation_failed', { errors: [{ path: 'body.file', message }], reason: 'unreadable table', cause });
}
