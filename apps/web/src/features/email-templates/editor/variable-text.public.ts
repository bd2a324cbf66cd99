import { isMailVariable, type MailVariableName, mailVariables } from '@headhaul/domain/mail/variables';

export interface Variable {
  name: string;
  /** The text for a missing value. Empty for none. */
  fallback: string;
}

/** The form in which a template stores a variable: `{{reference|none given}}`. */
export function variableText({ name, fallback }: Variable): string {
  return fallback === '' ? `{{${name}}}` : `{{${name}|${fallback}}}`;
}

/** Removes braces and bars from a fallback, because they would end it. */
export function cleanFallback(text: string): string {
  return text.replaceAll(/[{}|]/g, '').trim().slice(0, 100);
}

const token = /\{\{([^{}]{0,400})\}\}/g;

/** Splits a text at its variables, in order. */
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

/** Variables that load boards and brokers often leave empty. */
const oftenEmpty: ReadonlySet<MailVariableName> = new Set(['reference', 'rate', 'rpm', 'pickup.time', 'commodity']);

/** The color of a chip: amber when the value is often missing and there is no fallback, red when no mail can fill the name. */
export function variableState({ name, fallback }: Variable): 'known' | 'often-empty' | 'unknown' {
  if (!isMailVariable(name)) return 'unknown';
  return fallback === '' && oftenEmpty.has(name) ? 'often-empty' : 'known';
}

export const variableGroups = (['Load', 'Truck', 'Us'] as const).map((group) => ({
  group,
  names: (Object.keys(mailVariables) as MailVariableName[]).filter((name) => mailVariables[name].group === group),
}));

/** The variables that a palette shows at once. "Show all" shows the others. */
export const usualVariables: readonly MailVariableName[] = [
  ...(['origin', 'destination', 'pickup.date', 'delivery.date', 'rate', 'equipment', 'reference', 'broker.contact'] as const),
  ...(['driver.location', 'driver.available', 'deadhead', 'driver.name'] as const),
  ...(['offer.rate', 'company.mc', 'company.dot', 'company.name', 'user.name', 'user.phone'] as const),
];

export function wordCount(text: string): number {
  return text.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word)).length;
}
