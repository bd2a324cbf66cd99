import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { listSections, root } from './sections.ts';
import { selectSections } from './select.ts';

it('runs every section of .ci/run in some job of the workflow', { timeout: 60_000 }, async () => {
  const workflow = readFileSync(join(root, '.github/workflows/ci.yml'), 'utf8');
  const jobs = /sections: \[(.+)\]/.exec(workflow)?.[1]?.split(', ') ?? [];
  const sections = await listSections();
  const covered = new Set(jobs.flatMap((words) => selectSections(sections, words.split(' ')).map(({ name }) => name)));
  expect(sections.map(({ name }) => name).filter((name) => !covered.has(name))).toEqual([]);
});
