import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Ways to run what is not in the package. The stores forbid them. */
const ways: readonly [name: string, pattern: RegExp][] = [
  ['eval', /(?<![\w$.])eval\s*\(/],
  ['a function made of text', /new Function\s*\(/],
  ['a script of another server', /<script[^>]+src=["']?(?:https?:)?\/\//i],
  ['an import from another server', /\bimport\s*\(\s*["'`]https?:/],
  ['a worker script of another server', /\bimportScripts\s*\(\s*["'`]https?:/],
  ['WebAssembly', /\bWebAssembly\b/],
  ['a comment that names a source map', /\/[/*]# sourceMappingURL=/],
];

export function findRemoteCode(text: string): string[] {
  return ways.filter(([, pattern]) => pattern.test(text)).map(([name]) => name);
}

/** Looks through the scripts and pages of a built extension. */
export function scanRemoteCode(folder: string): string[] {
  return globSync('**/*.{js,html}', { cwd: folder }).flatMap((file) =>
    findRemoteCode(readFileSync(join(folder, file), 'utf8')).map((name) => `${file}: ${name}`),
  );
}
