import { existsSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { runCommand } from '../run-command.ts';
import { type Check, type Ending, expectOutput, limitMs } from './check.ts';
import { listScripts } from './package-scripts.ts';
import { copyTree } from './tree-copy.ts';
import { root, type World } from './world.ts';

/** The copy of the sources, for commands that write files among them. */

let copy: string | undefined;
/** A name that no table has yet. */
const feature = 'toll-passes';

/** Runs a program in the copy as pnpm would, with its package's programs on PATH. */
async function runInCopy(world: World, folder: string, command: string, env: NodeJS.ProcessEnv = {}): Promise<Ending> {
  copy ??= copyTree(world.folder);
  const cwd = join(copy, folder);
  const path = [join(cwd, 'node_modules/.bin'), world.env.PATH].join(delimiter);
  // The copy uses the packages of the original, so pnpm must not install them.
  const noInstall = { pnpm_config_verify_deps_before_run: 'false' };
  return runCommand('sh', ['-c', command], { cwd, env: { ...world.env, ...noInstall, ...env, PATH: path }, limitMs });
}

/** Runs a package's script with the command from its package.json. */
function runScript(world: World, folder: string, id: string, env: NodeJS.ProcessEnv = {}, argument = ''): Promise<Ending> {
  copy ??= copyTree(world.folder);
  const command = listScripts(copy).get(id);
  if (command === undefined) return Promise.resolve({ code: 1, output: `There is no script \`${id}\`.\n` });
  return runInCopy(world, folder, `${command} ${argument}`, env);
}

/** One after another until one fails. */
async function runAll(steps: readonly (() => Promise<Ending>)[]): Promise<Ending> {
  let output = '';
  for (const step of steps) {
    const ending = await step();
    output += ending.output;
    if (ending.code !== 0) return { code: ending.code, output };
  }
  return { code: 0, output };
}

/** Checks the types of the new files and of what they import, not of the whole app. */
function checkTypes(world: World, app: string, ...others: string[]): Promise<Ending> {
  const config = { extends: './tsconfig.json', include: [`src/features/${feature}`, ...others] };
  writeFileSync(join(copy ?? '', app, 'tsconfig.feature.json'), JSON.stringify(config));
  return runInCopy(world, app, `node ${join(root, 'node_modules/typescript/bin/tsc')} -p tsconfig.feature.json`);
}

/** The new feature's files must exist and satisfy the formatter, and the compiler once its table is made. */
async function makeFeature(world: World): Promise<Ending> {
  const ending = await runScript(world, '.', 'new', {}, feature);
  const files = ending.output.split('\n').filter((line) => /^(apps|packages)\/\S+$/.test(line));
  const missing = files.filter((file) => !existsSync(join(copy ?? '', file)));
  if (ending.code !== 0 || files.length < 5 || missing.length > 0) {
    return { code: 1, output: `${ending.output}\nIt named ${files.length} files; not there are: ${missing.join(', ') || 'none'}.\n` };
  }
  const sources = files.filter((file) => !file.endsWith('.sql')).join(' ');
  const table = feature.replaceAll('-', '_');
  return runAll([
    () => runInCopy(world, '.', `node node_modules/@biomejs/biome/bin/biome check --error-on-warnings ${sources}`),
    async () =>
      expectOutput(
        await runInCopy(world, 'apps/api', 'NODE_ENV=development node src/cli/migrate.ts'),
        new RegExp(`^Applied \\d{4}_${table}`, 'm'),
      ),
    () => runInCopy(world, 'apps/api', 'NODE_ENV=development node src/cli/types.ts'),
    () => checkTypes(world, 'apps/api', 'src/testing/global-setup.ts'),
    () => checkTypes(world, 'apps/web', 'src/vite-env.d.ts'),
  ]);
}

/** Builds the programs for production and checks that one of them finds its migrations. */
function buildApi(world: World): Promise<Ending> {
  return runAll([
    () => runScript(world, 'apps/api', '@headhaul/api build'),
    async () =>
      expectOutput(await runInCopy(world, 'apps/api', 'NODE_ENV=development node dist/bin/migrate.mjs'), /^The database is up to date\.$/m),
  ]);
}

/** The extension's build needs addresses and a key to trust. Nobody owns these. */
const addresses = {
  WXT_WEB_ORIGINS: 'https://app.headhaul.example',
  WXT_API_BASE: 'https://app.headhaul.example/api',
  WXT_BOARD_KEYS: `nobody:${'A'.repeat(43)}`,
};

function buildExtension(script: string, env: NodeJS.ProcessEnv): Check {
  const id = `@headhaul/extension ${script}`;
  const run = async (world: World) => expectOutput(await runScript(world, 'apps/extension', id, env), /manifest\.json/);
  return { name: `extension ${script}`, covers: [id], run };
}

/** The new feature comes last, because it adds its table to the database. */
export const treeChecks: readonly Check[] = [
  { name: 'api build', covers: ['@headhaul/api build'], run: buildApi },
  buildExtension('build:firefox', addresses),
  buildExtension('build:dev', {}),
  { name: `new ${feature}`, covers: ['new'], run: makeFeature },
];
