/**
 * Finds out whether one domain was chosen to look like another. It must be fast, because a check
 * compares with every domain a company knows.
 */
export interface DomainName {
  /** The part before the ending, as it is written. */
  name: string;
  /** The name as an eye reads it: letters that look alike become one letter, and accents and hyphens are removed. */
  shape: string;
  ending: string;
}

/** Letters of other alphabets and digits that look like a Latin letter. */
const lookLike: Record<string, string> = {
  ...{
    а: 'a',
    в: 'b',
    е: 'e',
    к: 'k',
    м: 'm',
    н: 'h',
    о: 'o',
    р: 'p',
    с: 'c',
    т: 't',
    у: 'y',
    х: 'x',
    і: 'i',
    ј: 'j',
    ѕ: 's',
    ԁ: 'd',
    ԛ: 'q',
    ԝ: 'w',
    һ: 'h',
    ӏ: 'l',
    г: 'r',
    п: 'n',
    ь: 'b',
  },
  ...{ α: 'a', β: 'b', ε: 'e', η: 'n', ι: 'i', κ: 'k', μ: 'u', ν: 'v', ο: 'o', ρ: 'p', τ: 't', υ: 'u', χ: 'x', ω: 'w', γ: 'y', σ: 'o' },
  ...{ '0': 'o', '1': 'l', '3': 'e', '4': 'a', '5': 's', '6': 'b', '7': 't', '8': 'b', '9': 'g' },
  ...{ ı: 'i', ł: 'l', ø: 'o', đ: 'd', ħ: 'h', ŧ: 't', ß: 'b', ɑ: 'a', ɡ: 'g', ɩ: 'i', ʟ: 'l', ǀ: 'l', i: 'l', j: 'l' },
};
/** Words that people add to a name to make another one: tql-logistics.com. */
const companySuffixes =
  /^(?:logistics?|freight|transport(?:ation)?|trucking|carriers?|brokers?|brokerage|group|inc|llc|corp|co|usa|us|mail|dispatch|team|loads?|express|global|shipping|quotes?|billing|payments?|accounting|docs|online)+$/;
const shapes = new Map<string, DomainName>();
const maxRemembered = 20_000;
/** The most characters between two dots of a domain. */
const longestName = 63;

/** "tql" and "com" of "mail.tql.com", "x" and "co.uk" of "a.x.co.uk". A domain without a dot is all name. */
function split(domain: string): { name: string; ending: string } {
  const labels = domain.split('.');
  const isTwoPart = labels.length > 2 && /^(?:co|com|org|net|gov|ac)$/.test(labels.at(-2) ?? '') && (labels.at(-1)?.length ?? 0) === 2;
  const ending = isTwoPart ? 2 : 1;
  return { name: labels.at(-ending - 1) ?? domain, ending: labels.slice(-ending).join('.') };
}

function shapeOf(name: string): string {
  const plain = name
    .normalize('NFKD')
    .replace(/[\p{M}\-_]/gu, '')
    .replaceAll('rn', 'm')
    .replaceAll('vv', 'w')
    .replaceAll('cl', 'd');
  return Array.from(plain, (letter) => lookLike[letter] ?? letter).join('');
}

export function nameOf(domain: string): DomainName {
  const known = shapes.get(domain);
  if (known) return known;
  const { name, ending } = split(toUnicodeDomain(domain));
  const made = { name, shape: shapeOf(name), ending };
  if (shapes.size >= maxRemembered) shapes.clear();
  shapes.set(domain, made);
  return made;
}

/**
 * Whether two words are at most `max` edits apart. An edit adds, removes or replaces a letter, or swaps two neighbors. Letters more
 * than `max` positions apart can't match, so only the cells beside the table's diagonal are computed.
 */
export function isWithin(a: ArrayLike<string>, b: ArrayLike<string>, max: number): boolean {
  if (Math.abs(a.length - b.length) > max) return false;
  const far = max + 1;
  const width = 2 * max + 1;
  // A row of the table from `max` cells before the diagonal to `max` after it.
  let twoBefore: number[] = [];
  let before = Array.from({ length: width }, (_, at) => (at < max ? far : at - max));
  for (let row = 1; row <= a.length; row += 1) {
    const current = new Array<number>(width).fill(far);
    let least = far;
    for (let column = Math.max(0, row - max); column <= Math.min(b.length, row + max); column += 1) {
      const at = column - row + max;
      let edits = row;
      if (column > 0) {
        const isSame = a[row - 1] === b[column - 1];
        edits = Math.min((before[at + 1] ?? far) + 1, (current[at - 1] ?? far) + 1, (before[at] ?? far) + (isSame ? 0 : 1));
        if (row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1]) {
          edits = Math.min(edits, (twoBefore[at] ?? far) + 1);
        }
      }
      current[at] = edits;
      least = Math.min(least, edits);
    }
    if (least > max) return false;
    twoBefore = before;
    before = current;
  }
  return (before[b.length - a.length + max] ?? far) <= max;
}

function hasAddedWord(name: string, known: string): boolean {
  const plain = name.replace(/[-_]/g, '');
  const other = known.replace(/[-_]/g, '');
  if (other.length < 3) return false;
  if (plain.startsWith(other)) return companySuffixes.test(plain.slice(other.length));
  return plain.endsWith(other) && companySuffixes.test(plain.slice(0, -other.length));
}

/**
 * `name` is unknown, `known` is known. They look alike with another ending, another alphabet,
 * one or two other letters, or an added word.
 */
export function looksAlike(name: DomainName, known: DomainName): boolean {
  if (name.shape === known.shape) return name.name !== known.name || name.ending !== known.ending;
  // No real domain has a longer name.
  if (name.name.length > longestName || known.name.length > longestName) return false;
  const length = Math.min(name.shape.length, known.shape.length);
  // Short names are similar by chance, so below five letters one edit counts only if the ending is the same.
  if (length >= 5) return isWithin(name.shape, known.shape, 2) || hasAddedWord(name.name, known.name);
  return (name.ending === known.ending && length >= 3 && isWithin(name.shape, known.shape, 1)) || hasAddedWord(name.name, known.name);
}

const base = 36;
const tMin = 1;
const tMax = 26;

function adapt(delta: number, points: number, isFirst: boolean): number {
  let k = 0;
  let rest = isFirst ? Math.floor(delta / 700) : delta >> 1;
  for (rest += Math.floor(rest / points); rest > 455; k += base) rest = Math.floor(rest / (base - tMin));
  return k + Math.floor(((base - tMin + 1) * rest) / (rest + 38));
}

/** Decodes by RFC 3492. Null for text that is not punycode. */
function decodePunycode(input: string): string | null {
  const dash = input.lastIndexOf('-');
  const output = dash > 0 ? Array.from(input.slice(0, dash)) : [];
  let n = 128;
  let i = 0;
  let bias = 72;
  for (let at = dash > 0 ? dash + 1 : 0; at < input.length; ) {
    const start = i;
    for (let weight = 1, k = base; ; k += base) {
      const digit = Number.parseInt(input[at] ?? '', 36);
      at += 1;
      if (Number.isNaN(digit)) return null;
      // In punycode, letters come before digits.
      const value = digit < 10 ? digit + 26 : digit - 10;
      i += value * weight;
      const threshold = Math.min(Math.max(k - bias, tMin), tMax);
      if (value < threshold) break;
      weight *= base - threshold;
      if (i > 0x7f_ff_ff_ff || weight > 0x7f_ff_ff_ff) return null;
    }
    bias = adapt(i - start, output.length + 1, start === 0);
    n += Math.floor(i / (output.length + 1));
    i %= output.length + 1;
    if (n > 0x10_ff_ff || output.length > 63) return null;
    output.splice(i, 0, String.fromCodePoint(n));
    i += 1;
  }
  return output.join('').toWellFormed();
}

/** As an address bar would show it. A label that can't be decoded stays as it is. */
export function toUnicodeDomain(domain: string): string {
  if (!domain.includes('xn--')) return domain;
  return domain
    .split('.')
    .map((label) => (label.startsWith('xn--') ? (decodePunycode(label.slice(4)) ?? label) : label))
    .join('.');
}
