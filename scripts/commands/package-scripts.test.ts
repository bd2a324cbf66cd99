import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { findGaps, listCliPrograms, listScripts } from './package-scripts.ts';

const repository = resolve(import.meta.dirname, '../..');
const scripts = new Map([
  ['check', 'node scripts/check.ts'],
  ['db:migrate', 'pnpm --silent --filter @headhaul/api db:migrate'],
  ['@headhaul/api db:migrate', 'node src/cli/migrate.ts'],
]);
const [run, elsewhere] = [new Set(['db:migrate']), new Set(['check'])];

describe('findGaps', () => {
  it('finds none where every script is run here or elsewhere, or is called by one that is', () => {
    expect(findGaps(scripts, ['migrate.ts'], run, elsewhere)).toEqual([]);
  });

  it('names a script that nobody runs', () => {
    const more = new Map([...scripts, ['db:prune', 'node prune.ts']]);
    expect(findGaps(more, [], run, elsewhere)).toEqual([expect.stringContaining('`db:prune` is run by nobody')]);
  });

  it('names a script that is gone', () => {
    expect(findGaps(scripts, [], run, new Set(['check', 'lint']))).toEqual(['There is no script `lint` any more.']);
  });

  it('names a script that has two entries', () => {
    expect(findGaps(scripts, [], new Set(['db:migrate', 'check']), elsewhere)).toEqual([expect.stringContaining('both run here')]);
  });

  it('names a command without a script', () => {
    expect(findGaps(scripts, ['migrate.ts', 'prune.ts'], run, elsewhere)).toEqual([expect.stringContaining('cli/prune.ts')]);
  });
});

describe('this repository', () => {
  it('has scripts of its own and of its packages', () => {
    expect([...listScripts(repository).keys()]).toEqual(expect.arrayContaining(['db:migrate', '@headhaul/api db:migrate']));
  });

  it('has commands, and parts of commands', () => {
    const programs = listCliPrograms(repository);
    expect(programs).toEqual(expect.arrayContaining(['migrate.ts', 'seed.ts', 'mail-demo.ts']));
    expect(programs).not.toContain('seed-demo.ts');
  });
});
