import { fitLine, type LineItem } from './lines.ts';
import { escapeHtml, isLineTag, isMailTag, readMarkup, type Tag } from './markup.ts';
import { plainText } from './text.ts';
import { type BrokerNeed, brokerNeeds, isMailVariable, type MailValues, type MailVariableName } from './variables.ts';
import { mailWriter } from './writer.ts';

/**
 * Fills a template. The server sends the result and the browser shows it, so both run this code. `htmlBody` and `signature` have been
 * cleaned. Values have not: they are text from strangers' pages.
 */
export interface MailParts {
  subject: string;
  htmlBody: string;
  signature: string | null;
  hasWatermark: boolean;
}

export interface RenderedMail {
  subject: string;
  html: string;
  text: string;
  /** Variables without a value and without a fallback. The sentences that use them are left out. */
  emptyVariables: MailVariableName[];
  /** Names that are not variables, and braces without a name. */
  unknownVariables: string[];
  /** A mail with one of these is not sent. */
  unresolvedInSubject: MailVariableName[];
  missing: BrokerNeed[];
  /** The mail says the rate that we ask for. */
  namesOffer: boolean;
  /** The filled mail is longer than any mail may be. It is not sent, and `html` and `text` are empty. */
  isTooLong: boolean;
}

/** In characters of HTML. Values of 200 characters, escaped as entities, can turn a short template into a long mail. */
export const maxMailHtml = 300_000;
/** For the body and for the signature, each. */
export const maxVariableUses = 200;

const maxValue = 200;
const maxSubject = 300;
const token = /\{\{([^{}]{0,400})\}\}/g;
/** Characters that nobody sees: line ends, controls, text-direction marks, halves of characters, spaces. */
const unseen = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\s]+/gu;

function oneLine(text: string, max: number): string {
  const clean = text
    .trim()
    .slice(0, max * 20)
    .replace(unseen, ' ')
    .trim();
  const points = [...clean.slice(0, max * 2)];
  return points.length > max || clean.length > max * 2 ? points.slice(0, max).join('').trimEnd() : clean;
}

/** A value as a mail may show it. Double braces are split, so that no value is taken for a variable. */
export function cleanValue(value: string): string {
  const apart = oneLine(value, maxValue)
    .replace(/\{(?=\{)/g, '{ ')
    .replace(/\}(?=\})/g, '} ');
  return oneLine(apart, maxValue);
}

interface CleanValue {
  value: string;
  /** The length when escaped for HTML. */
  htmlLength: number;
}

/** The values of one mail. Each is cleaned once, however often it is used. */
type CleanValues = (name: MailVariableName) => CleanValue;

function cleanOnce(values: MailValues): CleanValues {
  const known = new Map<MailVariableName, CleanValue>();
  return (name) => {
    const before = known.get(name);
    if (before) return before;
    const value = cleanValue(String((values as Partial<Record<string, string>>)[name] ?? ''));
    const clean = { value, htmlLength: escapeHtml(value).length };
    known.set(name, clean);
    return clean;
  };
}

interface Found {
  empty: Set<MailVariableName>;
  unknown: Set<string>;
  filled: Set<MailVariableName>;
  /** The length of all values so far, escaped for HTML. Above the limit nothing more is filled. */
  valuesLength: number;
}

/** Cuts the text at its variables. */
function readVariables(text: string, values: CleanValues, found: Found): (LineItem | 'signature')[] {
  const items: (LineItem | 'signature')[] = [];
  const keep = (words: string) => {
    if (words === '') return;
    const stray = words.indexOf('{{');
    if (stray !== -1) found.unknown.add(words.slice(stray, stray + 40).trim());
    items.push({ literal: words });
  };
  let from = 0;
  for (const match of text.matchAll(token)) {
    keep(text.slice(from, match.index));
    from = match.index + match[0].length;
    const inside = match[1] ?? '';
    const bar = inside.indexOf('|');
    const name = (bar === -1 ? inside : inside.slice(0, bar)).trim();
    const fallback = bar === -1 ? '' : cleanValue(inside.slice(bar + 1));
    if (name === 'signature') {
      items.push('signature');
    } else if (isMailVariable(name)) {
      const { value, htmlLength } = values(name);
      found.valuesLength += htmlLength;
      if (found.valuesLength > maxMailHtml) return items;
      if (value === '' && fallback === '') found.empty.add(name);
      items.push(value === '' ? { value: fallback, name: null } : { value, name });
    } else {
      found.unknown.add(name.slice(0, 40));
      items.push({ value: fallback, name: null });
    }
  }
  keep(text.slice(from));
  return items;
}

function renderSubject(subject: string, values: CleanValues, found: Found): { subject: string; unresolved: MailVariableName[] } {
  const own: Found = { empty: new Set(), unknown: found.unknown, filled: found.filled, valuesLength: 0 };
  let line = '';
  for (const item of readVariables(oneLine(subject, 10 * maxSubject), values, own)) {
    if (item === 'signature') own.empty.add('signature');
    else if ('literal' in item) line += item.literal;
    else if ('value' in item) {
      line += item.value;
      if (item.name !== null) found.filled.add(item.name);
    }
  }
  for (const name of own.empty) found.empty.add(name);
  return { subject: oneLine(line, maxSubject), unresolved: [...own.empty] };
}

/** `signature` is placed once, where the body asks for it. Null means that there is none. */
function renderBody(html: string, values: CleanValues, found: Found, signature: string | null) {
  const writer = mailWriter();
  let line: LineItem[] = [];
  let isPlaced = false;

  /** True when the line was left out, because it said only what is not known. */
  const endLine = (): boolean => {
    const items = line;
    line = [];
    if (items.every((item) => 'literal' in item && /^[ ]*$/.test(item.literal))) return false;
    const { kept, filled, isLeftOut, hasGap } = fitLine(items);
    for (const item of kept) {
      if ('text' in item) writer.text(item.text);
      else writer.tag(item.tag, hasGap);
    }
    if (isLeftOut) writer.gap();
    for (const name of filled) found.filled.add(name);
    return isLeftOut;
  };
  const lineTag = (tag: Tag) => {
    const isLeftOut = endLine();
    if (tag.name === 'br') {
      if (!isLeftOut) writer.tag(tag, false);
      return;
    }
    if (isLeftOut) writer.dropBreak();
    writer.tag(tag, false);
  };

  for (const piece of readMarkup(html)) {
    if (found.valuesLength > maxMailHtml) break;
    if ('tag' in piece) {
      if (!isMailTag(piece.tag.name)) continue;
      if (isLineTag(piece.tag.name) || piece.tag.name === 'br') lineTag(piece.tag);
      else line.push(piece);
      continue;
    }
    for (const item of readVariables(piece.text.replace(/[ \t\r\n\f]+/g, ' '), values, found)) {
      if (item !== 'signature') {
        line.push(item);
      } else if (!isPlaced) {
        endLine();
        writer.between(signature ?? '');
        isPlaced = true;
      }
    }
  }
  if (endLine()) writer.dropBreak();
  return { html: writer.finish(), isPlaced };
}

const bodyStyle = 'font-family:Arial,Helvetica,sans-serif;font-size:14px;line-height:1.5;color:#1b2430';
const signatureStyle = 'margin-top:16px;padding-top:12px;border-top:1px solid #dfe3ea';
const watermark = 'Sent with Headhaul';
const watermarkHtml = `<p style="margin:16px 0 0;font-size:12px;color:#6b7280">${watermark}</p>`;

/** What a text can say without a variable. */
const saidBy: Partial<Record<BrokerNeed, RegExp>> = {
  RATE: /\$\s?\d/,
  MC: /\bMC[\s#:]{0,5}\d{4,}/i,
  EQUIPMENT:
    /\b(?:vans?|reefers?|flat ?beds?|step ?decks?|double drop|rgn|lowboy|conestoga|power only|hot ?shot|box truck|sprinter|tankers?|containers?|auto carrier)\b/i,
};

function isMet(need: BrokerNeed, filled: ReadonlySet<MailVariableName>, text: string): boolean {
  return brokerNeeds[need].variables.some((name) => filled.has(name)) || saidBy[need]?.test(text) === true;
}

export function renderMail(parts: MailParts, given: MailValues): RenderedMail {
  const values = cleanOnce(given);
  const found: Found = { empty: new Set(), unknown: new Set(), filled: new Set(), valuesLength: 0 };
  const { subject, unresolved } = renderSubject(parts.subject, values, found);
  const signature = parts.signature === null ? '' : renderBody(parts.signature, values, found, null).html;
  const body = renderBody(parts.htmlBody, values, found, signature === '' ? null : `<div>${signature}</div>`);
  const appended = body.isPlaced || signature === '' ? '' : `<div style="${signatureStyle}">${signature}</div>`;
  const whole = `<div style="${bodyStyle}">${body.html}${appended}${parts.hasWatermark ? watermarkHtml : ''}</div>`;
  const isTooLong = found.valuesLength > maxMailHtml || whole.length > maxMailHtml;
  const html = isTooLong ? '' : whole;
  const paragraphs = isTooLong ? [] : [plainText(body.html), plainText(appended), parts.hasWatermark ? watermark : ''];
  const text = paragraphs.filter((words) => words !== '').join('\n\n');
  return {
    subject,
    html,
    text,
    emptyVariables: [...found.empty],
    unknownVariables: [...found.unknown],
    unresolvedInSubject: unresolved,
    missing: (Object.keys(brokerNeeds) as BrokerNeed[]).filter((need) => !isMet(need, found.filled, `${subject}\n${text}`)),
    namesOffer: found.filled.has('offer.rate'),
    isTooLong,
  };
}

interface TemplateText {
  subject: string;
  htmlBody: string;
}

/** What is computed once, when a template is saved. */
export interface TemplateFacts {
  unknownVariables: string[];
  hasText: boolean;
}

/** Nobody reads more names than this. One is enough to make a template invalid. */
const maxUnknown = 20;

/** The names in a template that are not variables. */
export function unknownVariablesOf(template: TemplateText): string[] {
  return renderMail({ ...template, signature: null, hasWatermark: false }, {}).unknownVariables.slice(0, maxUnknown);
}

export function factsOfTemplate(template: TemplateText): TemplateFacts {
  return { unknownVariables: unknownVariablesOf(template), hasText: plainText(template.htmlBody) !== '' };
}

/** Those of the stored names that are still unknown, because a variable may have been added since. */
export function stillUnknown(names: readonly string[]): string[] {
  return names.filter((name) => !isMailVariable(name)).slice(0, maxUnknown);
}

/** The template can be sent: it has a subject and a text, and every variable exists. */
export function isValidTemplate({ subject, hasText, unknownVariables }: TemplateFacts & { subject: string }): boolean {
  return subject.trim() !== '' && hasText && stillUnknown(unknownVariables).length === 0;
}
