import { lstat, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { inflateRawSync } from 'node:zlib';

/** How often and where each mark was found. */
export interface Traces {
  count(mark: string): number;
  places(mark: string): readonly string[];
  /** Searches a text, or bytes read as latin1. `place` says where it came from. */
  search(place: string, told: string): void;
  searchFolder(folder: string): Promise<number>;
}

const words = ['canary', 'nightjar'];
const asWritten = new RegExp(`(?:${words.join('|')})([a-p]{12})`, 'gi');
const around = 60;

/** Hex bytes of a word as a dump writes them, with each letter in either case. */
function inHex(word: string): string {
  const letters = Array.from(word, (letter) => {
    const [high, low] = Buffer.from(letter).toString('hex');
    return `[${Number(high) - 2}${high}]${low}`;
  });
  return letters.join('');
}
const asHex = new RegExp(`(?:${words.map(inHex).join('|')})(?:[46][1-9a-f]|[57]0){12}`, 'gi');

/**
 * The base64 characters that a word always has, for each of the three positions a byte can have in a group, and how many characters come
 * before them.
 */
const spellings = words
  .flatMap((word) => [word, word.toUpperCase(), `${word.charAt(0).toUpperCase()}${word.slice(1)}`])
  .flatMap((word) =>
    [0, 1, 2].map((shift) => {
      const skipped = Math.ceil((shift * 8) / 6);
      const whole = Math.floor(((shift + word.length) * 8) / 6);
      return {
        skipped,
        text: Buffer.from('x'.repeat(shift) + word)
          .toString('base64')
          .slice(skipped, whole),
      };
    }),
  );
const asBase64 = new RegExp(spellings.map(({ text }) => text.replaceAll('+', '\\+')).join('|'), 'g');
const skippedOf = new Map(spellings.map(({ text, skipped }) => [text, skipped]));

/** Finds canaries in any case, in plain text, hex and base64. A phone number is found only as it was typed. */
export function createTraces(phones: ReadonlyMap<string, string>): Traces {
  const found = new Map<string, string[]>();
  const note = (mark: string, place: string, told: string, at: number) => {
    const places = found.get(mark) ?? [];
    found.set(mark, places);
    places.push(`${place}: …${told.slice(Math.max(at - around, 0), at + around).replaceAll(/\s+/g, ' ')}…`);
  };
  function searchPlain(place: string, told: string, whole = told, from?: number): void {
    for (const match of told.matchAll(asWritten)) note((match[1] ?? '').toLowerCase(), place, whole, from ?? match.index);
  }
  function search(place: string, told: string): void {
    searchPlain(place, told);
    for (const match of told.matchAll(/\+1 \(\d{3}\) \d{3}-\d{4}/g)) {
      const mark = phones.get(match[0]);
      if (mark !== undefined) note(mark, place, told, match.index);
    }
    for (const { 0: hex, index } of told.matchAll(asHex)) {
      searchPlain(`${place} in hex`, Buffer.from(hex, 'hex').toString('latin1'), told, index);
    }
    for (const { 0: letters, index } of told.matchAll(asBase64)) {
      // Decode from the beginning of the group.
      const begin = index - (skippedOf.get(letters) ?? 0);
      const group =
        begin < 0
          ? ''
          : told
              .slice(begin, begin + 40)
              .replaceAll('-', '+')
              .replaceAll('_', '/');
      searchPlain(`${place} in base64`, Buffer.from(group, 'base64').toString('latin1'), told, index);
    }
  }
  async function searchFolder(folder: string): Promise<number> {
    let files = 0;
    for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
      const path = join(entry.parentPath, entry.name);
      // Documents that were planted for downloads are links to one large file of zeros.
      if (!(await lstat(path)).isFile() || entry.name === 'large') continue;
      files += 1;
      for (const [name, bytes] of openArchive(await readFile(path)))
        search(`${path.slice(folder.length)} ${name}`, bytes.toString('latin1'));
    }
    return files;
  }
  return { count: (mark) => found.get(mark)?.length ?? 0, places: (mark) => found.get(mark) ?? [], search, searchFolder };
}

/** Tests the search itself: all spellings of a made-up canary, and those that the search misses. */
export function trySpellings(): { tried: number; missed: string[] } {
  const mark = 'abcdefghijkl';
  const names = words.flatMap((word) => [
    word + mark,
    `${word}${mark}`.toUpperCase(),
    `${word.charAt(0).toUpperCase()}${word.slice(1)}${mark}`,
  ]);
  const texts = names.flatMap((name) => [
    name,
    Buffer.from(name).toString('hex'),
    ...['', 'x', 'xy'].flatMap((before) => [
      Buffer.from(`${before}${name} rest`).toString('base64'),
      Buffer.from(`${before}${name}@`).toString('base64url'),
    ]),
  ]);
  const isMissed = (told: string) => {
    const traces = createTraces(new Map());
    traces.search('', told);
    return traces.count(mark) !== 1;
  };
  return { tried: texts.length, missed: texts.filter(isMissed) };
}

const endMark = Buffer.from('PK\x05\x06', 'latin1');

/** The bytes of a file. For an archive also every entry, unpacked. */
function openArchive(file: Buffer): [string, Buffer][] {
  const all: [string, Buffer][] = [['', file]];
  const end = file.lastIndexOf(endMark);
  if (end === -1 || file.readUInt32BE(0) !== 0x504b0304) return all;
  let at = file.readUInt32LE(end + 16);
  for (let left = file.readUInt16LE(end + 10); left > 0; left--) {
    const isPacked = file.readUInt16LE(at + 10) === 8;
    const [packedBytes, nameBytes, extraBytes, commentBytes] = [
      file.readUInt32LE(at + 20),
      file.readUInt16LE(at + 28),
      file.readUInt16LE(at + 30),
      file.readUInt16LE(at + 32),
    ];
    const header = file.readUInt32LE(at + 42);
    const begin = header + 30 + file.readUInt16LE(header + 26) + file.readUInt16LE(header + 28);
    const packed = file.subarray(begin, begin + packedBytes);
    all.push([file.toString('utf8', at + 46, at + 46 + nameBytes), isPacked ? inflateRawSync(packed) : packed]);
    at += 46 + nameBytes + extraBytes + commentBytes;
  }
  return all;
}
