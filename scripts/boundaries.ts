import { existsSync, readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { runCommand } from './run-command.ts';

/** Import rules over the whole tree, by dependency-cruiser. `node scripts/boundaries.ts` prints what they found. */
interface CruiseJson {
  summary: {
    totalCruised: number;
    violations: { from: string; to: string; rule: { name: string } }[];
  };
}

export interface BoundaryReport {
  modules: number;
  /** Sentences; empty when all is well. */
  faults: string[];
}

const repository = resolve(import.meta.dirname, '..');
const sourceFolders = ['apps', 'packages', 'sandbox', 'e2e', 'proof', 'bench', 'scripts'];

/** A cruise that reads nothing also finds nothing wrong, so fewer modules than this is a fault. */
const minimumModules = 60;

async function cruise(root: string, folders: string[], kind: 'source' | 'runtime'): Promise<CruiseJson['summary']> {
  const { code, stdout, output } = await runCommand(
    process.execPath,
    [
      join(repository, 'node_modules/dependency-cruiser/bin/dependency-cruiser.mjs'),
      '--config',
      join(root, '.dependency-cruiser.cjs'),
      '--output-type',
      'json',
      ...folders,
    ],
    { cwd: root, env: { ...process.env, CRUISE: kind } },
  );
  if (!stdout.startsWith('{')) throw new Error(`dependency-cruiser failed (code ${code}):\n${output}`);
  return (JSON.parse(stdout) as CruiseJson).summary;
}

export async function checkBoundaries(root = repository, minimum = minimumModules): Promise<BoundaryReport> {
  const folders = sourceFolders.filter((folder) => existsSync(join(root, folder)) && readdirSync(join(root, folder)).length > 0);
  if (folders.length === 0) return { modules: 0, faults: [`No source folder found under ${root}.`] };
  const source = await cruise(root, folders, 'source');
  const runtime = await cruise(root, folders, 'runtime');
  const violations = [...source.violations, ...runtime.violations];
  const faults = violations.map((violation) => `${violation.rule.name}: ${violation.from} → ${violation.to}`);
  const modules = Math.min(source.totalCruised, runtime.totalCruised);
  if (modules < minimum) faults.push(`Only ${modules} modules were read, fewer than ${minimum}: the rules did not see the tree.`);
  return { modules, faults };
}

if (import.meta.main) {
  const { modules, faults } = await checkBoundaries();
  for (const fault of faults) process.stdout.write(`${fault}\n`);
  process.stdout.write(`${modules} modules, ${faults.length} faults\n`);
  if (faults.length > 0) process.exitCode = 1;
}
