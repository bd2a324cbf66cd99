import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';

/** What a page can name: files and folders, commands, endpoints. */
export interface Named {
  exists(path: string): boolean;
  read(path: string): string;
  /** `check`, or `@headhaul/web size` for a script of a package. */
  scripts: ReadonlySet<string>;
  /** Names of proofs and benches: `proof mail`. */
  harnesses: ReadonlySet<string>;
  /** `POST /loads`. */
  endpoints: ReadonlySet<string>;
}

/** Names of what a command makes, and of examples. */
const notInTheTree = /\/dist\/|\/\.output|\/test-results|\/results\/|\/node_modules\/|trailers|NNNN/;
const inTheTree = /^(apps|packages|sandbox|e2e|proof|bench|scripts|tools|deploy|docs)\/[\w.\-/]+$/;

const spansOf = (text: string) => [...text.matchAll(/`([^`\n]+)`/g)].map(([, span = '']) => span);

/** What a page names and the repository does not have. */
export function findDocFaults(path: string, text: string, named: Named): string[] {
  return [
    ...findLostLinks(path, text, named),
    ...findLostPaths(text, named),
    ...findLostCommands(text, named),
    ...findLostEndpoints(text, named),
  ];
}

function findLostLinks(path: string, text: string, { exists }: Named): string[] {
  const links = [...text.matchAll(/\]\(([^)#]+)(?:#[^)]*)?\)/g)].map(([, link = '']) => link).filter((link) => !/^[a-z]+:/.test(link));
  return links.filter((link) => !exists(posix.normalize(posix.join(dirname(path), link)))).map((link) => `no page ${link}`);
}

function findLostPaths(text: string, { exists }: Named): string[] {
  const paths = spansOf(text).filter((span) => inTheTree.test(span) && !notInTheTree.test(span));
  return paths.filter((path) => !exists(path)).map((path) => `no file ${path}`);
}

function findLostCommands(text: string, { scripts, harnesses }: Named): string[] {
  return [...text.matchAll(/\bpnpm (?:--filter (\S+) )?([a-z][\w:-]*)(?: ([a-z][\w-]*))?/g)].flatMap(
    ([, filter, script = '', argument]) => {
      // pnpm's own command, which runs a program of a package.
      if (script === 'vitest') return [];
      const name = filter === undefined ? script : `${filter} ${script}`;
      if (!scripts.has(name)) return [`no script ${name}`];
      const isHarness = (script === 'proof' || script === 'bench') && argument !== undefined;
      return isHarness && !harnesses.has(`${script} ${argument}`) ? [`no ${script} ${argument}`] : [];
    },
  );
}

function findLostEndpoints(text: string, { endpoints }: Named): string[] {
  const asked = spansOf(text).flatMap((span) => /^(GET|POST|PUT|DELETE) (?:\/api)?(\/\S+)$/.exec(span)?.slice(1).join(' ') ?? []);
  return asked.filter((endpoint) => !endpoints.has(endpoint)).map((endpoint) => `no endpoint ${endpoint}`);
}

/** Steps of a table of files and their functions, such as the walk of one save, whose function is not in the file. */
export function findLostSteps(text: string, { exists, read }: Named): { steps: number; faults: string[] } {
  const rows = text.split('\n').filter((line) => /^\| \d+ +\|/.test(line));
  let file = '';
  const faults = rows.flatMap((row) => {
    const [first = '', second] = spansOf(row.split('|')[2] ?? '');
    if (second !== undefined) file = first;
    const name = second ?? first;
    return exists(file) && new RegExp(`\\b${name}\\b`).test(read(file)) ? [] : [`no ${name} in ${file}`];
  });
  return { steps: rows.length, faults };
}

function readJson(path: string): { name: string; scripts?: Record<string, string> } {
  return JSON.parse(readFileSync(path, 'utf8')) as { name: string; scripts?: Record<string, string> };
}

/** The scripts of the root and, with the package's name before them, of the packages. */
export function listNamedScripts(root: string, folders: readonly string[]): Set<string> {
  const own = Object.keys(readJson(join(root, 'package.json')).scripts ?? {});
  const others = folders.map((folder) => readJson(join(root, folder, 'package.json')));
  return new Set([...own, ...others.flatMap(({ name, scripts = {} }) => Object.keys(scripts).map((script) => `${name} ${script}`))]);
}

export function listHarnesses(root: string): Set<string> {
  const namesIn = (folder: string, ending: string) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith(ending))
      .map((file) => posix.basename(file.replaceAll('\\', '/'), ending));
  return new Set([
    ...namesIn('proof/src', '.proof.ts').map((name) => `proof ${name}`),
    ...namesIn('bench/src', '.bench.ts').map((name) => `bench ${name}`),
  ]);
}

/** The endpoints of the contracts, read as text: a method, and the path that follows it. */
export function listEndpoints(root: string): Set<string> {
  const folder = join(root, 'packages/contracts/src');
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
    (file) => file.endsWith('.ts') && !file.endsWith('.test.ts'),
  );
  const text = files.map((file) => readFileSync(join(folder, file), 'utf8')).join('\n');
  return new Set([...text.matchAll(/method: '([A-Z]+)',\s+path: '([^']+)'/g)].map(([, method, path]) => `${method} ${path}`));
}
