/** Attributes that programmers use to name things. Their values count only if they look like names. */
const namingAttribute = /^(?:role|itemprop|data(?:-[a-z]+){1,6})$/;

/** These say what state something is in, where it stands, or which build made it. */
const volatileAttribute =
  /^data-(?:v|state|status|selected|active|checked|open|expanded|hover|focus|focused|index|row|order|position|pos|reactid|reactroot|theme|side|align|orientation|key|id|hh|switches)(?:-|$)/;

/** What builds and frameworks put before the names that they make up. */
const madeUpPrefixes = new Set([
  'css',
  'sc',
  'jsx',
  'jss',
  'emotion',
  'svelte',
  'ember',
  'mat',
  'cdk',
  'ng',
  'radix',
  'mui',
  'yui',
  'gwt',
  'ext',
  'react',
  'headlessui',
]);

const nameText = /^[a-z]+(?:[ _.:-][a-z]+){0,8}$/i;
const longestName = 40;
const vowel = /[aeiouy]/i;

/** The words of "originCityState", "load-origin-cell" and "Ref. No.", in small letters. */
export function wordsOf(text: string): string[] {
  return text
    .slice(0, 80)
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z]+/)
    .filter((word) => word !== '');
}

/** "sc-bdVaJa": small and capital letters in turn are no words. */
function hasOddCapitals(text: string): boolean {
  const humps = text.match(/[A-Z]?[a-z]+|[A-Z]+/g) ?? [];
  return humps.length >= 3 && humps.filter((hump) => hump.length <= 2).length * 2 > humps.length;
}

/** Whether a build or a framework has made it up. */
export function isMadeUp(text: string): boolean {
  return madeUpPrefixes.has(wordsOf(text)[0] ?? '') || /^[:«]/.test(text);
}

/**
 * Whether somebody gave this name, so that it stays. A digit means that something was counted or computed; letters without a vowel are
 * no word, unless they are as few as in "dho".
 */
export function isStableName(text: string): boolean {
  if (text.length > longestName || !nameText.test(text) || hasOddCapitals(text)) return false;
  const words = wordsOf(text);
  return !isMadeUp(text) && words.every((word) => word.length <= 4 || vowel.test(word));
}

export function isNamingAttribute(name: string): boolean {
  return namingAttribute.test(name) && !volatileAttribute.test(name);
}
