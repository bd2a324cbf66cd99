import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { parse } from 'yaml';
import { listHarnesses } from '../docs.ts';
import { root } from './sections.ts';

const read = (path: string) => readFileSync(join(root, path), 'utf8');
const { jobs } = parse(read('.github/workflows/nightly.yml')) as {
  jobs: { large: { strategy: { matrix: { command: string[] } } } };
};
const commands = jobs.large.strategy.matrix.command;

it('runs every night the large sizes that docs/operations.md names, and no others', () => {
  const named = [...read('docs/operations.md').matchAll(/^\|.+\| `((?:TEST_SIZE=nightly )?pnpm [^`]+)` +\|$/gm)].map(
    ([, command = '']) => command,
  );
  expect(new Set(commands)).toEqual(new Set(named));
});

it('has the full size of every proof', () => {
  const proofs = [...listHarnesses(root)].filter((name) => name.startsWith('proof '));
  expect(proofs.filter((name) => !commands.includes(`pnpm ${name} --full`))).toEqual([]);
});
