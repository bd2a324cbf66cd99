import type { ceilings } from './score-weights.ts';

/** The numbers that a reason is made of, for screens that show them apart. */
export interface ReasonNumbers {
  START: Record<never, never>;
  /** `days` is the mean. `late` of `paid` took more than five days beyond their terms. */
  PAYMENTS: { days: number; termsDays: number; late: number; paid: number };
  PAYMENTS_UNKNOWN: Record<never, never>;
  SHORT_PAYS: { short: number; paid: number; cents: number };
  DETENTION: { paid: number; asked: number };
  CANCELED: { canceled: number; loads: number };
  TONU: { paid: number; settled: number };
  /** `days` is how long the oldest has been due. */
  OVERDUE: { loads: number; cents: number; days: number };
  AUTHORITY_ACTIVE: Record<never, never>;
  AUTHORITY_UNKNOWN: Record<never, never>;
  BOND_ON_FILE: Record<never, never>;
  /** Null without a limit. */
  FACTOR_APPROVED: { limitCents: number | null; usedCents: number | null };
  FACTOR_UNKNOWN: Record<never, never>;
  FACTOR_LIMIT_USED: { limitCents: number; usedCents: number };
  AUTHORITY_NEW: { daysAgo: number };
  AUTHORITY_REINSTATED: { daysAgo: number };
  PHONE_CHANGED: { daysAgo: number };
  ADDRESS_CHANGED: { daysAgo: number };
}

type Bare = Exclude<keyof typeof ceilings, keyof ReasonNumbers>;
export type ReasonKind = keyof ReasonNumbers | Bare;
export type NumbersOf<K extends ReasonKind> = K extends keyof ReasonNumbers ? ReasonNumbers[K] : Record<never, never>;

interface ReasonOf<K extends ReasonKind> {
  kind: K;
  tone: 'GOOD' | 'BAD' | 'UNKNOWN';
  /** What it adds to the score. A ceiling above the score takes nothing away and is listed with 0. */
  points: number;
  /** The first day of the period or the day of the change. Null when it is not known. */
  since: string | null;
  /** The day that the fact was true on; null if nobody has looked. */
  asOf: string | null;
  numbers: NumbersOf<K>;
}

export type Reason = { [K in ReasonKind]: ReasonOf<K> }[ReasonKind];

const dollarFormat = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD', trailingZeroDisplay: 'stripIfInteger' });
const monthFormat = new Intl.DateTimeFormat('en-US', { month: 'short', year: 'numeric', timeZone: 'UTC' });

function formatCents(cents: number): string {
  return dollarFormat.format(cents / 100);
}

function plural(count: number, word: string): string {
  return `${count.toLocaleString('en-US')} ${word}${count === 1 ? '' : 's'}`;
}

function formatAgo(daysAgo: number): string {
  return daysAgo <= 0 ? 'today' : `${plural(daysAgo, 'day')} ago`;
}

const plainLabels: Record<Bare | 'START' | 'PAYMENTS_UNKNOWN' | 'AUTHORITY_UNKNOWN' | 'BOND_ON_FILE' | 'FACTOR_UNKNOWN', string> = {
  START: 'Starting score',
  PAYMENTS_UNKNOWN: 'No payments with dates yet',
  AUTHORITY_UNKNOWN: 'Authority not looked up',
  BOND_ON_FILE: 'Bond on file',
  FACTOR_UNKNOWN: 'Factor not asked',
  AUTHORITY_REVOKED: 'Authority revoked',
  AUTHORITY_INACTIVE: 'Authority inactive',
  NOT_AUTHORIZED: 'No broker authority',
  OUT_OF_SERVICE: 'Out of service',
  FACTOR_DECLINED: 'Factor declined',
  FACTOR_LIMITED: 'Factor wants a call first',
  BOND_MISSING: 'No bond on file',
  INSURANCE_MISSING: 'No insurance on file',
  LOOK_ALIKE_DOMAIN: 'Emails from a look-alike domain',
  FREE_MAIL: 'Emails from a free mail address',
  OTHER_DOMAIN: 'Emails from a domain you don’t know',
  PHONE_NOT_ON_RECORD: 'Phone is not on the FMCSA record',
};

/** One line for a list of reasons: "Short paid 2 of 14, $340". */
export function formatReason(reason: Reason): string {
  switch (reason.kind) {
    case 'PAYMENTS': {
      const { days, termsDays } = reason.numbers;
      return `Pays in ${plural(Math.round(days), 'day')}, terms ${Math.round(termsDays)}`;
    }
    case 'SHORT_PAYS': {
      const { short, paid, cents } = reason.numbers;
      return short === 0 ? `No short pays, ${plural(paid, 'load')}` : `Short paid ${short} of ${paid}, ${formatCents(cents)}`;
    }
    case 'DETENTION':
      return `Detention paid on ${reason.numbers.paid} of ${reason.numbers.asked}`;
    case 'CANCELED': {
      const { canceled, loads } = reason.numbers;
      return canceled === 0
        ? `No cancellations, ${plural(loads, 'load')}`
        : `${canceled} of ${plural(loads, 'load')} canceled with a driver`;
    }
    case 'TONU':
      return `TONU paid on ${reason.numbers.paid} of ${reason.numbers.settled}`;
    case 'OVERDUE': {
      const { loads, cents, days } = reason.numbers;
      return loads === 0 ? 'Nothing past due' : `${formatCents(cents)} past due, ${plural(loads, 'load')}, oldest ${plural(days, 'day')}`;
    }
    case 'AUTHORITY_ACTIVE':
      return reason.since === null ? 'Authority active' : `Authority active since ${monthFormat.format(Date.parse(reason.since))}`;
    case 'FACTOR_APPROVED': {
      const { limitCents, usedCents } = reason.numbers;
      if (limitCents === null) return 'Factor approved';
      if (usedCents === null) return `Factor approved, limit ${formatCents(limitCents)}`;
      return `Factor approved, ${formatCents(usedCents)} of ${formatCents(limitCents)} used`;
    }
    case 'FACTOR_LIMIT_USED':
      return `Factor limit used up, ${formatCents(reason.numbers.usedCents)} of ${formatCents(reason.numbers.limitCents)}`;
    case 'AUTHORITY_NEW':
      return `Authority granted ${formatAgo(reason.numbers.daysAgo)}`;
    case 'AUTHORITY_REINSTATED':
      return `Authority reinstated ${formatAgo(reason.numbers.daysAgo)}`;
    case 'PHONE_CHANGED':
      return `Phone changed ${formatAgo(reason.numbers.daysAgo)}`;
    case 'ADDRESS_CHANGED':
      return `Address changed ${formatAgo(reason.numbers.daysAgo)}`;
    default:
      return plainLabels[reason.kind];
  }
}

/** The same in two parts, for a table: what it is, and the numbers behind it. */
export function splitReason(reason: Reason): { fact: string; detail: string | null } {
  switch (reason.kind) {
    case 'PAYMENTS': {
      const { days, termsDays, late, paid } = reason.numbers;
      const early = Math.round(termsDays - days);
      const fact = early === 0 ? 'Pays on terms' : `${plural(Math.abs(early), 'day')} ${early > 0 ? 'before' : 'after'} terms`;
      return { fact, detail: `${paid - late} of ${paid} on time` };
    }
    case 'SHORT_PAYS': {
      const { short, paid, cents } = reason.numbers;
      return short === 0
        ? { fact: 'No short pays', detail: plural(paid, 'load') }
        : { fact: plural(short, 'short pay'), detail: `${formatCents(cents)}, ${plural(paid, 'load')}` };
    }
    case 'DETENTION': {
      const { paid, asked } = reason.numbers;
      return { fact: paid === 0 ? 'Detention not paid' : 'Detention paid', detail: `${paid} of ${asked} asked` };
    }
    case 'CANCELED': {
      const { canceled, loads } = reason.numbers;
      const fact = canceled === 0 ? 'No cancellations' : `${canceled.toLocaleString('en-US')} canceled with a driver`;
      return { fact, detail: plural(loads, 'load') };
    }
    case 'TONU': {
      const { paid, settled } = reason.numbers;
      return { fact: paid === 0 ? 'TONU not paid' : 'TONU paid', detail: `${paid} of ${settled}` };
    }
    case 'OVERDUE': {
      const { loads, cents, days } = reason.numbers;
      return loads === 0
        ? { fact: 'Nothing past due', detail: null }
        : { fact: `${formatCents(cents)} past due`, detail: `${plural(loads, 'load')}, oldest ${plural(days, 'day')}` };
    }
    case 'AUTHORITY_ACTIVE':
      return { fact: 'Authority active', detail: reason.since === null ? null : `since ${monthFormat.format(Date.parse(reason.since))}` };
    case 'FACTOR_APPROVED': {
      const { limitCents, usedCents } = reason.numbers;
      if (limitCents === null) return { fact: 'Factor approved', detail: null };
      const limit = formatCents(limitCents);
      return { fact: 'Factor approved', detail: usedCents === null ? `limit ${limit}` : `${formatCents(usedCents)} of ${limit}` };
    }
    case 'FACTOR_LIMIT_USED': {
      const { limitCents, usedCents } = reason.numbers;
      return { fact: 'Factor limit used up', detail: `${formatCents(usedCents)} of ${formatCents(limitCents)}` };
    }
    default:
      return { fact: formatReason(reason), detail: null };
  }
}
