import { existsSync, readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { cruise, type ICruiseResult, type IForbiddenRuleType } from 'dependency-cruiser';
import { forbidden, options, shippedToPages } from './boundary-rules.ts';

/** Checks import rules over the whole tree with dependency-cruiser. `node scripts/boundaries.ts` prints what they found. */
export interface BoundaryReport {
  modules: number;
  /** Sentences. Empty if there are no faults. */
  faults: string[];
}

const repository = resolve(import.meta.dirname, '..');
const sourceFolders = ['apps', 'packages', 'sandbox', 'e2e', 'proof', 'bench', 'scripts'];

/** A run that reads no files finds no faults either, so fewer modules than this count as a fault. */
const minimumModules = 2_000;

async function run(root: string, folders: string[], rules: IForbiddenRuleType[], areTypesRead: boolean): Promise<ICruiseResult['summary']> {
  const { output } = await cruise(folders, {
    ...options,
    tsPreCompilationDeps: areTypesRead,
    baseDir: root,
    validate: true,
    ruleSet: { forbidden: rules },
  });
  return (output as ICruiseResult).summary;
}

export async function checkBoundaries(root = repository, minimum = minimumModules): Promise<BoundaryReport> {
  const folders = sourceFolders.filter((folder) => existsSync(join(root, folder)) && readdirSync(join(root, folder)).length > 0);
  if (folders.length === 0) return { modules: 0, faults: [`No source folder found under ${root}.`] };
  const source = await run(root, folders, forbidden, true);
  const extension = existsSync(join(root, 'apps/extension'))
    ? await run(root, ['apps/extension'], shippedToPages, false)
    : { violations: [] };
  const faults = [...source.violations, ...extension.violations].map(({ rule, from, to }) => `${rule.name}: ${from} → ${to}`);
  const modules = source.totalCruised;
  if (modules < minimum) faults.push(`Only ${modules} modules were read, fewer than ${minimum}: the rules did not see the tree.`);
  return { modules, faults };
}

if (import.meta.main) {
  const { modules, faults } = await checkBoundaries();
  for (const fault of faults) process.stdout.write(`${fault}\n`);
  process.stdout.write(`${modules} modules, ${faults.length} faults\n`);
  if (faults.length > 0) process.exitCode = 1;
}
