import { isMailVariable, type MailVariableName, mailVariables } from '@headhaul/domain/mail/variables';

export interface Variable {
  name: string;
  /** What is written where there is no value; empty for nothing. */
  fallback: string;
}

/** As a template stores it: `{{reference|none given}}`. */
export function variableText({ name, fallback }: Variable): string {
  return fallback === '' ? `{{${name}}}` : `{{${name}|${fallback}}}`;
}

/** A fallback may hold neither the braces nor the bar that end it. */
export function cleanFallback(text: string): string {
  return text.replaceAll(/[{}|]/g, '').trim().slice(0, 100);
}

const token = /\{\{([^{}]{0,400})\}\}/g;

/** A text cut at its variables, in order. */
export function cutAtVariables(text: string): (string | Variable)[] {
  const parts: (string | Variable)[] = [];
  let from = 0;
  for (const match of text.matchAll(token)) {
    if (match.index > from) parts.push(text.slice(from, match.index));
    const [name = '', ...fallback] = (match[1] ?? '').split('|');
    parts.push({ name: name.trim(), fallback: fallback.join('|').trim() });
    from = match.index + match[0].length;
  }
  if (from < text.length) parts.push(text.slice(from));
  return parts;
}

export function variableLabel(name: string): string {
  return isMailVariable(name) ? mailVariables[name].label : name;
}

/** What boards and brokers often leave out. */
const oftenEmpty: ReadonlySet<MailVariableName> = new Set(['reference', 'rate', 'rpm', 'pickup.time', 'commodity']);

/** How a chip looks: amber for what is often missing and has nothing instead, red for a name that no mail can fill. */
export function variableState({ name, fallback }: Variable): 'known' | 'often-empty' | 'unknown' {
  if (!isMailVariable(name)) return 'unknown';
  return fallback === '' && oftenEmpty.has(name) ? 'often-empty' : 'known';
}

export const variableGroups = (['Load', 'Truck', 'Us'] as const).map((group) => ({
  group,
  names: (Object.keys(mailVariables) as MailVariableName[]).filter((name) => mailVariables[name].group === group),
}));

/** Those that a palette shows at once; the others are found by typing. */
export const usualVariables: readonly MailVariableName[] = [
  ...(['origin', 'destination', 'pickup.date', 'delivery.date', 'rate', 'equipment', 'reference', 'broker.contact'] as const),
  ...(['driver.location', 'driver.available', 'deadhead', 'driver.name'] as const),
  ...(['offer.rate', 'company.mc', 'company.dot', 'company.name', 'user.name', 'user.phone'] as const),
];

export function wordCount(text: string): number {
  return text.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word)).length;
}
