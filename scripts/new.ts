import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { apiTestFile, migrationFile, routesFile, serviceFile } from './new/api-templates.ts';
import { contractFile } from './new/contract-template.ts';
import { type FeatureNames, readFeatureNames } from './new/names.ts';
import { formFile, pageFile, pageStyles, webApiFile, webTestFile } from './new/web-templates.ts';
import { paint } from './paint.ts';
import { runCommand } from './run-command.ts';

/** `pnpm new trailers`: creates the files of a new feature that works at once. */
const root = resolve(import.meta.dirname, '..');

function nextMigrationNumber(): string {
  const migrations = readdirSync(join(root, 'apps/api/migrations')).filter((file) => /^\d{4}_/.test(file));
  const last = migrations.sort().at(-1) ?? '0000';
  return String(Number(last.slice(0, 4)) + 1).padStart(4, '0');
}

function listFiles(names: FeatureNames): Record<string, string> {
  const api = `apps/api/src/features/${names.plural}`;
  const web = `apps/web/src/features/${names.plural}`;
  return {
    [`packages/contracts/src/${names.plural}.ts`]: contractFile(names),
    [`apps/api/migrations/${nextMigrationNumber()}_${names.table}.sql`]: migrationFile(names),
    [`${api}/${names.plural}.service.ts`]: serviceFile(names),
    [`${api}/${names.plural}.routes.ts`]: routesFile(names),
    [`${api}/${names.plural}.test.ts`]: apiTestFile(names),
    [`${web}/${names.plural}.api.ts`]: webApiFile(names),
    [`${web}/${names.plural}-page.tsx`]: pageFile(names),
    [`${web}/${names.plural}-page.module.css`]: pageStyles(),
    [`${web}/${names.singular}-form.tsx`]: formFile(names),
    [`${web}/${names.plural}.test.tsx`]: webTestFile(names),
  };
}

async function writeFiles(files: Record<string, string>): Promise<void> {
  const existing = Object.keys(files).filter((path) => existsSync(join(root, path)));
  if (existing.length > 0) throw new Error(`Already there:\n  ${existing.join('\n  ')}`);
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), content);
  }
  // Line breaks and the order of imports depend on the length of the names.
  const formatted = Object.keys(files).filter((path) => !path.endsWith('.sql'));
  await runCommand(process.execPath, ['node_modules/@biomejs/biome/bin/biome', 'check', '--write', ...formatted], { cwd: root });
}

const kindsFile = 'apps/api/src/lib/security-events/security-kinds.ts';

/** Adds the feature's audit actions to the list of known ones. They are not security events. The author may change that. */
function declareActions({ singularSnake }: FeatureNames): void {
  const path = join(root, kindsFile);
  const [before = '', listed = '', after = ''] = readFileSync(path, 'utf8').split(/(?<=auditActions = \{\n)|(?=\} satisfies)/);
  const lines = ['changed', 'created', 'deleted'].map((act) => `  '${singularSnake}.${act}': null,`);
  const all = [...listed.trimEnd().split('\n'), ...lines].sort((a, b) => (a < b ? -1 : 1));
  writeFileSync(path, `${before}${all.join('\n')}\n${after}`);
}

function describeNextSteps(names: FeatureNames): string {
  const record = `{ path: '/dispatcher/${names.plural}', title: '${names.title}', page: () => import('../features/${names.plural}/${names.plural}-page.tsx'), guard: 'signed-in' },`;
  return [
    paint('bold', 'Add this line to apps/api/src/features/index.ts:'),
    `export { ${names.singularCamel}Routes } from './${names.plural}/${names.plural}.routes.ts';`,
    '',
    paint('bold', 'Add this record to apps/web/src/app/routes.tsx (give it a `sidebar` if it belongs there):'),
    record,
    '',
    paint('bold', `Its actions are in ${kindsFile}; name there what of them is a security event.`),
    '',
    paint('bold', 'Then:'),
    'pnpm db:migrate && pnpm db:types && pnpm db:citus && pnpm exec biome check --write && pnpm check && pnpm test',
    '',
  ].join('\n');
}

const [plural, singular] = process.argv.slice(2);
if (plural === undefined) {
  process.stderr.write('Usage: pnpm new <plural> [singular], e.g. pnpm new trailers\n');
  process.exit(1);
}
try {
  const names = readFeatureNames(plural, singular);
  const files = listFiles(names);
  await writeFiles(files);
  declareActions(names);
  process.stdout.write(`${Object.keys(files).join('\n')}\n\n${describeNextSteps(names)}`);
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`);
  process.exit(1);
}
