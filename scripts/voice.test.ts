import { globSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, it } from 'vitest';

const root = resolve(import.meta.dirname, '..');

/** Stiff words, and what a dispatcher says instead. */
const stiff: readonly [RegExp, string][] = [
  [/did not come/, 'Couldn’t load …'],
  [/\bGive (the|it|them)\b/, 'Enter …, Assign …'],
  [/\b[Nn]eeds? you\b/, 'Needs attention'],
  [/\bthe bin\b/, 'Trash'],
  [/\b[Pp]apers\b/, 'Documents'],
  [/\bby itself\b/, 'automatically'],
  [/\bConnect again\b/, 'Reconnect'],
  [/\blacks\b/, 'is missing'],
  [/\bis called\b/, 'is named'],
  [/\bspeaks of\b/, 'is about'],
  [/\bstands? (here|first)\b/, 'appears here, comes first'],
  [/\b[Mm]end\b/, 'fix'],
  [/\b[Ww]hoever\b/, 'Anyone who …'],
];

function withoutComments(code: string): string {
  return code.replace(/\/\*[\s\S]*?\*\//g, '').replace(/^\s*\/\/.*$/gm, '');
}

/** The stiff words of a file, each with its line. */
function findStiff(code: string): string[] {
  return withoutComments(code)
    .split('\n')
    .flatMap((line) => stiff.filter(([words]) => words.test(line)).map(([, better]) => `${line.trim()} (better: ${better})`));
}

it('finds a stiff word in a text, and none in a comment', () => {
  expect(findStiff("// Give the rate\n/** It comes by itself. */\nnotify('Give the rate');")).toEqual([
    "notify('Give the rate'); (better: Enter …, Assign …)",
  ]);
});

it('finds none in the web app and in what the contracts say', () => {
  const files = globSync(['apps/web/src/**/*.{ts,tsx}', 'packages/contracts/src/**/*.ts'], { cwd: root }).filter(
    (file) => !/\.test\.tsx?$/.test(file),
  );
  expect(files.length).toBeGreaterThan(500);
  expect(files.flatMap((file) => findStiff(readFileSync(join(root, file), 'utf8')).map((fault) => `${file}: ${fault}`))).toEqual([]);
});
