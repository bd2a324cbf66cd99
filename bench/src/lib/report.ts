import { readFile, writeFile } from 'node:fs/promises';
import { cpus } from 'node:os';
import { join } from 'node:path';
import type { Form } from './form.ts';
import type { LoadSeen } from './load-average.ts';
import { asLines, assess, asTable, type Result } from './results.ts';
import { repository, type Stage } from './stage.ts';

export interface Measured {
  results: Result[];
  /** What the figures were measured on, for the line above them. */
  about: string;
}

export type Bench = (stage: Stage) => Promise<Measured>;

/** Prints the figures of a bench and its verdict, and writes them into the docs if they qualify. Returns whether the run was good. */
export async function report(name: string, form: Form, { results, about }: Measured, load: LoadSeen): Promise<boolean> {
  const { isGood, isForDocs, remarks } = assess(form, results, load);
  const command = ['pnpm bench', name, ...(form === 'short' ? [] : [`--${form}`])].join(' ');
  const loads = `load ${load.before.toFixed(1)} before, at most ${load.most.toFixed(1)} during the run`;
  const summary = `\`${command}\`: ${about}; ${cpus().length} cores, ${loads}; ${new Date().toISOString().slice(0, 10)}.`;
  process.stdout.write(`${[...asLines(form, results), summary, ...remarks].join('\n')}\n`);
  if (isForDocs) await writeIntoDocs(name, `${summary}\n\n${asTable(results)}`);
  return isGood;
}

const docsFile = join(repository, 'docs/performance.md');

/** The page before and after the figures of this bench. A full run also calls this first, so that it fails early. */
export async function findPlace(name: string): Promise<{ before: string; after: string }> {
  const page = await readFile(docsFile, 'utf8');
  const [start, end] = [`<!-- figures of ${name}: written by pnpm bench ${name} --full -->`, `<!-- end of the figures of ${name} -->`];
  const [from, to] = [page.indexOf(start), page.indexOf(end)];
  if (from < 0 || to < from) throw new Error(`docs/performance.md has no place for the figures of ${name}`);
  return { before: page.slice(0, from + start.length), after: page.slice(to) };
}

async function writeIntoDocs(name: string, figures: string): Promise<void> {
  const { before, after } = await findPlace(name);
  await writeFile(docsFile, `${before}\n\n${figures}\n\n${after}`);
}
