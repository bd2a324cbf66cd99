import { globSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** `db:migrate` for a script of the root package.json, `@headhaul/api db:migrate` for one of a package. */
export type ScriptId = string;

interface PackageJson {
  name: string;
  scripts?: Record<string, string>;
}

const cliFolder = 'apps/api/src/cli';
const forward = /^pnpm (?:--silent )?--filter (\S+) (\S+)$/;

/** Every script of every package.json, with what it runs. */
export function listScripts(root: string): Map<ScriptId, string> {
  const files = globSync('{.,apps/*,packages/*,tools/*,sandbox,e2e,proof,bench}/package.json', { cwd: root }).sort();
  const scripts = files.flatMap((file) => {
    const { name, scripts: own = {} } = JSON.parse(readFileSync(join(root, file), 'utf8')) as PackageJson;
    return Object.entries(own).map(([script, text]) => [file === 'package.json' ? script : `${name} ${script}`, text] as const);
  });
  return new Map(scripts);
}

/** The API's command-line programs: files in the folder that no other file there imports. */
export function listCliPrograms(root: string): string[] {
  const files = readdirSync(join(root, cliFolder)).filter((file) => file.endsWith('.ts') && !/\.test(-d)?\.ts$/.test(file));
  const texts = files.map((file) => readFileSync(join(root, cliFolder, file), 'utf8'));
  return files.filter((file) => !texts.some((text) => text.includes(`'./${file}'`)));
}

/** Scripts that the list of commands lacks, or still names although they are gone. As sentences. */
export function findGaps(
  scripts: ReadonlyMap<ScriptId, string>,
  cliPrograms: readonly string[],
  run: ReadonlySet<ScriptId>,
  elsewhere: ReadonlySet<ScriptId>,
): string[] {
  // A script that only calls another script also covers that one.
  const forwarded = [...scripts].flatMap(([id, text]) => {
    const [, name, script] = forward.exec(text) ?? [];
    return name !== undefined && script !== undefined && run.has(id) ? [`${name} ${script}`] : [];
  });
  const known = new Set([...run, ...forwarded, ...elsewhere]);
  const texts = [...scripts.values()];
  return [
    ...[...scripts.keys()].filter((id) => !known.has(id)).map((id) => `The script \`${id}\` is run by nobody. Add it to scripts/commands.`),
    ...[...run, ...elsewhere].filter((id) => !scripts.has(id)).map((id) => `There is no script \`${id}\` any more.`),
    ...[...run].filter((id) => elsewhere.has(id)).map((id) => `The script \`${id}\` is both run here and said to be run elsewhere.`),
    ...cliPrograms
      .filter((file) => !texts.some((text) => text.includes(`src/cli/${file}`)))
      .map((file) => `${cliFolder}/${file} is imported by no other command and named by no script.`),
  ];
}
