import type { FeeStatus, FeeType } from '../loads/fees.ts';
import { isCounted, isTonu } from '../loads/money.ts';
import type { LoadStatus } from '../loads/status.ts';
import { daysBetween } from '../time/zoned-time.ts';

/**
 * What a company's own loads say about a broker, as sums that a change of a load adds to and subtracts from. The API keeps the same
 * sums in `broker_figures`; a test compares the two. Days are UTC days, so that figures do not change with a company's time zone.
 */
const dayMs = 86_400_000;
const tenthMs = dayMs / 10;

/** A payment is late when it takes more than this many days beyond its terms. Up to five days are mail and weekends. */
export const lateAfterDays = { late: 5, late15: 15, late30: 30 } as const;

/** The facts of a load that its broker is judged by. */
export interface BrokerLoad {
  status: LoadStatus;
  statusBeforeProblem: LoadStatus | null;
  deletedAt: string | null;
  pickupAt: string;
  driverId: string | null;
  /** Zero for a draft and for a canceled load. */
  grossCents: number;
  loadedMiles: number;
  deadheadMiles: number;
  paymentTermsDays: number;
  invoicedAt: string | null;
  paidAt: string | null;
  paidAmountCents: number | null;
  fees: readonly { type: FeeType; status: FeeStatus; brokerAmountCents: number }[];
}

export interface BrokerCounts {
  loads: number;
  grossCents: number;
  miles: number;
  /** Loads that are paid, whether or not the days are known. */
  settledLoads: number;
  /** Paid loads whose invoice day and payment day are both known. The next six are about these. */
  paidLoads: number;
  /** Paid on time and in full. */
  cleanLoads: number;
  /** From invoice to payment, all together. */
  paidMs: number;
  termsDays: number;
  late: number;
  late15: number;
  late30: number;
  /** Paid loads on which the broker paid less than gross plus lumper. */
  shortPays: number;
  shortPaidCents: number;
  /** Invoiced and not paid, with the lumper. */
  openCents: number;
  /** Detention fees that are settled (paid or denied), and how many of those the broker paid. */
  detentionAsked: number;
  detentionPaid: number;
  /** Canceled while a driver was on the load. The record does not say who canceled. */
  canceled: number;
  tonuPaid: number;
  /** Given up after it was a TONU. */
  tonuUnpaid: number;
}

/** How often each key occurs, or how much it has. Never contains a zero. */
export type Tally = Readonly<Record<string, number>>;

export interface BrokerFigures {
  counts: BrokerCounts;
  /** Payments by their time from invoice to payment in tenths of a day, rounded: the key "305" is 30.5 days. */
  payments: Tally;
  /** Open invoices by the day they were due. An invoice without a day is in none. */
  dueLoads: Tally;
  dueCents: Tally;
}

/** The figures of each pickup day. A load ages out by its day, without a look at the load. */
export type BrokerDays = Readonly<Record<string, BrokerFigures>>;

/** What one load adds to its pickup day. */
export interface LoadEvent {
  day: string;
  figures: BrokerFigures;
}

export const noCounts: BrokerCounts = {
  loads: 0,
  grossCents: 0,
  miles: 0,
  settledLoads: 0,
  paidLoads: 0,
  cleanLoads: 0,
  paidMs: 0,
  termsDays: 0,
  late: 0,
  late15: 0,
  late30: 0,
  shortPays: 0,
  shortPaidCents: 0,
  openCents: 0,
  detentionAsked: 0,
  detentionPaid: 0,
  canceled: 0,
  tonuPaid: 0,
  tonuUnpaid: 0,
};
export const countKeys = Object.keys(noCounts) as (keyof BrokerCounts)[];

export const noFigures: BrokerFigures = { counts: noCounts, payments: {}, dueLoads: {}, dueCents: {} };

function dayOf(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10);
}

function sumFees({ fees }: BrokerLoad) {
  const sums = { lumperCents: 0, detentionAsked: 0, detentionPaid: 0 };
  for (const { type, status, brokerAmountCents } of fees) {
    if (type === 'LUMPER' && status !== 'DENIED') sums.lumperCents += brokerAmountCents;
    if (type === 'DETENTION' && (status === 'PAID' || status === 'DENIED')) sums.detentionAsked += 1;
    if (type === 'DETENTION' && status === 'PAID') sums.detentionPaid += 1;
  }
  return sums;
}

/** Null when one of the days is unknown. A payment that is dated before its invoice took no time. */
function payingMs({ status, invoicedAt, paidAt }: BrokerLoad): number | null {
  if (status !== 'PAID' || invoicedAt === null || paidAt === null) return null;
  return Math.max(Date.parse(paidAt) - Date.parse(invoicedAt), 0);
}

function paymentCounts(load: BrokerLoad, owedCents: number): Partial<BrokerCounts> {
  if (load.status !== 'PAID') return {};
  const paidCents = load.paidAmountCents ?? owedCents;
  const isShort = paidCents < owedCents;
  const settled = {
    settledLoads: 1,
    shortPays: isShort ? 1 : 0,
    shortPaidCents: isShort ? owedCents - paidCents : 0,
    tonuPaid: isTonu(load) && paidCents > 0 ? 1 : 0,
    tonuUnpaid: isTonu(load) && paidCents <= 0 ? 1 : 0,
  };
  const ms = payingMs(load);
  if (ms === null) return settled;
  const daysOver = Math.floor(ms / dayMs) - load.paymentTermsDays;
  const isOver = (days: number) => (daysOver > days ? 1 : 0);
  return {
    ...settled,
    paidLoads: 1,
    cleanLoads: isShort || daysOver > lateAfterDays.late ? 0 : 1,
    paidMs: ms,
    termsDays: load.paymentTermsDays,
    late: isOver(lateAfterDays.late),
    late15: isOver(lateAfterDays.late15),
    late30: isOver(lateAfterDays.late30),
  };
}

/** Null when the load says nothing: a draft, a discarded or a deleted one, or one that was canceled before a driver was on it. */
export function eventOf(load: BrokerLoad): LoadEvent | null {
  if (load.deletedAt !== null) return null;
  const day = dayOf(Date.parse(load.pickupAt));
  if (!isCounted(load.status)) {
    if (load.status !== 'CANCELLED') return null;
    if (isTonu(load)) return { day, figures: { ...noFigures, counts: { ...noCounts, tonuUnpaid: 1 } } };
    return load.driverId === null ? null : { day, figures: { ...noFigures, counts: { ...noCounts, canceled: 1 } } };
  }
  const { lumperCents, detentionAsked, detentionPaid } = sumFees(load);
  const owedCents = load.grossCents + lumperCents;
  const isOpen = load.status === 'INVOICED';
  const ms = payingMs(load);
  const dueDay = isOpen && load.invoicedAt !== null ? dayOf(Date.parse(load.invoicedAt) + load.paymentTermsDays * dayMs) : null;
  return {
    day,
    figures: {
      counts: {
        ...noCounts,
        loads: 1,
        grossCents: load.grossCents,
        miles: load.loadedMiles + load.deadheadMiles,
        openCents: isOpen ? owedCents : 0,
        detentionAsked,
        detentionPaid,
        ...paymentCounts(load, owedCents),
      },
      payments: ms === null ? {} : { [String(Math.round(ms / tenthMs))]: 1 },
      dueLoads: dueDay === null ? {} : { [dueDay]: 1 },
      dueCents: dueDay === null || owedCents === 0 ? {} : { [dueDay]: owedCents },
    },
  };
}

function addTally(sum: Record<string, number>, tally: Tally, sign: 1 | -1): void {
  for (const key of Object.keys(tally)) {
    const left = (sum[key] ?? 0) + sign * (tally[key] ?? 0);
    if (left === 0) delete sum[key];
    else sum[key] = left;
  }
}

/** The first figures plus all the others, or minus all the others. */
function combine(first: BrokerFigures, others: readonly BrokerFigures[], sign: 1 | -1): BrokerFigures {
  const counts = { ...first.counts };
  const [payments, dueLoads, dueCents] = [{ ...first.payments }, { ...first.dueLoads }, { ...first.dueCents }];
  for (const other of others) {
    for (const key of countKeys) counts[key] += sign * other.counts[key];
    addTally(payments, other.payments, sign);
    addTally(dueLoads, other.dueLoads, sign);
    addTally(dueCents, other.dueCents, sign);
  }
  return { counts, payments, dueLoads, dueCents };
}

export function sumFigures(all: readonly BrokerFigures[]): BrokerFigures {
  return combine(noFigures, all, 1);
}

function isNothing({ counts, payments, dueLoads, dueCents }: BrokerFigures): boolean {
  return countKeys.every((key) => counts[key] === 0) && [payments, dueLoads, dueCents].every((tally) => Object.keys(tally).length === 0);
}

function change(days: BrokerDays, { day, figures }: LoadEvent, sign: 1 | -1): BrokerDays {
  const after = combine(days[day] ?? noFigures, [figures], sign);
  const changed: Record<string, BrokerFigures> = { ...days, [day]: after };
  if (isNothing(after)) delete changed[day];
  return changed;
}

/** A change of a load is the removal of what it was and the addition of what it is. In any order the result is the same. */
export function addEvent(days: BrokerDays, event: LoadEvent): BrokerDays {
  return change(days, event, 1);
}

export function removeEvent(days: BrokerDays, event: LoadEvent): BrokerDays {
  return change(days, event, -1);
}

/** From scratch. */
export function figuresFrom(loads: readonly BrokerLoad[]): BrokerDays {
  const byDay = new Map<string, BrokerFigures[]>();
  for (const event of loads.map(eventOf)) {
    if (event === null) continue;
    const sameDay = byDay.get(event.day);
    if (sameDay) sameDay.push(event.figures);
    else byDay.set(event.day, [event.figures]);
  }
  return Object.fromEntries([...byDay].map(([day, figures]) => [day, sumFigures(figures)]));
}

/** The first pickup day that still counts: the same date a year ago, and February 28 for February 29. */
export function countedFrom(today: string): string {
  const rest = today.slice(4) === '-02-29' ? '-02-28' : today.slice(4);
  return `${String(Number(today.slice(0, 4)) - 1).padStart(4, '0')}${rest}`;
}

/** The mean of both middle ones if the number of payments is even, to a tenth of a day. Null without payments. */
export function medianDays(payments: Tally): number | null {
  const tenths = Object.entries(payments)
    .map(([key, count]) => [Number(key), count] as const)
    .sort(([a], [b]) => a - b);
  const total = tenths.reduce((sum, [, count]) => sum + count, 0);
  if (total === 0) return null;
  const at = (rank: number) => {
    let before = 0;
    for (const [value, count] of tenths) {
      before += count;
      if (rank < before) return value;
    }
    return 0;
  };
  return Math.round((at(Math.floor((total - 1) / 2)) + at(Math.floor(total / 2))) / 2) / 10;
}

/** To a tenth of a day. */
export function meanDays({ paidMs, paidLoads }: Pick<BrokerCounts, 'paidMs' | 'paidLoads'>): number | null {
  return paidLoads === 0 ? null : Math.round(paidMs / (paidLoads * tenthMs)) / 10;
}

interface Overdue {
  overdueLoads: number;
  overdueCents: number;
  /** How long the oldest has been due, in days. */
  overdueDays: number;
}

/** Open invoices whose day is over. */
export function overdueAt({ dueLoads, dueCents }: Pick<BrokerFigures, 'dueLoads' | 'dueCents'>, today: string): Overdue {
  const past = Object.keys(dueLoads).filter((day) => day < today);
  const sum = (tally: Tally) => past.reduce((total, day) => total + (tally[day] ?? 0), 0);
  const overdueDays = Math.max(0, ...past.map((day) => daysBetween(day, today)));
  return { overdueLoads: sum(dueLoads), overdueCents: sum(dueCents), overdueDays };
}

/** What a score is made of: the loads picked up since `from`, or not picked up yet. */
export interface OwnHistory extends BrokerCounts, Overdue {
  from: string;
  daysToPayMean: number | null;
  daysToPayMedian: number | null;
}

export function ownHistory(days: BrokerDays, today: string): OwnHistory {
  const from = countedFrom(today);
  const figures = sumFigures(Object.entries(days).flatMap(([day, ofDay]) => (day >= from ? [ofDay] : [])));
  const { counts, payments } = figures;
  return { ...counts, from, daysToPayMean: meanDays(counts), daysToPayMedian: medianDays(payments), ...overdueAt(figures, today) };
}
