import type { AuthorityRecord, BrokerLookup, CheckedRecord } from '@headhaul/contracts/fmcsa';
import { docketNumber } from '@headhaul/contracts/http/field';
import { formatMoney } from '../../../shared/format/money.ts';
import { formatAgo, formatDay } from '../../../shared/time/format-time.ts';
import type { FactTone } from '../fact-row.tsx';
import { formatPhone } from '../labels.ts';
import type { RegisterNumber } from './use-look-up.public.ts';

const monthFormat = new Intl.DateTimeFormat('en-US', { month: 'short', year: 'numeric', timeZone: 'UTC' });
const dayFormat = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', year: 'numeric', timeZone: 'UTC' });

/** "Mar 2017" for a day of the register. */
export function formatMonth(day: string): string {
  return monthFormat.format(Date.parse(day));
}

/** "Mar 6, 2017" for a day of the register. */
export function formatRegisterDay(day: string): string {
  return dayFormat.format(Date.parse(day));
}

/** "2 h ago", for the middle of a sentence. */
function formatAge(at: string, now: number, zone: string): string {
  const ago = formatAgo(at, now, zone);
  if (ago === 'Now') return 'just now';
  return ago === 'Yesterday' ? 'yesterday' : ago;
}

/** "FMCSA, looked up 2 h ago" */
export function formatSource(
  { source, checkedAt, openDataAsOf }: Pick<CheckedRecord, 'source' | 'checkedAt' | 'openDataAsOf'>,
  now: number,
  zone: string,
): string {
  const age = formatAge(checkedAt, now, zone);
  if (source === 'QCMOBILE') return `FMCSA, looked up ${age}`;
  return `FMCSA open data${openDataAsOf === null ? '' : ` of ${formatDay(openDataAsOf, now, zone)}`}, looked up ${age}`;
}

/** Phone, officers and days always come from the open data, which are older than the rest. */
export function formatOpenDataAge({ openDataAsOf }: Pick<CheckedRecord, 'openDataAsOf'>, now: number, zone: string): string {
  return openDataAsOf === null ? 'FMCSA open data, age not known' : `FMCSA open data of ${formatDay(openDataAsOf, now, zone)}`;
}

export const statusLabels = {
  ACTIVE: 'Active',
  INACTIVE: 'Inactive',
  REVOKED: 'Revoked',
  NONE: 'No broker authority',
} as const;

export interface Fact {
  key: string;
  tone: FactTone;
  fact: string;
  detail: string;
}

export function authorityFact(record: AuthorityRecord): Fact {
  const { authorityStatus: status, authoritySince, authorityGrantedOn } = record;
  if (record.isOutOfService === true) {
    const detail = record.outOfServiceSince === null ? 'by order of FMCSA' : `since ${formatRegisterDay(record.outOfServiceSince)}`;
    return { key: 'authority', tone: 'BAD', fact: 'Out of service', detail };
  }
  if (status === null) return { key: 'authority', tone: 'UNKNOWN', fact: 'Broker authority', detail: 'FMCSA does not say' };
  if (status === 'ACTIVE') {
    const detail = authorityGrantedOn === null ? 'no dates published' : `since ${formatMonth(authorityGrantedOn)}`;
    return { key: 'authority', tone: 'GOOD', fact: 'Broker authority active', detail };
  }
  if (status === 'NONE') return { key: 'authority', tone: 'BAD', fact: 'No broker authority', detail: 'a carrier or another business' };
  const detail = authoritySince === null ? 'no dates published' : `since ${formatRegisterDay(authoritySince)}`;
  return { key: 'authority', tone: 'BAD', fact: `Broker authority ${statusLabels[status].toLowerCase()}`, detail };
}

export function bondFact({ isBondOnFile, bondCents, bondSince, bondCanceledOn }: AuthorityRecord): Fact {
  if (isBondOnFile === null) return { key: 'bond', tone: 'UNKNOWN', fact: 'Bond', detail: 'FMCSA does not say' };
  if (!isBondOnFile) {
    const detail = bondCanceledOn === null ? 'brokers need $75,000' : `canceled ${formatRegisterDay(bondCanceledOn)}`;
    return { key: 'bond', tone: 'BAD', fact: 'No bond on file', detail };
  }
  const amount = bondCents === null ? 'on file' : `${formatMoney(bondCents)} on file`;
  return { key: 'bond', tone: 'GOOD', fact: 'Bond', detail: bondSince === null ? amount : `${amount} since ${formatMonth(bondSince)}` };
}

export function insuranceFact({ liabilityCents }: AuthorityRecord): Fact {
  const fact = 'Liability insurance';
  if (liabilityCents === null) return { key: 'insurance', tone: 'UNKNOWN', fact, detail: 'FMCSA does not say' };
  if (liabilityCents === 0) return { key: 'insurance', tone: 'NONE', fact, detail: 'none on file, brokers need none' };
  return { key: 'insurance', tone: 'GOOD', fact, detail: `${formatMoney(liabilityCents)} on file` };
}

/** Compares the phone in the company's list with FMCSA's. */
export function phoneFact(ownPhone: string | null, { phone }: AuthorityRecord): Fact {
  if (phone === null) return { key: 'phone', tone: 'UNKNOWN', fact: 'Phone', detail: 'not on the FMCSA record' };
  const detail = formatPhone(phone);
  if (ownPhone === null) return { key: 'phone', tone: 'NONE', fact: 'Phone at FMCSA', detail };
  if (ownPhone === phone) return { key: 'phone', tone: 'GOOD', fact: 'Phone matches FMCSA', detail };
  return { key: 'phone', tone: 'LOOK', fact: 'Phone differs from FMCSA', detail: `FMCSA has ${detail}` };
}

/** "WAUKEGAN, IL" as "Waukegan, IL" */
export function formatRegisteredCity({ address }: AuthorityRecord): string | null {
  if (address === null || address.city === null) return null;
  const city = address.city.toLowerCase().replace(/(^|[\s-])\p{L}/gu, (start) => start.toUpperCase());
  return address.state === null ? city : `${city}, ${address.state}`;
}

/** "USDOT 2411907" and "DOT 2411907" are USDOT numbers. Any other number is an MC number. Null for text that is no number. */
export function readRegisterNumber(text: string): RegisterNumber | null {
  const digits = docketNumber.safeParse(text);
  if (!digits.success) return null;
  return /^\s*(?:U\.?\s?S\.?\s?)?DOT/i.test(text) ? { dot: digits.data } : { mc: digits.data };
}

/** What is left of the day's lookups, or that this answer was free. */
export function formatLookupsLeft({ lookups, keptBecause }: Pick<BrokerLookup, 'lookups' | 'keptBecause'>): string {
  const left = lookups.isUnlimited ? '' : `${Math.max(lookups.max - lookups.current, 0)} of ${lookups.max} lookups left today.`;
  if (keptBecause === 'RECENT') return `FMCSA was asked in the last 24 hours, so this used no lookup. ${left}`.trim();
  if (keptBecause === 'UNAVAILABLE') return `FMCSA isn’t answering now. This is its last answer, and it used no lookup. ${left}`.trim();
  return left;
}
