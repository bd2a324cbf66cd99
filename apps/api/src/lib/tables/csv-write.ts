import { csvStart, toCsvLine } from '@headhaul/domain/tables/csv';
import { createBreather } from '../breathe.ts';
import type { ExportedTable } from './table-writer.ts';

export async function* writeCsvTable({ columns, batches }: ExportedTable): AsyncGenerator<string> {
  yield `${csvStart}${toCsvLine(columns.map(({ title }) => title))}`;
  const breathe = createBreather();
  for await (const batch of batches) {
    let lines = '';
    for (const row of batch) {
      await breathe();
      lines += toCsvLine(row);
    }
    if (lines !== '') yield lines;
  }
}
