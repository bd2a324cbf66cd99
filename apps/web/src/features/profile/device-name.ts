import type { Audience } from '@headhaul/contracts/session';

/** In this order: the later names stand in the earlier browsers' user agents too. */
const browsers: readonly [RegExp, string][] = [
  [/Edg(e|A|iOS)?\//, 'Edge'],
  [/OPR\/|Opera/, 'Opera'],
  [/Firefox\/|FxiOS\//, 'Firefox'],
  [/Chrome\/|CriOS\//, 'Chrome'],
  [/Safari\//, 'Safari'],
];

const systems: readonly [RegExp, string][] = [
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, 'Android'],
  [/CrOS/, 'Chromebook'],
  [/Windows/, 'Windows'],
  [/Macintosh|Mac OS X/, 'Mac'],
  [/Linux/, 'Linux'],
];

function find(list: readonly [RegExp, string][], userAgent: string): string | null {
  return list.find(([pattern]) => pattern.test(userAgent))?.[1] ?? null;
}

/** A user agent in plain words: "Chrome on Windows", "Extension, Edge on Mac". */
export function deviceName(userAgent: string, audience: Audience): string {
  const browser = find(browsers, userAgent);
  const system = find(systems, userAgent);
  const where = browser === null ? system : system === null ? browser : `${browser} on ${system}`;
  if (audience === 'extension') return where === null ? 'Extension' : `Extension, ${where}`;
  return where ?? 'Unknown device';
}
