import { decodeHtml, readMarkup } from '@headhaul/domain/mail/markup';
import purifier from 'dompurify';

/**
 * This file converts a mail's HTML to elements. Our content policy (Trusted Types) does not let strings become markup, and a browser's
 * parser reports every `style` attribute even when nothing is shown. So the HTML is parsed here, and each element is created from a short
 * list of tags. Other elements leave only their text. DOMPurify checks the result again.
 */
const kept: Readonly<Record<string, readonly string[]>> = {
  a: ['title'],
  b: [],
  blockquote: [],
  br: [],
  div: [],
  em: [],
  font: ['color', 'face', 'size'],
  h1: [],
  h2: [],
  h3: [],
  hr: [],
  i: [],
  img: ['alt', 'width', 'height'],
  li: [],
  ol: [],
  p: [],
  s: [],
  small: [],
  span: [],
  strong: [],
  sub: [],
  sup: [],
  table: ['width', 'border', 'cellpadding', 'cellspacing', 'align'],
  tbody: [],
  td: ['width', 'colspan', 'rowspan', 'align', 'valign', 'bgcolor'],
  th: ['width', 'colspan', 'rowspan', 'align', 'valign', 'bgcolor'],
  thead: [],
  tr: ['align', 'valign'],
  u: [],
  ul: [],
};
const alone = new Set(['br', 'hr', 'img']);
/** Elements whose content is not text of the mail. */
const dropped = new Set([
  'script',
  'style',
  'title',
  'head',
  'iframe',
  'object',
  'noscript',
  'template',
  'svg',
  'math',
  'textarea',
  'select',
]);
const keptStyles = new Set(
  (
    'color background-color font font-family font-size font-style font-weight line-height letter-spacing text-align text-decoration ' +
    'text-transform vertical-align white-space width max-width height max-height display'
  ).split(' '),
);
const keptSides = /^(?:(?:padding|margin)(?:-\w+)?|border(?:-\w+)*)$/;

type Attributes = ReadonlyMap<string, string>;

function readAttributes(text: string): Attributes {
  const attributes = new Map<string, string>();
  for (const [, name = '', , double, single, bare] of text.matchAll(/([^\s"'<>/=]+)(\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'<>]+)))?/g)) {
    const key = name.toLowerCase();
    if (!attributes.has(key)) attributes.set(key, decodeHtml(double ?? single ?? bare ?? ''));
  }
  return attributes;
}

export interface MailNodesOptions {
  /** Whether a picture at this address may be shown. */
  allowsImage: (src: string) => boolean;
  /** Keeps links as links, for the editor. A shown mail only has the address as a tooltip. */
  keepsLinks?: boolean;
}

function isSafeLink(href: string): boolean {
  return /^(https?:\/\/|mailto:|tel:)/i.test(href.trim());
}

function makeElement(tag: string, attributes: Attributes, options: MailNodesOptions): HTMLElement | null {
  const own = kept[tag];
  if (own === undefined) return null;
  const element = document.createElement(tag);
  for (const name of own) {
    const value = attributes.get(name);
    if (value !== undefined) element.setAttribute(name, value);
  }
  if (tag === 'img') {
    const src = attributes.get('src') ?? '';
    if (!options.allowsImage(src)) return null;
    element.setAttribute('src', src);
    if (!attributes.has('alt')) element.setAttribute('alt', '');
  }
  const href = attributes.get('href');
  if (tag === 'a' && href !== undefined && isSafeLink(href)) {
    if (options.keepsLinks) element.setAttribute('href', href.trim());
    else element.title = href.trim();
  }
  for (const part of (attributes.get('style') ?? '').split(';')) {
    const colon = part.indexOf(':');
    const property = part.slice(0, colon).trim().toLowerCase();
    const value = part.slice(colon + 1).trim();
    // Set through the style object: a `style` attribute would be refused by the content policy.
    if (colon > 0 && (keptStyles.has(property) || keptSides.test(property)) && !/url|expression|@|\\/i.test(value))
      element.style.setProperty(property, value);
  }
  return element;
}

/** Whether an open element ends where the next one starts, because HTML allows its end tag to be left out. */
function closesBefore(open: string, next: string): boolean {
  return (open === 'p' && /^(p|div|ul|ol|table|h[1-3]|hr|blockquote)$/.test(next)) || (open === 'li' && next === 'li');
}

function build(html: string, options: MailNodesOptions): HTMLElement {
  const root = document.createElement('div');
  const open: { tag: string; node: HTMLElement }[] = [{ tag: '', node: root }];
  const top = () => open.at(-1)?.node ?? root;
  let skipped: string | null = null;
  for (const piece of readMarkup(html.replaceAll(/<!--[\s\S]*?(?:-->|$)/g, ''))) {
    if ('text' in piece) {
      if (skipped === null) top().append(piece.text);
      continue;
    }
    const { name, isClose, attributes } = piece.tag;
    if (skipped !== null) {
      if (isClose && name === skipped) skipped = null;
    } else if (isClose) {
      const index = open.findLastIndex(({ tag }) => tag === name);
      if (index > 0) open.length = index;
    } else if (dropped.has(name)) {
      skipped = name;
    } else {
      const above = open.at(-1);
      if (above !== undefined && closesBefore(above.tag, name)) open.pop();
      const element = makeElement(name, readAttributes(attributes), options);
      if (element === null) continue;
      top().append(element);
      if (!alone.has(name)) open.push({ tag: name, node: element });
    }
  }
  return root;
}

/** The mail in one `div`. */
export function mailNodes(html: string, options: MailNodesOptions): HTMLElement {
  const root = build(html, options);
  purifier.sanitize(root, { IN_PLACE: true, TRUSTED_TYPES_POLICY: null, ALLOW_DATA_ATTR: false });
  return root;
}

/** Pictures in signatures are on our origin. Any other picture would tell its owner that the mail was opened. */
export function isOwnImage(src: string): boolean {
  try {
    return new URL(src, window.location.href).origin === window.location.origin;
  } catch {
    return false;
  }
}
