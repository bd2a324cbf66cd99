import { existsSync, globSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { findDocFaults, findLostSteps, listEndpoints, listHarnesses, listNamedScripts, type Named } from './docs.ts';

const root = resolve(import.meta.dirname, '..');
const folders = globSync(['apps/*/package.json', 'packages/*/package.json', 'e2e/package.json'], { cwd: root }).map((file) =>
  file.replace(/[\\/]package\.json$/, ''),
);
const repository: Named = {
  exists: (path) => existsSync(join(root, path)),
  read: (path) => readFileSync(join(root, path), 'utf8'),
  scripts: listNamedScripts(root, folders),
  harnesses: listHarnesses(root),
  endpoints: listEndpoints(root),
};

const files: Record<string, string> = { 'docs/loads.md': '', 'apps/api/src/server.ts': 'function serve() {}', 'apps/api': '' };
const small: Named = {
  exists: (path) => path in files,
  read: (path) => files[path] ?? '',
  scripts: new Set(['proof', 'check', '@headhaul/web size']),
  harnesses: new Set(['proof mail']),
  endpoints: new Set(['POST /loads']),
};

describe('findDocFaults', () => {
  it.each([
    'See [loads](loads.md#money) and [Node](https://nodejs.org).',
    'In `apps/api/src/server.ts`, built as `apps/api/dist/bin/server.mjs`.',
    '`pnpm check`, `pnpm proof mail --full`, `pnpm proof --list`, `pnpm --filter @headhaul/web size`',
    '`POST /loads`, also written `POST /api/loads`',
  ])('has nothing to say about what is there: %s', (text) => {
    expect(findDocFaults('docs/page.md', text, small)).toEqual([]);
  });

  it.each([
    ['[boards](boards.md)', 'no page boards.md'],
    ['`apps/api/src/worker.ts`', 'no file apps/api/src/worker.ts'],
    ['`pnpm lint`', 'no script lint'],
    ['`pnpm --filter @headhaul/web check`', 'no script @headhaul/web check'],
    ['`pnpm proof letters --full`', 'no proof letters'],
    ['`GET /loads`', 'no endpoint GET /loads'],
  ])('names what is not there: %s', (text, fault) => {
    expect(findDocFaults('docs/page.md', text, small)).toEqual([fault]);
  });
});

describe('findLostSteps', () => {
  it('finds a function that is not in its file, also where the file is that of the step before', () => {
    const walk = '| 1   | `apps/api/src/server.ts` `serve` | x |\n| 2   | same file, `answer` | x |';
    expect(findLostSteps(walk, small)).toEqual({ steps: 2, faults: ['no answer in apps/api/src/server.ts'] });
  });
});

/** Decisions tell what was so when they were made. */
const pages = globSync(['*.md', 'docs/*.md', 'docs/security/*.md', 'deploy/*/*.md', 'tools/*/*.md'], { cwd: root });

describe('the pages of this repository', () => {
  it('are found', () => {
    expect(pages).toEqual(expect.arrayContaining(['README.md', 'docs/architecture.md', 'docs/security/asvs.md']));
    expect(repository.endpoints.size).toBeGreaterThan(100);
  });

  it.each(pages)('%s names only pages, files, commands and endpoints that are there', (page) => {
    expect(findDocFaults(page, repository.read(page), repository)).toEqual([]);
  });

  it('walk from the click to the INSERT in at most ten steps, each a function that is there', () => {
    const { steps, faults } = findLostSteps(repository.read('docs/architecture.md'), repository);
    expect(faults).toEqual([]);
    expect(steps).toBeGreaterThan(5);
    expect(steps).toBeLessThanOrEqual(10);
  });
});
