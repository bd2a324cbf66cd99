import { createWriteStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { TableCell } from '@headhaul/domain/tables/csv';
import { writeCsvTable } from '../../lib/tables/csv-write.ts';
import { readTable } from '../../lib/tables/read-table.ts';
import type { ExportedTable } from '../../lib/tables/table-writer.ts';
import { writeXlsx } from '../../lib/tables/xlsx-write.ts';

/** Writes or reads one large table in its own process and prints the CPU time and memory it took: `write|read csv|xlsx <path> <rows>`. */
const [mode, format, path = '', count = '0'] = process.argv.slice(2);
const columns = 40;

async function* makeBatches(): AsyncGenerator<TableCell[][]> {
  const size = 500;
  for (let start = 0; start < Number(count); start += size) {
    yield Array.from({ length: size }, (_, at) => Array.from({ length: columns }, (__, column) => makeCell(start + at, column)));
  }
}

function makeCell(row: number, column: number): TableCell {
  switch (column % 5) {
    case 0:
      return row * column;
    case 1:
      return `Load ${row}, stop ${column}, Chicago "IL"`;
    case 2:
      return { day: `2026-${String((row % 12) + 1).padStart(2, '0')}-15` };
    case 3:
      return (row % 997) + 0.25;
    default:
      return `Broker ${row % 500}`;
  }
}

async function read(): Promise<number> {
  let rows = 0;
  for await (const row of readTable(await readFile(path))) rows += row.cells.length === columns ? 1 : 0;
  return rows;
}

async function write(): Promise<number> {
  const table: ExportedTable = {
    name: 'Loads',
    columns: Array.from({ length: columns }, (_, column) => ({ title: `Column ${column}` })),
    batches: makeBatches(),
  };
  await pipeline(format === 'csv' ? Readable.from(writeCsvTable(table)) : writeXlsx(table), createWriteStream(path));
  return Number(count) + 1;
}

const rows = await (mode === 'read' ? read() : write());
const { user, system } = process.cpuUsage();
// The memory usage that Node reports starts with that of the parent process, so prefer the peak of this process from /proc.
const own = /VmHWM:\s+(\d+)/.exec(await readFile('/proc/self/status', 'utf8').catch(() => ''));
const peakKb = own ? Number(own[1]) : process.resourceUsage().maxRSS;
process.stdout.write(JSON.stringify({ rows, cpuMs: Math.round((user + system) / 1_000), peakMb: peakKb >> 10 }));
