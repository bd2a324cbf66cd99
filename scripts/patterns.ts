import { existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { allowedPatterns } from './allowed-patterns.ts';
import { checkPatterns, listPatterns } from './pattern-costs.ts';

/**
 * `node scripts/patterns.ts`: the cost of every regular expression in the product grows linearly with the text, except for a few on short
 * texts.
 */
const root = resolve(import.meta.dirname, '..');
/** Fewer would mean that the files were not found. */
const leastPatterns = 200;
/** Results are kept, because checking all patterns takes half a minute. A new version of the checker checks them again. */
const seenFile = join(root, '.data/patterns.json');
const { version } = JSON.parse(readFileSync(join(root, 'node_modules/recheck/package.json'), 'utf8')) as { version: string };
const seen = existsSync(seenFile) ? (JSON.parse(readFileSync(seenFile, 'utf8')) as { version: string; harmless: string[] }) : null;
const harmless = new Set(seen?.version === version ? seen.harmless : []);

const files = globSync(['apps/*/{src,entrypoints}/**/*.{ts,tsx}', 'packages/*/src/**/*.ts'], { cwd: root })
  .filter((file) => !/\.test(-d)?\.tsx?$|\/testing\//.test(file))
  .sort();
const patterns = files.flatMap((file) => listPatterns(file, readFileSync(join(root, file), 'utf8')));
const faults = await checkPatterns(patterns, allowedPatterns, harmless);
mkdirSync(dirname(seenFile), { recursive: true });
writeFileSync(seenFile, JSON.stringify({ version, harmless: [...harmless] }));
if (patterns.length < leastPatterns) faults.push(`only ${patterns.length} patterns were found, fewer than ${leastPatterns}`);
for (const fault of faults) process.stdout.write(`${fault}\n`);
if (faults.length > 0) {
  process.stdout.write(
    'Write the pattern so that there is one way to read a text, or cut the text and name the pattern in scripts/allowed-patterns.ts.\n',
  );
}
// The checker's thread would keep the process alive.
process.exit(faults.length > 0 ? 1 : 0);
