/** The order matters: the user agents of the earlier browsers also contain the later names. */
const browsers: readonly [RegExp, string][] = [
  [/Edg(e|A|iOS)?\//, 'Edge'],
  [/OPR\/|Opera/, 'Opera'],
  [/SamsungBrowser\//, 'Samsung Internet'],
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

const handhelds = ['iPhone', 'iPad', 'Android'];

function find(list: readonly [RegExp, string][], userAgent: string): string | null {
  return list.find(([pattern]) => pattern.test(userAgent))?.[1] ?? null;
}

export interface Device {
  /** "Chrome on Windows"; null when the user agent says neither browser nor system. */
  name: string | null;
  isHandheld: boolean;
}

/** Describes a user agent in plain words. A browser can send any user agent, so this proves nothing. */
export function readDevice(userAgent: string): Device {
  const browser = find(browsers, userAgent);
  const system = find(systems, userAgent);
  const name = browser === null ? system : system === null ? browser : `${browser} on ${system}`;
  return { name, isHandheld: system !== null && handhelds.includes(system) };
}
