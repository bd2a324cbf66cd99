import { readFile, writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';

export interface Result {
  id: string;
  promise: string;
  figure: number;
  bar: { atLeast: number } | { atMost: number } | null;
  unit?: string;
  detail: string;
}

const page = resolve(import.meta.dirname, '../../../docs/performance.md');
type Marks = readonly [start: string, end: string];
const listFigures: Marks = ['<!-- figures: written by pnpm bench list --full -->', '<!-- end of figures -->'];
export const jobFigures: Marks = ['<!-- job figures: written by pnpm bench jobs --full -->', '<!-- end of job figures -->'];

export function isReached({ figure, bar }: Result): boolean {
  if (bar === null) return true;
  return Number.isFinite(figure) && ('atLeast' in bar ? figure >= bar.atLeast : figure <= bar.atMost);
}

function words({ figure, bar, unit = '' }: Result): { figure: string; bar: string } {
  const shown = unit === '' ? figure.toFixed(3) : `${Math.round(figure)}${unit}`;
  if (bar === null) return { figure: shown, bar: '' };
  return { figure: shown, bar: 'atLeast' in bar ? `≥ ${bar.atLeast}${unit}` : `≤ ${bar.atMost}${unit}` };
}

export function printResults(results: readonly Result[]): void {
  for (const result of results) {
    const { figure, bar } = words(result);
    const verdict = result.bar === null ? '' : isReached(result) ? 'pass' : 'FAIL';
    process.stdout.write(
      `${result.id.padEnd(6)}${result.promise.padEnd(58)}${figure.padStart(9)}  ${bar.padEnd(9)} ${verdict.padEnd(5)} ${result.detail}\n`,
    );
  }
}

/** Only what was measured at full size gets into the docs. */
export async function writeResults(results: readonly Result[], about: string, [start, end] = listFigures): Promise<void> {
  const rows = results.map((result) => {
    const { figure, bar } = words(result);
    const verdict = result.bar === null ? '' : isReached(result) ? 'yes' : '**no**';
    return `| ${[result.id, result.promise, bar, figure, verdict, result.detail].join(' | ')} |`;
  });
  const table = ['| | promise | bar | measured | reached | |', '| --- | --- | --- | --- | --- | --- |', ...rows];
  const before = await readFile(page, 'utf8');
  const [from, to] = [before.indexOf(start), before.indexOf(end)];
  if (from < 0 || to < from) throw new Error('docs/performance.md has no place for the figures');
  await writeFile(page, `${before.slice(0, from)}${start}\n\n${about}\n\n${table.join('\n')}\n\n${before.slice(to)}`);
}
