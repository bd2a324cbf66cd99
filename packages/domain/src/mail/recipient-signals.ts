import { looksAlike, nameOf, toUnicodeDomain } from './domain-likeness.ts';

export const signalKinds = ['FREE_MAIL', 'LOOK_ALIKE', 'OTHER_DOMAIN', 'ONLY_IN_COMMENTS', 'BLOCKED_BROKER', 'MC_MISSING'] as const;

/** Reasons to look twice at an address before writing to it. There is no score, and nothing here stops a mail. */
export interface RecipientSignal {
  kind: (typeof signalKinds)[number];
  /** A whole sentence with the facts in it. */
  text: string;
}

/** A domain that brokers of this company write from, and the number of loads on which it was seen. */
export interface KnownDomain {
  domain: string;
  loads: number;
}

export interface Recipient {
  address: string;
  /** Where the address was found; null when somebody typed it. */
  from: 'contact' | 'comments' | null;
  brokerName: string | null;
  brokerMc: string | null;
  /** Domains of this broker. */
  knownDomains: readonly KnownDomain[];
  /** Domains of all brokers that this company knows. */
  companyDomains: readonly KnownDomain[];
  freeMailDomains: ReadonlySet<string>;
  mark: { isBlocked: boolean; reason: string | null };
}

function formatLoad(loads: number): string {
  if (loads === 0) return 'which you know';
  return `which you know from ${loads} ${loads === 1 ? 'load' : 'loads'}`;
}

function formatList(words: readonly string[]): string {
  if (words.length > 3) return `${words.slice(0, 3).join(', ')} and ${words.length - 3} more`;
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`;
}

export function recipientSignals(recipient: Recipient): RecipientSignal[] {
  const { address, from, brokerName, brokerMc, knownDomains, companyDomains, freeMailDomains, mark } = recipient;
  const signals: RecipientSignal[] = [];
  const domain = address.slice(address.lastIndexOf('@') + 1).toLowerCase();
  const who = brokerName ?? 'This broker';
  const isOf = (list: readonly KnownDomain[]) => list.some((known) => domain === known.domain || domain.endsWith(`.${known.domain}`));
  const isTheirs = isOf(knownDomains);

  if (mark.isBlocked) {
    signals.push({
      kind: 'BLOCKED_BROKER',
      text: `Your team has blocked ${brokerName ?? 'this broker'}${mark.reason ? `: ${mark.reason}` : ''}.`,
    });
  }
  if (!isTheirs && !isOf(companyDomains)) {
    const alike = freeMailDomains.has(domain) ? undefined : mostAlike(domain, [...knownDomains, ...companyDomains], freeMailDomains);
    if (alike) {
      const written = toUnicodeDomain(domain) === domain ? domain : `${domain} (${toUnicodeDomain(domain)})`;
      signals.push({ kind: 'LOOK_ALIKE', text: `${written} looks like ${alike.domain}, ${formatLoad(alike.loads)}.` });
    }
  }
  if (!isTheirs && freeMailDomains.has(domain)) {
    signals.push({ kind: 'FREE_MAIL', text: `${domain} is a free mail service: anybody can have an address there.` });
  } else if (!isTheirs && knownDomains.length > 0) {
    const usual = formatList(knownDomains.map((known) => known.domain));
    signals.push({ kind: 'OTHER_DOMAIN', text: `You know ${who} by ${usual}, not by ${domain}.` });
  }
  if (from === 'comments') {
    signals.push({ kind: 'ONLY_IN_COMMENTS', text: 'This address appears only in the comments of the posting, where anybody can write.' });
  }
  if (brokerMc === null) {
    signals.push({
      kind: 'MC_MISSING',
      text: `${brokerName === null ? 'The posting' : who} shows no MC number, so we can’t tell who this is.`,
    });
  }
  return signals;
}

/** Of the known domains that it looks like, the one with the most loads. */
function mostAlike(domain: string, known: readonly KnownDomain[], freeMailDomains: ReadonlySet<string>): KnownDomain | undefined {
  const name = nameOf(domain);
  // The broker's domains are also among the company's, so they come twice.
  const compared = new Set<string>();
  let best: KnownDomain | undefined;
  for (const one of known) {
    if (compared.has(one.domain)) continue;
    compared.add(one.domain);
    if (one.domain === domain || freeMailDomains.has(one.domain) || (best && best.loads >= one.loads)) continue;
    if (looksAlike(name, nameOf(one.domain))) best = one;
  }
  return best;
}
