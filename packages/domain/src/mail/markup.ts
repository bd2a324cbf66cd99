/** Reads a mail's markup piece by piece, in one pass and without a DOM, so that the server and the browser see the same mail. */
export interface Tag {
  name: string;
  isClose: boolean;
  /** As the cleaner writes them, with a leading space. Empty when there are none, or when they are written in any other way. */
  attributes: string;
}
export type Piece = { text: string } | { tag: Tag };

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: '\u00a0' };
const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

const cleanAttributes = /^(?: (?:href|src|alt|style|width|height|target|rel|colspan|rowspan)(?:="[^"<>]*")?)*$/;

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (char) => escapes[char] ?? char);
}

export function decodeHtml(html: string): string {
  return html.replace(/&(?:#(\d{1,7})|#[xX]([0-9a-fA-F]{1,6})|([a-z]{2,4}));/g, (whole, decimal, hex, name) => {
    if (name !== undefined) return entities[name] ?? whole;
    const code = decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal);
    return code > 0 && code <= 0x10_ff_ff ? String.fromCodePoint(code) : '';
  });
}

/** Splits markup into text and tags. A `<` that opens no tag is text. Comments and declarations are dropped. */
export function readMarkup(html: string): Piece[] {
  const pieces: Piece[] = [];
  const opener = /<(?:(\/?)([a-zA-Z][a-zA-Z0-9]*)|!)/g;
  let textFrom = 0;
  for (let match = opener.exec(html); match; match = opener.exec(html)) {
    const end = html.indexOf('>', opener.lastIndex);
    if (end === -1) break;
    if (match.index > textFrom) pieces.push({ text: decodeHtml(html.slice(textFrom, match.index)) });
    const [, slash, name] = match;
    if (name !== undefined) {
      const written = html.slice(opener.lastIndex, end).replace(/ ?\/$/, '');
      const attributes = slash === '' && cleanAttributes.test(written) ? written : '';
      pieces.push({ tag: { name: name.toLowerCase(), isClose: slash === '/', attributes } });
    }
    textFrom = end + 1;
    opener.lastIndex = textFrom;
  }
  if (textFrom < html.length) pieces.push({ text: decodeHtml(html.slice(textFrom)) });
  return pieces;
}

export function attribute(tag: Tag, name: 'href' | 'alt'): string | null {
  const match = new RegExp(`\\s${name}="([^"]*)"`).exec(tag.attributes);
  return match?.[1] === undefined ? null : decodeHtml(match[1]);
}

const lineTags = new Set([
  ...['p', 'div', 'li', 'ul', 'ol', 'blockquote', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6'],
  ...['table', 'thead', 'tbody', 'tr', 'td', 'th'],
]);
const emptyTags = new Set(['br', 'img']);
const inlineTags = new Set(['a', 'b', 'strong', 'i', 'em', 'u', 's', 'span']);

/** Text before it, in it and after it is on different lines. */
export function isLineTag(name: string): boolean {
  return lineTags.has(name);
}

/** The tag has no end tag. */
export function isEmptyTag(name: string): boolean {
  return emptyTags.has(name);
}

/** Our mails contain no other tags. */
export function isMailTag(name: string): boolean {
  return lineTags.has(name) || emptyTags.has(name) || inlineTags.has(name);
}
