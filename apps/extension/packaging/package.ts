import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, globSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { resolveOrigins, toMatchPattern } from '../src/lib/origins.ts';
import { type LintReport, listFindings } from './lint-findings.ts';
import { type BuiltManifest, diffLines, listManifestLines } from './manifest-lines.ts';
import { scanRemoteCode } from './remote-code.ts';

/**
 * `pnpm extension:package`: the packages for the three stores, their source maps, the source for Mozilla's reviewers and the list of
 * what is inside. `--check` builds for example addresses, and keeps nothing. `--write` accepts what the manifests may do now.
 */
const { values } = parseArgs({ options: { check: { type: 'boolean', default: false }, write: { type: 'boolean', default: false } } });

const home = resolve(import.meta.dirname, '..');
const output = join(home, '.output');
const packages = join(output, 'packages');
const permissionsFile = join(home, 'store/permissions.json');
const browsers = ['chrome', 'edge', 'firefox'] as const;
type Browser = (typeof browsers)[number];
type Lines = Record<Browser, string[]>;

interface Permissions {
  /** What users have. Null before the first release. */
  released: { version: string; lines: Lines } | null;
  next: Lines;
}

const example = {
  WXT_WEB_ORIGINS: 'https://app.headhaul.example',
  WXT_API_BASE: 'https://api.headhaul.example/api',
  WXT_BOARD_KEYS: `example:${randomBytes(32).toString('base64url')}`,
};
const env = { ...process.env, ...(values.check ? example : {}), NODE_ENV: 'production' };

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

const builtFolder = (browser: Browser) => join(output, `${browser}-mv3-store`);
const readManifest = (browser: Browser) => JSON.parse(readFileSync(join(builtFolder(browser), 'manifest.json'), 'utf8')) as BuiltManifest;

/** Builds one package. The maps explain an error report and are kept from users, so they go to a folder of their own. */
function build(browser: Browser): void {
  rmSync(builtFolder(browser), { recursive: true, force: true });
  const wxt = join(home, 'node_modules/wxt/bin/wxt.mjs');
  execFileSync(process.execPath, [wxt, 'zip', '-b', browser, '--mv3', '--mode', 'store'], {
    cwd: home,
    env,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const maps = globSync('**/*.map', { cwd: builtFolder(browser) });
  if (maps.length === 0) throw new Error(`the build for ${browser} has no source maps`);
  for (const map of maps) {
    const target = join(output, 'maps', `${readManifest(browser).version}-${browser}`, map);
    mkdirSync(dirname(target), { recursive: true });
    renameSync(join(builtFolder(browser), map), target);
  }
}

function packageOf(browser: Browser): string {
  return join(packages, `headhaul-${readManifest(browser).version}-${browser}.zip`);
}

function checkPackage(browser: Browser): string[] {
  const file = packageOf(browser);
  if (!existsSync(file)) return [`there is no ${file}`];
  // Names of files are not compressed in a zip.
  const hasMap = readFileSync(file).includes('.js.map');
  return [
    ...(hasMap ? [`${browser}: a source map is in the package`] : []),
    ...scanRemoteCode(builtFolder(browser)).map((found) => `${browser}: ${found}`),
  ];
}

function lint(): string[] {
  const linter = join(home, 'node_modules/addons-linter/bin/addons-linter');
  const args = [linter, builtFolder('firefox'), '--output', 'json', '--self-hosted=false'];
  try {
    return listFindings(JSON.parse(execFileSync(process.execPath, args, { encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 })) as LintReport);
  } catch (error) {
    // It ends with 1 when there are errors, and says them.
    const { stdout } = error as { stdout?: string };
    if (stdout === undefined || stdout === '') throw error;
    return listFindings(JSON.parse(stdout) as LintReport);
  }
}

function compare(): string[] {
  const { webOrigins, apiBase } = resolveOrigins(env);
  const { origin } = new URL(apiBase);
  const addresses = { web: webOrigins.map(toMatchPattern), api: toMatchPattern(origin), apiOrigin: origin };
  const built = Object.fromEntries(browsers.map((browser) => [browser, listManifestLines(readManifest(browser), addresses)])) as Lines;
  const { released, next } = JSON.parse(readFileSync(permissionsFile, 'utf8')) as Permissions;
  if (values.write) writeFileSync(permissionsFile, `${JSON.stringify({ released, next: built } satisfies Permissions, null, 2)}\n`);
  const faults: string[] = [];
  for (const browser of browsers) {
    const { version } = readManifest(browser);
    const since = released === null ? null : diffLines(released.lines[browser], built[browser]);
    say(`${browser.padEnd(8)} ${version}, ${released === null ? 'not released yet' : `released ${released.version}`}`);
    for (const line of since ?? built[browser].map((one) => `  ${one}`)) say(`         ${line}`);
    const unexpected = values.write ? [] : diffLines(next[browser], built[browser]);
    faults.push(...unexpected.map((line) => `${browser}: ${line} (store/permissions.json says otherwise)`));
  }
  return faults;
}

/** Everything that is inside, with versions and licenses. */
function writeBillOfMaterials(): void {
  const file = join(packages, `headhaul-${readManifest('chrome').version}-sbom.cdx.json`);
  execFileSync(
    'pnpm',
    ['sbom', '--sbom-format', 'cyclonedx', '--sbom-type', 'application', '--prod', '--filter', '@headhaul/extension', '--out', file],
    {
      cwd: resolve(home, '../..'),
      stdio: ['ignore', 'ignore', 'inherit'],
    },
  );
  const { components } = JSON.parse(readFileSync(file, 'utf8')) as { components: unknown[] };
  if (components.length === 0) throw new Error('the bill of materials is empty');
  say(`sbom     ${components.length} components`);
}

/** Mozilla's reviewers build the package themselves. */
function writeSource(): void {
  const file = join(packages, `headhaul-${readManifest('firefox').version}-source.zip`);
  execFileSync('git', ['archive', '--format=zip', '--prefix=headhaul/', '-o', file, 'HEAD'], { cwd: resolve(home, '../..') });
}

rmSync(packages, { recursive: true, force: true });
mkdirSync(packages, { recursive: true });
for (const browser of browsers) build(browser);
const faults = [...browsers.flatMap(checkPackage), ...lint().map((found) => `firefox: ${found}`), ...compare()];
writeBillOfMaterials();
if (!values.check) writeSource();
for (const fault of faults) say(`FAIL     ${fault}`);
if (faults.length > 0) {
  say('Users are asked again when an update may do more. If that is meant, run it with --write and commit store/permissions.json.');
  process.exitCode = 1;
} else if (values.check) {
  rmSync(packages, { recursive: true });
  say('All packages can be built, and may do what store/permissions.json says.');
} else say(`The packages are in ${packages}.`);
