import { looksAlike, nameOf, toUnicodeDomain } from './domain-likeness.ts';
import { freeMailDomains } from './free-mail-domains.ts';
import type { KnownDomain } from './recipient-signals.ts';

/** A domain that looks like a known one, cut where they differ. */
export interface LookAlike {
  known: KnownDomain;
  before: string;
  /** The letters that the known one doesn't have there. Where only letters are missing, the one before the gap. */
  other: string;
  after: string;
}

/** Letters as people see them, also those of two code units. */
const lettersOf = (domain: string) => Array.from(domain);

function cut(domain: string, known: string): Omit<LookAlike, 'known'> {
  const [letters, theirs] = [lettersOf(domain), lettersOf(known)];
  const most = Math.min(letters.length, theirs.length);
  let start = 0;
  while (start < most && letters[start] === theirs[start]) start += 1;
  let end = 0;
  while (end < most - start && letters.at(-1 - end) === theirs.at(-1 - end)) end += 1;
  const from = start + end < letters.length ? start : Math.max(start - 1, 0);
  const to = Math.max(letters.length - end, from + 1);
  return { before: letters.slice(0, from).join(''), other: letters.slice(from, to).join(''), after: letters.slice(to).join('') };
}

/** Of the domains on which a broker is known, the one with the most loads that this domain imitates. Null: it is one of them, or like none. */
export function findLookAlike(address: string, domains: readonly KnownDomain[]): LookAlike | null {
  const domain = toUnicodeDomain(address.slice(address.lastIndexOf('@') + 1).toLowerCase());
  if (freeMailDomains.has(domain) || domains.some((known) => domain === known.domain || domain.endsWith(`.${known.domain}`))) return null;
  const name = nameOf(domain);
  const alike = domains.filter((known) => !freeMailDomains.has(known.domain) && looksAlike(name, nameOf(known.domain)));
  const [known] = alike.toSorted((one, other) => other.loads - one.loads);
  return known === undefined ? null : { known, ...cut(domain, known.domain) };
}
