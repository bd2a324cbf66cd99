import { escapeHtml } from '@headhaul/domain/mail/markup';
import { maxVariableUses } from '@headhaul/domain/mail/render';
import { plainText } from '@headhaul/domain/mail/text';
import sanitize from 'sanitize-html';
import { AppError } from '../../lib/errors.ts';

/**
 * The only tags that a mail may have. The result is always written in the same form, so that cleaning it again changes nothing and
 * `domain/mail/markup.ts` reads it as every mail program does.
 */
const textTags = ['p', 'br', 'b', 'strong', 'i', 'em', 'u', 's', 'a', 'ul', 'ol', 'li', 'span', 'div', 'blockquote'];
const signatureTags = [...textTags, 'img', 'table', 'tbody', 'tr', 'td'];
/** The text inside these tags is code or hidden, so it is removed with them. */
const wordlessTags = [
  ...['script', 'style', 'textarea', 'option', 'select', 'noscript', 'noembed', 'noframes', 'iframe', 'xmp', 'plaintext', 'title'],
  ...['svg', 'math', 'template', 'head', 'object', 'embed', 'applet', 'audio', 'video', 'canvas'],
];
const styles = {
  color: [/^#[0-9a-f]{3}(?:[0-9a-f]{3})?$/i, /^rgb\(\d{1,3}, ?\d{1,3}, ?\d{1,3}\)$/],
  'font-weight': [/^(?:normal|bold|[1-9]00)$/],
  'font-size': [/^(?:[89]|[12]\d|3[0-6])px$/],
  'font-style': [/^(?:normal|italic)$/],
  'text-decoration': [/^(?:none|underline|line-through)$/],
  'text-align': [/^(?:left|right|center)$/],
  'vertical-align': [/^(?:top|middle|bottom)$/],
  'padding-right': [/^(?:\d|[1-4]\d)px$/],
};
const maxPicturePx = 600;
const maxDepth = 40;

function safeLink(href: string | undefined): string | null {
  // Browsers skip these characters in an address, so they could hide a forbidden scheme.
  const address = (href ?? '').replace(/[\p{Cc}\p{Zl}\p{Zp}\s]/gu, '');
  if (!/^(?:https?:\/\/|mailto:|tel:)/i.test(address) || address.includes('{{') || !URL.canParse(address)) return null;
  return address;
}

function pixels(size: string | undefined): string | null {
  const digits = /^(\d{1,4})(?:px)?$/.exec(size?.trim() ?? '')?.[1];
  return digits === undefined ? null : String(Math.min(Number(digits), maxPicturePx));
}

function withKnown(attribs: Record<string, string | null>): sanitize.Attributes {
  return Object.fromEntries(Object.entries(attribs).filter(([, value]) => value !== null)) as sanitize.Attributes;
}

function optionsFor(allowedTags: string[], isOurPicture: (src: string) => boolean): sanitize.IOptions {
  return {
    allowedTags,
    allowedAttributes: { a: ['href'], img: ['src', 'alt', 'width', 'height'], td: ['style', 'colspan'], '*': ['style'] },
    allowedStyles: { '*': styles },
    allowedSchemes: ['http', 'https', 'mailto', 'tel'],
    allowProtocolRelative: false,
    disallowedTagsMode: 'discard',
    nonTextTags: wordlessTags,
    nestingLimit: maxDepth,
    parser: { decodeEntities: true, lowerCaseTags: true },
    transformTags: {
      a: (tagName, { href, style }) => ({ tagName, attribs: withKnown({ href: safeLink(href), style: style ?? null }) }),
      img: (tagName, { src, alt, width, height }) => ({
        tagName,
        attribs: withKnown({ src: src ?? null, alt: (alt ?? '').slice(0, 200), width: pixels(width), height: pixels(height) }),
      }),
      td: (tagName, { style, colspan }) => ({
        tagName,
        attribs: withKnown({ style: style ?? null, colspan: /^[1-9]$/.test(colspan ?? '') ? (colspan ?? null) : null }),
      }),
      '*': (tagName, attribs) => ({
        tagName,
        // Variables are filled with text from web pages, so no attribute may contain one.
        attribs: Object.fromEntries(Object.entries(attribs).filter(([, value]) => !value.includes('{{'))),
      }),
    },
    exclusiveFilter: ({ tag, attribs }) => tag === 'img' && !isOurPicture(attribs.src ?? ''),
  };
}

function withoutControls(text: string): string {
  return text.toWellFormed().replace(/[^\P{Cc}\n\t]/gu, '');
}

function clean(html: string, options: sanitize.IOptions): string {
  // Removes control characters before cleaning, because they can hide a tag, and after it, because they may come from entities.
  let current = withoutControls(sanitize(withoutControls(html), options));
  for (let pass = 0; pass < 3; pass += 1) {
    const next = sanitize(current, options);
    if (next === current) return current;
    current = next;
  }
  // Markup that changes with every cleaning is an attack. Only its plain text stays.
  return sanitize(`<p>${escapeHtml(plainText(current)).replaceAll('\n', '<br />')}</p>`, options);
}

const bodyOptions = optionsFor(textTags, () => false);

export function cleanHtml(html: string): string {
  return clean(html, bodyOptions);
}

/** The path of a signature picture. It contains only our random key, nothing that a person typed. */
export const picturePath = /^\/i\/([0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12})\.png$/;

/** Allows only pictures from our server. A picture from another server would tell it who reads the mail and when. */
export function cleanSignature(html: string, imageOrigin: string): string {
  const origin = new URL(imageOrigin).origin;
  return clean(
    html,
    optionsFor(signatureTags, (src) => src.startsWith(origin) && picturePath.test(src.slice(origin.length))),
  );
}

/** Limits after cleaning, which may write one character as five. */
const maxBody = 100_000;
const maxSignature = 40_000;
/** Far more than a person writes. Tags, and styles most of all, make cleaning slow, so they are counted first. */
const maxTags = 2_000;
const maxStyles = 500;

function refuse(path: string, message: string): AppError {
  return new AppError('validation_failed', { errors: [{ path, message }] });
}

function hasMore(html: string, pattern: RegExp, max: number): boolean {
  let found = 0;
  for (const _ of html.matchAll(pattern)) {
    found += 1;
    if (found > max) return true;
  }
  return false;
}

function assertCleanable(path: string, html: string): void {
  // Counts what the cleaner sees: a control character must not hide a tag.
  const seen = withoutControls(html);
  if (hasMore(seen, /<[a-z/!?]/gi, maxTags) || hasMore(seen, /style\s*=/gi, maxStyles)) {
    throw refuse(path, 'This has too much formatting for a mail. Paste it as plain text, or make it shorter');
  }
}

function assertRoom(path: string, html: string, max: number): void {
  if (html.length > max) throw refuse(path, 'This is too long for a mail');
  if (hasMore(html, /\{\{/g, maxVariableUses)) throw refuse(path, `This uses variables more than ${maxVariableUses} times. Use fewer`);
}

/** Cleans and checks the text of a template for storage. It takes a moment, so call it before locking anything. */
export function readBody(path: string, html: string): string {
  assertCleanable(path, html);
  const clean = cleanHtml(html);
  assertRoom(path, clean, maxBody);
  return clean;
}

/** The same for a signature. */
export function readSignature(path: string, html: string, imageOrigin: string): string {
  assertCleanable(path, html);
  const clean = cleanSignature(html, imageOrigin);
  assertRoom(path, clean, maxSignature);
  return clean;
}
