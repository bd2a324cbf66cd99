import { fitLine, type LineItem } from './lines.ts';
import { isLineTag, isMailTag, readMarkup, type Tag } from './markup.ts';
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
}

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

interface Found {
  empty: Set<MailVariableName>;
  unknown: Set<string>;
  filled: Set<MailVariableName>;
}

/** Text cut at its variables. */
function readVariables(text: string, values: MailValues, found: Found): (LineItem | 'signature')[] {
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
      const value = cleanValue(String((values as Partial<Record<string, string>>)[name] ?? ''));
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

function renderSubject(subject: string, values: MailValues, found: Found): { subject: string; unresolved: MailVariableName[] } {
  const own: Found = { empty: new Set(), unknown: found.unknown, filled: found.filled };
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
function renderBody(html: string, values: MailValues, found: Found, signature: string | null) {
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

export function renderMail(parts: MailParts, values: MailValues): RenderedMail {
  const found: Found = { empty: new Set(), unknown: new Set(), filled: new Set() };
  const { subject, unresolved } = renderSubject(parts.subject, values, found);
  const signature = parts.signature === null ? '' : renderBody(parts.signature, values, found, null).html;
  const body = renderBody(parts.htmlBody, values, found, signature === '' ? null : `<div>${signature}</div>`);
  const appended = body.isPlaced || signature === '' ? '' : `<div style="${signatureStyle}">${signature}</div>`;
  const html = `<div style="${bodyStyle}">${body.html}${appended}${parts.hasWatermark ? watermarkHtml : ''}</div>`;
  const paragraphs = [plainText(body.html), plainText(appended), parts.hasWatermark ? watermark : ''];
  const text = paragraphs.filter((words) => words !== '').join('\n\n');
  return {
    subject,
    html,
    text,
    emptyVariables: [...found.empty],
    unknownVariables: [...found.unknown],
    unresolvedInSubject: unresolved,
    missing: (Object.keys(brokerNeeds) as BrokerNeed[]).filter((need) => !isMet(need, found.filled, `${subject}\n${text}`)),
  };
}

/** The names in a template that no mail can fill. */
export function unknownVariablesOf(template: { subject: string; htmlBody: string }): string[] {
  return renderMail({ ...template, signature: null, hasWatermark: false }, {}).unknownVariables;
}

/** It can be sent from: it has a subject and a text, and every variable exists. */
export function isValidTemplate(template: { subject: string; htmlBody: string }): boolean {
  return template.subject.trim() !== '' && plainText(template.htmlBody) !== '' && unknownVariablesOf(template).length === 0;
}
