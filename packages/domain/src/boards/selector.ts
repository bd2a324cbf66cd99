export const longestSelector = 300;

/** Everything else in a selector is refused, so a new pseudo-class of the browsers can't become a way around these rules. */
const allowedPseudoClasses = new Set([
  'scope',
  'not',
  'is',
  'has',
  'first-child',
  'last-child',
  'only-child',
  'nth-child',
  'nth-last-child',
  'first-of-type',
  'last-of-type',
  'nth-of-type',
]);

/** Whole pages, code, and what the user types. */
const refusedTags = new Set(['html', 'head', 'body', 'script', 'style', 'link', 'meta', 'input', 'textarea', 'select']);
const refusedAttributes = new Set(['style', 'src', 'srcset', 'srcdoc', 'action', 'formaction', 'value']);

const quoted = /"[^"]*"|'[^']*'/g;
const allowedCharacters = /^[\w\-. #:()[\]=^$*~|>+"]*$/;
const attributeNames = /\[ ?([\w-]*)([^\]]*)/g;
const pseudoClasses = /:([\w-]*)/g;
const tagNames = /(?:^|[ >+~(])([a-z][\w-]*)/gi;
/** Only links that hold an address or a number may be asked for by their target. */
const contactTarget = /^ ?\^= ?(?:"(?:mailto|tel):"|'(?:mailto|tel):')$/;

function isBalanced(text: string): boolean {
  const open: string[] = [];
  for (const sign of text) {
    if (sign === '(' || sign === '[') open.push(sign);
    if (sign === ')' && open.pop() !== '(') return false;
    if (sign === ']' && open.pop() !== '[') return false;
  }
  return open.length === 0;
}

function findAttributeFault(selector: string): string | null {
  for (const [, name = '', rest = ''] of selector.matchAll(attributeNames)) {
    const attribute = name.toLowerCase();
    if (attribute === 'href') {
      if (!contactTarget.test(rest)) return 'asks for links other than mailto and tel';
    } else if (attribute === '' || attribute.startsWith('on') || refusedAttributes.has(attribute))
      return `asks for the attribute “${name}”`;
  }
  return null;
}

/**
 * What forbids a selector in a board's configuration, or null. Configurations arrive over the network: they may say where a value stands on
 * a board's page and nothing else. Alternatives stand in a list, so a comma is refused.
 */
export function findSelectorFault(selector: string): string | null {
  if (selector.length > longestSelector) return `has more than ${longestSelector} characters`;
  if (selector.trim() === '' || selector !== selector.trim()) return 'is empty or has spaces around it';
  if ((selector.match(quoted) ?? []).some((text) => text.includes('/'))) return 'names an address';
  const plain = selector.replace(quoted, '""');
  if (!allowedCharacters.test(plain) || (plain.match(/"/g) ?? []).length % 2 !== 0) return 'has a sign that no selector here needs';
  if (!isBalanced(plain)) return 'has a bracket without its partner';
  if (/\*(?!=)/.test(plain)) return 'asks for everything';
  if (plain.includes('::')) return 'asks for a pseudo-element';
  for (const [, name = ''] of plain.matchAll(pseudoClasses)) {
    if (!allowedPseudoClasses.has(name)) return `asks for “:${name}”`;
  }
  if (plain.split(':has(').length > 2) return 'has :has more than once';
  const withoutAttributes = plain.replace(/\[[^[\]]*\]/g, '');
  for (const [, name = ''] of withoutAttributes.matchAll(tagNames)) {
    if (refusedTags.has(name.toLowerCase())) return `asks for “${name}”`;
  }
  return findAttributeFault(selector);
}
