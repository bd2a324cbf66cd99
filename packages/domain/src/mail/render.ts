import { fitLine, type LineItem } from './lines.ts';
import { escapeHtml, isLineTag, isMailTag, readMarkup, type Tag } from './markup.ts';
import { plainText } from './text.ts';
import { type BrokerNeed, brokerNeeds, isMailVariable, type MailValues, type MailVariableName } from './variables.ts';
import { mailWriter } from './writer.ts';

/**
 * Fills a template. The server sends what it returns and the browser shows what it returns, so both run this very code.
 * `htmlBody` and `signature` have been cleaned; values have not: they are page text of strangers.
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
  /** Used without a value and without a fallback: what was said with them is left out. */
  emptyVariables: MailVariableName[];
  /** Names that no mail can fill, and braces that belong to no name. */
  unknownVariables: string[];
  /** A mail with one of these is not sent. */
  unresolvedInSubject: MailVariableName[];
  missing: BrokerNeed[];
  /** Filled, it is longer than any mail may be: it is not sent, and `html` and `text` are empty. */
  isTooLong: boolean;
}

/** Of the html. Values of 200 characters, written as entities, can make a short template a long mail. */
export const maxMailHtml = 300_000;
/** In a body and in a signature, each. */
export const maxVariableUses = 200;

const maxValue = 200;
const maxSubject = 300;
const token = /\{\{([^{}]{0,400})\}\}/g;
/** Neither letters nor anything else that is seen: line ends, controls, marks that turn the direction, halves of characters. */
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

/** A value as a mail may show it. Two braces are set apart, so that no value is ever taken for a variable. */
export function cleanValue(value: string): string {
  const apart = oneLine(value, maxValue)
    .replace(/\{(?=\{)/g, '{ ')
    .replace(/\}(?=\})/g, '} ');
  return oneLine(apart, maxValue);
}

interface CleanValue {
  value: string;
  /** As html has it. */
  htmlLength: number;
}

/** The values of one mail, each cleaned once, however often it is used. */
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
  /** What the values come to in html, so far. Once it is too much, nothing more is filled. */
  valuesLength: number;
}

/** Text cut at its variables. */
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

/** `signature` is placed where the body asks for it, once; null where there is none. */
function renderBody(html: string, values: CleanValues, found: Found, signature: string | null) {
  const writer = mailWriter();
  let line: LineItem[] = [];
  let isPlaced = false;

  /** True when the line said only what isn't known. */
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

/** What a text can say of itself, without a variable. */
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
    isTooLong,
  };
}

interface TemplateText {
  subject: string;
  htmlBody: string;
}

/** What is found out of a template once, when it is saved. */
export interface TemplateFacts {
  unknownVariables: string[];
  hasText: boolean;
}

/** As many as somebody reads. One is enough to hold a template back. */
const maxUnknown = 20;

/** The names in a template that no mail can fill. */
export function unknownVariablesOf(template: TemplateText): string[] {
  return renderMail({ ...template, signature: null, hasWatermark: false }, {}).unknownVariables.slice(0, maxUnknown);
}

export function factsOfTemplate(template: TemplateText): TemplateFacts {
  return { unknownVariables: unknownVariablesOf(template), hasText: plainText(template.htmlBody) !== '' };
}

/** Of the names that were kept, those that are still unknown: a variable may have been added since. */
export function stillUnknown(names: readonly string[]): string[] {
  return names.filter((name) => !isMailVariable(name)).slice(0, maxUnknown);
}

/** It can be sent from: it has a subject and a text, and every variable exists. */
export function isValidTemplate({ subject, hasText, unknownVariables }: TemplateFacts & { subject: string }): boolean {
  return subject.trim() !== '' && hasText && stillUnknown(unknownVariables).length === 0;
}
