/** Longer shapes say nothing more about how a text is written. */
export const longestShape = 32;
const longestText = 400;

/** Signs that stay as they are. They show how a value is written and never what it is. */
const keptSigns = new Set(' $,.:;/-()%+#*|~');
const isUpper = (sign: string) => /\p{Lu}/u.test(sign);
const isLetter = (sign: string) => /[\p{L}\p{M}]/u.test(sign);
const isDigit = (sign: string) => /\p{N}/u.test(sign);

function wordShape(word: string): string {
  const [first = '', ...rest] = word;
  if (!isUpper(first)) return 'a';
  if (rest.length === 0) return 'A';
  return rest.every(isUpper) ? 'AA' : 'Aa';
}

/**
 * How a text is written: "Milwaukee, WI" is "Aa, AA", "$2,150" is "$9,999". A word keeps only its capitals, a number only how many digits it
 * has, up to six; an address of mail or of a page is "x". No letter and no digit of the text is left.
 */
export function textShape(text: string): string {
  const clean = text.slice(0, longestText).replace(/\s+/gu, ' ').trim();
  if (clean === '') return '';
  if (/@|:\/\/|www\./i.test(clean)) return 'x';
  const signs = [...clean];
  let shape = '';
  for (let at = 0; at < signs.length && shape.length < longestShape; ) {
    const sign = signs[at] ?? '';
    const test = isLetter(sign) ? isLetter : isDigit(sign) ? isDigit : null;
    let end = at + 1;
    if (test !== null) while (end < signs.length && test(signs[end] ?? '')) end += 1;
    const part = signs.slice(at, end);
    shape +=
      test === isLetter
        ? wordShape(part.join(''))
        : test === isDigit
          ? '9'.repeat(Math.min(part.length, 6))
          : keptSigns.has(sign)
            ? sign
            : '~';
    at = end;
  }
  return shape.slice(0, longestShape).trim();
}
