import { createFairQueue } from '../admission/fair-queue.ts';
import { AppError } from '../errors.ts';
import { readCsv } from './csv-read.ts';
import type { TableRow } from './table-row.ts';
import { readXlsx } from './xlsx-read.ts';

/** One table at a time: the file and its shared texts stay in memory while it is read, and many at once would fill the memory. */
export const tableQueue = createFairQueue({
  atOnce: 1,
  atOncePerCompany: 1,
  waiting: 8,
  waitingPerCompany: 2,
  maxWaitMs: 30_000,
  busy: 'Many files are being read right now. Please try again in a moment.',
});

export type TableFormat = 'csv' | 'xlsx';

/** Looks at the content, because the sender can give any file name and content type. */
export function findTableFormat(file: Uint8Array): TableFormat {
  const starts = (...bytes: number[]) => bytes.every((byte, index) => file[index] === byte);
  if (starts(0x50, 0x4b, 0x03, 0x04)) return 'xlsx';
  if (starts(0xd0, 0xcf, 0x11, 0xe0)) {
    throw new AppError('unsupported_media_type', {
      detail: 'This is an old .xls file or one with a password. Save it as .xlsx without a password and try again.',
    });
  }
  const isUtf16 = starts(0xff, 0xfe) || starts(0xfe, 0xff);
  if (file.length === 0 || (!isUtf16 && file.includes(0))) {
    throw new AppError('unsupported_media_type', { detail: 'Choose a CSV or XLSX file.' });
  }
  return 'csv';
}

/** Reads the rows one after another. The first row is the header. Only the file and its shared texts stay in memory. */
export function readTable(file: Uint8Array): AsyncGenerator<TableRow> {
  return findTableFormat(file) === 'xlsx' ? readXlsx(file) : readCsv(file);
}
