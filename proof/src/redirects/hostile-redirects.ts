import type { Random } from '../lib/random.ts';
import { isAllowedTarget, paths, webOrigins } from './allow-list.ts';

const evilHosts = [
  'evil.example',
  'evil.example.',
  'xn--hedhaul-9xa.example',
  'localhost',
  'localhost:9',
  '127.0.0.1',
  '[::1]',
  '2130706433',
  '0x7f.1',
  '017700000001',
  '[::ffff:7f00:1]',
  '169.254.169.254',
];
const evilSchemes = [
  'javascript:',
  'JaVaScRiPt:',
  'data:text/html,',
  'vbscript:',
  'file://',
  'ftp://',
  'ws://',
  'blob:',
  'filesystem:',
  'view-source:',
  'about:blank#',
  'intent://',
  'chrome-extension://',
  'mailto:',
];
const unusual = [
  '\t',
  '\n',
  '\r',
  '\r\n',
  '\0',
  '\v',
  ' ',
  '\u00a0',
  '\u2028',
  '\u200b',
  '\u202e',
  '\ufeff',
  '\u3002',
  '\uff0f',
  '\u2044',
  '\\',
  '\x7f',
];
const encoded = [
  '%00',
  '%09',
  '%0a',
  '%0d%0aSet-Cookie:x=1',
  '%20',
  '%23',
  '%25',
  '%252f',
  '%2e%2e',
  '%2f',
  '%2f%2f',
  '%3f',
  '%40',
  '%5c',
  '%ff',
  '%u2215',
  '%E3%80%82',
];
// Letters that look like the letters of our host names.
const lookAlikes: Record<string, string> = {
  a: 'а',
  e: 'е',
  o: 'о',
  h: 'һ',
  p: 'р',
  l: 'ⅼ',
  u: 'υ',
  d: 'ԁ',
  x: 'х',
  m: 'ｍ',
  c: 'ϲ',
  s: 'ѕ',
};

type Recipe = (random: Random, origin: string, path: string) => string;

function hostOf(origin: string): string {
  return origin.slice(origin.indexOf('//') + 2);
}

function insert(text: string, piece: string, at: number): string {
  return text.slice(0, at) + piece + text.slice(at);
}

function mixCase(random: Random, text: string): string {
  return [...text].map((letter) => (random.chance(0.5) ? letter.toUpperCase() : letter.toLowerCase())).join('');
}

function swapLetters(random: Random, text: string): string {
  return [...text].map((letter) => (random.chance(0.4) ? (lookAlikes[letter] ?? letter) : letter)).join('');
}

const recipes: Record<string, Recipe> = {
  'foreign host': (random, origin, path) => `${origin.split('//')[0]}//${random.pick(evilHosts)}${path}`,
  'our host as a subdomain': (random, origin, path) => `${origin}.${random.pick(evilHosts)}${path}`,
  'our host glued on': (random, origin, path) => `${origin}${random.pick(['-', '', '_', '0', 'a', '%2e'])}${random.pick(evilHosts)}${path}`,
  'foreign subdomain of ours': (random, origin, path) =>
    origin.replace('//', `//${random.pick(['evil', 'www', 'app', 'cdn', 'xn--', 'a.b'])}${random.below(50)}.`) + path,
  userinfo: (random, origin, path) =>
    `${origin}${random.pick([':x@', '@', ':@', '%40', '#@', '?@', '/@', '\\@', ';@', ',@'])}${random.pick(evilHosts)}${path}`,
  'user name before ours': (random, origin, path) =>
    origin.replace('//', `//${random.pick(['user', 'user:pass', ':', 'evil.example', '%20'])}@`) + path,
  'other port': (random, origin, path) => `${origin.replace(/:\d+$/, '')}:${random.below(65_536)}${path}`,
  'port tricks': (random, origin, path) =>
    `${origin}${random.pick([':', ':80', ':443', ':0', ':-1', ':00443', ':5173', '0', ':99999', ':x'])}${path}`,
  'scheme change': (random, origin, path) =>
    `${random.pick(['http:', 'https:', 'HTTP:', 'hxxp:', 'ws:', 'wss:', 'ftp:', ''])}${random.pick(['//', '/', '', '///', '\\\\', '/\\', '\\/'])}${hostOf(origin)}${path}${random.pick(['', '?plan=1'])}`,
  'script or data': (random, origin, path) =>
    `${random.pick(evilSchemes)}${random.pick(['alert(1)', '//', '%0aalert(1)//', ''])}${random.chance(0.5) ? origin + path : random.pick(evilHosts)}`,
  'script with ours in a comment': (random, origin, path) =>
    `${mixCase(random, 'javascript')}:${random.pick(['//', '/*'])}${origin}${path}${random.pick(['%0aalert(1)', '*/alert(1)', '\nalert(1)'])}`,
  relative: (random, _origin, path) =>
    `${random.pick(['/', '//', '///', '/\\', '\\\\', './/', '?', '#', '..//', 'https:', 'https:/'])}${random.pick(evilHosts)}${path}`,
  'unusual character inside': (random, origin, path) =>
    insert(origin + path, random.pick(unusual), random.below(origin.length + path.length + 1)),
  'encoded character inside': (random, origin, path) =>
    insert(origin + path, random.pick(encoded), random.below(origin.length + path.length + 1)),
  'look-alike letters': (random, origin, path) => swapLetters(random, origin) + path,
  'look-alike path': (random, origin, path) => origin + swapLetters(random, path),
  'mixed case': (random, origin, path) => mixCase(random, origin) + (random.chance(0.5) ? mixCase(random, path) : path),
  traversal: (random, origin, path) =>
    `${origin}${random.pick(['/..', '/.', '/%2e%2e', '/x/..', '/;', '//', '/./', '/x/../..'])}${path}${random.pick(['', '/..', '/.', '/', '/../login', '//evil.example', '/%2e%2e/%2e%2e'])}`,
  'foreign path': (random, origin, path) =>
    `${origin}${random.pick(['/logout', '/', '', '/api/auth/logout', `${path}/x`, `${path}x`, `/x${path}`, path.slice(0, -1), '/oauth/callback/google', '/redirect'])}${random.pick(['', '?to=https://evil.example', '#x'])}`,
  'double encoded': (random, origin, path) => {
    const times = 1 + random.below(3);
    let text = origin + path;
    for (let turn = 0; turn < times; turn++) text = encodeURIComponent(text);
    return text;
  },
  fragment: (random, origin, path) =>
    `${origin}${path}${random.pick(['#', '#token=', '#/', '#?token=', '#@', '?plan=1#'])}${random.pick(evilHosts)}`,
  'query smuggling': (random, origin, path) =>
    `${origin}${path}?${random.pick(['token', 'error', 'code', 'next', 'redirectTo', 'url', 'Token', 'token[]', '__proto__'])}=${random.pick(['eyJ2IjoxfQ', 'https://evil.example', '//evil.example', '%0d%0aLocation:%20https://evil.example'])}${random.below(100)}`,
  'trailing dot': (random, origin, path) => `${origin.replace(/(:\d+)?$/, `${random.pick(['.', '..', '%2e', '。'])}$1`)}${path}`,
  'whitespace around': (random, origin, path) => `${random.pick([...unusual, ''])}${origin}${path}${random.pick(unusual)}`,
  'two addresses': (random, origin, path) =>
    `${origin}${path}${random.pick([',', ' ', ';', '|', '%20', '&redirectTo='])}https://${random.pick(evilHosts)}${path}`,
  'backslashes for slashes': (random, origin, path) =>
    [...(origin + path)].map((letter) => (letter === '/' && random.chance(0.5) ? '\\' : letter)).join(''),
  'very long': (random, origin, path) => `${origin}${path}${random.pick(['?plan=', '/', '?x='])}${'a'.repeat(500 + random.below(1_400))}`,
};

export interface Hostile {
  kind: string;
  text: string;
}

/** Addresses that are not ours, or not written as ours are. All distinct, and none of them equal to a good one. */
export function makeHostileRedirects(random: Random, count: number): Hostile[] {
  const made = new Map<string, string>();
  const kinds = Object.entries(recipes);
  for (let turn = 0; made.size < count; turn++) {
    if (turn > count * 50) throw new Error('the grammar is too poor for so many');
    const [kind, recipe] = kinds[turn % kinds.length] ?? ['', () => ''];
    const text = recipe(random, random.pick(webOrigins), random.pick(paths));
    if (text !== '' && !isWrittenAsOurs(text)) made.set(text, kind);
  }
  return [...made].map(([text, kind]) => ({ kind, text }));
}

/** Random parts can form a good address by chance. That would not be an attack. */
function isWrittenAsOurs(text: string): boolean {
  return URL.canParse(text) && new URL(text).href === text && isAllowedTarget(new URL(text)) && new URL(text).search === '';
}
