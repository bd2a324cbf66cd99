import { readFile, writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { isReached, type Result } from './list-results.ts';

const page = resolve(import.meta.dirname, '../../../docs/performance.md');
const [start, end] = ['<!-- screen figures: written by pnpm bench screen --full -->', '<!-- end of screen figures -->'];

/** Only what was measured at full size gets into the docs. */
export async function writeScreenResults(results: readonly Result[], about: string): Promise<void> {
  const rows = results.map((result) => {
    const { id, promise, figure, bar, unit = '', detail } = result;
    const words = bar === null ? '' : 'atLeast' in bar ? `≥ ${bar.atLeast}${unit}` : `≤ ${bar.atMost}${unit}`;
    return `| ${[id, promise, words, `${Math.round(figure)}${unit}`, bar === null ? '' : isReached(result) ? 'yes' : '**no**', detail].join(' | ')} |`;
  });
  const table = ['| | promise | bar | measured | reached | |', '| --- | --- | --- | --- | --- | --- |', ...rows];
  const before = await readFile(page, 'utf8');
  const [from, to] = [before.indexOf(start), before.indexOf(end)];
  if (from < 0 || to < from) throw new Error('docs/performance.md has no place for the figures of the screen');
  await writeFile(page, `${before.slice(0, from)}${start}\n\n${about}\n\n${table.join('\n')}\n\n${before.slice(to)}`);
}
