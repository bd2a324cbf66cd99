import { looksAlike, nameOf } from '../mail/domain-likeness.ts';
import { freeMailDomains } from '../mail/free-mail-domains.ts';
import { daysBetween } from '../time/zoned-time.ts';
import type { ContactSignal } from './score.ts';
import { newContactDays } from './score-weights.ts';

/** A person at the broker, as loads named them. */
export interface SeenPerson {
  /** Of the email address, in small letters. */
  domain: string | null;
  /** E.164. */
  phone: string | null;
  /** An ISO date. */
  firstSeenOn: string;
}

interface KnownOfBroker {
  /** On FMCSA's record. Null if it is not known. */
  recordPhone: string | null;
  /** The broker's phone in the company's list. */
  ownPhone: string | null;
  /** An ISO date. */
  today: string;
}

/**
 * What is odd about the newest contacts of a broker, compared with the older ones. A person who writes from a domain that the company knows
 * may have a phone of their own. Null if no load has named a contact.
 */
export function contactSignals(people: readonly SeenPerson[], { recordPhone, ownPhone, today }: KnownOfBroker): ContactSignal[] | null {
  if (people.length === 0) return null;
  const isNew = ({ firstSeenOn }: SeenPerson) => daysBetween(firstSeenOn, today) < newContactDays;
  const older = people.filter((person) => !isNew(person));
  const domains = [...new Set(older.flatMap(({ domain }) => domain ?? []))];
  const phones = new Set([recordPhone, ownPhone, ...older.map(({ phone }) => phone)]);
  const seen = new Map<ContactSignal['kind'], string>();
  const note = (kind: ContactSignal['kind'], day: string) => {
    const before = seen.get(kind);
    if (before === undefined || before < day) seen.set(kind, day);
  };
  for (const person of people.filter(isNew)) {
    const { domain, phone, firstSeenOn } = person;
    if (domain !== null && domains.some((known) => domain === known || domain.endsWith(`.${known}`))) continue;
    const isFree = domain !== null && freeMailDomains.has(domain);
    if (isFree) note('FREE_MAIL', firstSeenOn);
    else if (domain !== null && isLookAlike(domain, domains)) note('LOOK_ALIKE_DOMAIN', firstSeenOn);
    else if (domain !== null && domains.length > 0) note('OTHER_DOMAIN', firstSeenOn);
    // The first contact of a broker that writes from a domain of its own is not compared: most agents have a direct line.
    const isCompared = older.length > 0 || isFree || domain === null;
    if (isCompared && phone !== null && recordPhone !== null && !phones.has(phone)) note('PHONE_NOT_ON_RECORD', firstSeenOn);
  }
  return [...seen].map(([kind, seenOn]) => ({ kind, seenOn }));
}

function isLookAlike(domain: string, known: readonly string[]): boolean {
  const name = nameOf(domain);
  return known.some((one) => !freeMailDomains.has(one) && looksAlike(name, nameOf(one)));
}
