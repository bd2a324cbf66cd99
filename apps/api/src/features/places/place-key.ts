/** Short forms that people and load boards write for the words of place names. */
const longForms: Record<string, string> = { st: 'saint', ste: 'sainte', ft: 'fort', mt: 'mount' };
/** Only as the first word: "N Little Rock". */
const directions: Record<string, string> = { n: 'north', s: 'south', e: 'east', w: 'west' };

function tokensOf(name: string): string[] {
  const plain = name.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
  return plain
    .replace(/['’.]/g, '')
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '');
}

function writeOut(word: string, index: number, words: readonly string[]): string {
  const direction = index === 0 && words.length > 1 ? directions[word] : undefined;
  return direction ?? longForms[word] ?? word;
}

/** Only the letters and digits, as written: MT is Montana, not a mount. */
export function plainKey(text: string): string {
  return tokensOf(text).join('');
}

/** The key by which names are compared: "St. Louis", "ST LOUIS" and "Saint Louis" are one place, as are "DeKalb" and "De Kalb". */
export function nameKey(name: string): string {
  return tokensOf(name).map(writeOut).join('');
}

/** Keys that the typed text may begin: its last word may be a short form, or the start of another word. */
export function prefixKeys(typed: string): string[] {
  const words = tokensOf(typed);
  const last = words.at(-1) ?? '';
  const written = words.map(writeOut);
  return [...new Set([written.join(''), [...written.slice(0, -1), last].join('')])].filter((key) => key !== '');
}

/** The id of a city in the table of places. The id of a ZIP is the ZIP itself. */
export function cityId(city: string, state: string): string {
  return `${nameKey(city)},${state.toLowerCase()}`;
}
