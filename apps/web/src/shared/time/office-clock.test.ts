import { expect, it } from 'vitest';

/**
 * Days and times of shared data are shown in the office's time zone. Every call that formats one must name a zone. Only `calendar.ts` reads
 * this computer's zone, which is used until the company has loaded.
 */
const sources = import.meta.glob<string>(['../../**/*.{ts,tsx}', '!../../**/*.test.{ts,tsx}', '!../../testing/**'], {
  query: '?raw',
  import: 'default',
  eager: true,
});
const isAllowed = (path: string) => path.endsWith('/calendar.ts');

/** The source of one call, up to its closing bracket. `begins` ends with the opening bracket. */
function callAt(source: string, from: number, begins: string): string {
  let depth = 0;
  for (let at = from + begins.length - 1; at < source.length; at += 1) {
    if (source[at] === '(') depth += 1;
    if (source[at] === ')') depth -= 1;
    if (depth === 0) return source.slice(from, at + 1);
  }
  return source.slice(from);
}

const formatters = /new Intl\.DateTimeFormat\(|toLocaleDateString\(|toLocaleTimeString\(|new Date\([^)]*\)\.toLocaleString\(/g;
const localParts = /\.(?:get|set)(?:FullYear|Month|Date|Day|Hours|Minutes)\(|\.toDateString\(|\.toTimeString\(|new Date\(\w+, /g;

it('no day or time is formatted without a zone', () => {
  expect(Object.keys(sources).length).toBeGreaterThan(300);
  const found = Object.entries(sources).flatMap(([path, source]) => {
    if (isAllowed(path)) return [];
    const calls = [...source.matchAll(formatters)]
      .map((begun) => callAt(source, begun.index, begun[0]))
      .filter((call) => !call.includes('timeZone'));
    return [...calls, ...[...source.matchAll(localParts)].map(([part]) => part)].map((what) => `${path}: ${what}`);
  });
  expect(found).toEqual([]);
});

it('nothing but the shared formatters knows the zone of the reader', () => {
  const knowing = Object.keys(sources).filter((path) => /\bownZone\b/.test(sources[path] ?? ''));
  expect(new Set(knowing.map((path) => path.split('/').at(-1)))).toEqual(new Set(['calendar.ts', 'format-time.ts']));
});
