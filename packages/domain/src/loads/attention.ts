import { formatMoney } from '../format-money.ts';
import { dayAt, daysBetween } from '../time/zoned-time.ts';
import { detentionClock, formatDetention, formatMinutes, usualFreeMinutes } from './detention.ts';
import { isCounted } from './money.ts';
import type { LoadStatus } from './status.ts';

/** The fields of a load that decide whether somebody has to act on it. A row of the list has all of them. */
export interface AttentionFacts {
  status: LoadStatus;
  statusChangedAt: string;
  problemReason: string | null;
  driverId: string | null;
  linehaulCents: number;
  pickupAt: string;
  pickupEndsAt: string;
  pickupHasTime: boolean;
  pickupZone: string;
  deliveryAt: string;
  deliveryEndsAt: string;
  deliveryHasTime: boolean;
  deliveryZone: string;
  stopCount: number;
  /** When the truck arrived at the dock where it stands now. The detention clock starts here or at the appointment, if that is later. */
  dockArrivedAt: string | null;
  hasRc: boolean;
  hasBol: boolean;
  hasPod: boolean;
  invoicedAt: string | null;
  /** Day the invoice is due by the payment terms. */
  dueOn: string | null;
  /** The office's time zone, in which invoice, due and payment days are counted. */
  companyZone: string;
  paidAt: string | null;
  deletedAt: string | null;
}

/**
 * The second line of a row in the list: what a load waits for. The API counts "needs you" by the same rules in SQL, and a test there
 * compares the two at every limit. `docs/loads.md` explains the rules.
 */
export interface Attention {
  tone: 'need' | 'bad' | 'plain';
  words: string;
  group: 'NEEDS_ATTENTION' | 'ROLLING' | 'NEXT_UP' | 'DOCUMENTS' | 'OTHER';
}

const minuteMs = 60_000;
const hourMs = 3_600_000;
const dayMs = 86_400_000;

/** A load without a driver needs attention this long before its pickup, a load without a POD this long after delivery. */
export const patienceMs = dayMs;
/** A truck that is less late than this needs nobody in the office. If it is later, the broker wants a call. */
export const lateGraceMs = hourMs;

const weekdayFormat = new Intl.DateTimeFormat('en-US', { weekday: 'short', timeZone: 'UTC' });

const quietGroups: Record<LoadStatus, Attention['group']> = {
  DRAFT: 'NEXT_UP',
  BOOKED: 'NEXT_UP',
  DISPATCHED: 'ROLLING',
  AT_PICKUP: 'ROLLING',
  IN_TRANSIT: 'ROLLING',
  AT_DELIVERY: 'ROLLING',
  PROBLEM: 'ROLLING',
  DELIVERED: 'DOCUMENTS',
  INVOICED: 'OTHER',
  PAID: 'OTHER',
  TONU: 'OTHER',
  CANCELLED: 'OTHER',
  DISCARDED: 'OTHER',
};

interface Said {
  tone: Attention['tone'];
  words: string;
  /** Colored, but nobody has to act. */
  isBearable?: boolean;
}

const plain = (words: string): Said => ({ tone: 'plain', words });
const need = (words: string): Said => ({ tone: 'need', words });
const bad = (words: string): Said => ({ tone: 'bad', words });

/** "11/12", with the year if it is not the current one. */
function shortDay(day: string, today: string): string {
  const [year = '', month, date] = day.split('-');
  const monthDay = `${Number(month)}/${Number(date)}`;
  return year === today.slice(0, 4) ? monthDay : `${monthDay}/${year.slice(2)}`;
}

/** "in 21 h", "in 40 min", "today", "Sat", "11/23" */
function formatWhen(atMs: number, hasTime: boolean, timeZone: string, nowMs: number, preposition = 'in'): string {
  const aheadMs = atMs - nowMs;
  if (hasTime && aheadMs < hourMs) return `${preposition} ${Math.max(Math.floor(aheadMs / minuteMs), 1)} min`;
  if (hasTime && aheadMs < 36 * hourMs) return `${preposition} ${Math.round(aheadMs / hourMs)} h`;
  const day = dayAt(atMs, timeZone);
  const today = dayAt(nowMs, timeZone);
  const days = daysBetween(today, day);
  if (days <= 0) return 'today';
  if (days === 1 && !hasTime) return 'tomorrow';
  return days < 7 ? weekdayFormat.format(Date.parse(day)) : shortDay(day, today);
}

function formatLate(lateMs: number): string {
  return lateMs < dayMs ? formatMinutes(Math.floor(lateMs / minuteMs)) : `${Math.floor(lateMs / dayMs)} d`;
}

interface StopTimes {
  startsAt: string;
  endsAt: string;
  hasTime: boolean;
  zone: string;
}

/** For a stop ahead: how long until it, how long its window is still open, or how late the truck is. */
function untilStop(verb: string, late: (words: string) => string, stop: StopTimes, nowMs: number): Said {
  const endMs = Date.parse(stop.endsAt);
  if (nowMs >= endMs + minuteMs) {
    return { ...bad(late(formatLate(nowMs - endMs))), isBearable: nowMs - endMs < lateGraceMs };
  }
  const startMs = Date.parse(stop.startsAt);
  if (nowMs < startMs || !stop.hasTime) return plain(`${verb} ${formatWhen(startMs, stop.hasTime, stop.zone, nowMs)}`);
  return plain(endMs - nowMs < minuteMs ? `${verb} now` : `${verb} ${formatWhen(endMs, true, stop.zone, nowMs, 'within')}`);
}

function ofPickup(row: AttentionFacts, nowMs: number): Said {
  const times = { startsAt: row.pickupAt, endsAt: row.pickupEndsAt, hasTime: row.pickupHasTime, zone: row.pickupZone };
  return untilStop('Picks up', (late) => `Pickup ${late} late`, times, nowMs);
}

function ofDelivery(row: AttentionFacts, nowMs: number): Said {
  const times = { startsAt: row.deliveryAt, endsAt: row.deliveryEndsAt, hasTime: row.deliveryHasTime, zone: row.deliveryZone };
  return untilStop('Delivers', (late) => `Running ${late} late`, times, nowMs);
}

function ofBooked(row: AttentionFacts, nowMs: number): Said {
  const pickup = ofPickup(row, nowMs);
  // No truck is on the way yet, so any delay needs attention.
  if (pickup.tone === 'bad') return bad(pickup.words);
  if (!row.hasRc) return need('RC not signed');
  if (row.driverId === null && Date.parse(row.pickupAt) - nowMs <= patienceMs) return need('No driver yet');
  return pickup;
}

function ofDock(row: AttentionFacts, nowMs: number, freeMinutes: number): Said {
  const arrivedAt = row.dockArrivedAt ?? row.statusChangedAt;
  const isPickup = row.status === 'AT_PICKUP';
  // A row has only the appointments of the first pickup and the last delivery. With more stops the truck may stand at another
  // dock, so the clock then starts at arrival.
  const knowsAppointment = row.stopCount <= 2 && (isPickup ? row.pickupHasTime : row.deliveryHasTime);
  const startsAt = isPickup ? row.pickupAt : row.deliveryAt;
  const clock = detentionClock(
    { arrivedAt, startsAt, schedule: knowsAppointment ? 'APPOINTMENT' : 'FCFS', departedAt: null, freeMinutes },
    nowMs,
  );
  if (clock.minutesOver > 0) return need(formatDetention(clock, nowMs));
  if (Date.parse(clock.freeUntil) - nowMs <= hourMs) return plain(formatDetention(clock, nowMs));
  return plain(`At dock ${formatMinutes(Math.max(Math.floor((nowMs - Date.parse(arrivedAt)) / minuteMs), 0))}`);
}

function ofDelivered(row: AttentionFacts, nowMs: number): Said {
  if (row.hasPod) return plain('Ready to invoice');
  const waitedMs = nowMs - Date.parse(row.statusChangedAt);
  return waitedMs < patienceMs ? plain('Waiting for the POD') : need(`POD missing ${Math.floor(waitedMs / dayMs)} d`);
}

function ofInvoiced(row: AttentionFacts, nowMs: number): Said {
  if (row.dueOn === null) return plain('Invoiced');
  const today = dayAt(nowMs, row.companyZone);
  const overdue = daysBetween(row.dueOn, today);
  return overdue > 0 ? need(`${overdue} d overdue`) : plain(`Due ${shortDay(row.dueOn, today)}`);
}

function ofPaid(row: AttentionFacts, nowMs: number): Said {
  if (row.paidAt === null) return plain('Paid');
  const paidOn = dayAt(row.paidAt, row.companyZone);
  const words = `Paid ${shortDay(paidOn, dayAt(nowMs, row.companyZone))}`;
  if (row.invoicedAt === null) return plain(words);
  const days = Math.max(daysBetween(dayAt(row.invoicedAt, row.companyZone), paidOn), 0);
  return plain(`${words}, ${days} ${days === 1 ? 'day' : 'days'}`);
}

function say(row: AttentionFacts, nowMs: number, freeMinutes: number): Said {
  switch (row.status) {
    case 'DRAFT':
      return plain(row.linehaulCents > 0 ? 'Ready to book' : 'Rate missing');
    case 'BOOKED':
      return ofBooked(row, nowMs);
    case 'DISPATCHED':
      return ofPickup(row, nowMs);
    case 'AT_PICKUP':
    case 'AT_DELIVERY':
      return ofDock(row, nowMs, freeMinutes);
    case 'IN_TRANSIT':
      return ofDelivery(row, nowMs);
    case 'PROBLEM':
      return bad(row.problemReason ?? 'Problem');
    case 'DELIVERED':
      return ofDelivered(row, nowMs);
    case 'INVOICED':
      return ofInvoiced(row, nowMs);
    case 'PAID':
      return ofPaid(row, nowMs);
    case 'TONU':
      return plain(`TONU ${formatMoney(row.linehaulCents)}`);
    case 'CANCELLED':
    case 'DISCARDED': {
      const word = row.status === 'CANCELLED' ? 'Cancelled' : 'Discarded';
      return plain(`${word} ${shortDay(dayAt(row.statusChangedAt, row.pickupZone), dayAt(nowMs, row.pickupZone))}`);
    }
  }
}

export function attentionOf(
  row: AttentionFacts,
  nowMs: number,
  { freeMinutes = usualFreeMinutes }: { freeMinutes?: number } = {},
): Attention {
  const { tone, words, isBearable } = say(row, nowMs, freeMinutes);
  if (row.deletedAt !== null) return { tone: 'plain', words, group: 'OTHER' };
  const needsAttentionNow = tone !== 'plain' && isBearable !== true;
  return { tone, words, group: needsAttentionNow ? 'NEEDS_ATTENTION' : quietGroups[row.status] };
}

/** The statuses in which a load can need attention. A count can skip the others. */
export const needsAttentionStatuses = [
  'BOOKED',
  'DISPATCHED',
  'AT_PICKUP',
  'IN_TRANSIT',
  'AT_DELIVERY',
  'PROBLEM',
  'DELIVERED',
  'INVOICED',
] as const satisfies readonly LoadStatus[];

/** Somebody in the office has to do something about it now. */
export function needsAttention(row: AttentionFacts, nowMs: number): boolean {
  return attentionOf(row, nowMs).group === 'NEEDS_ATTENTION';
}

type DocumentState = 'have' | 'waiting' | 'missing';

const bolIsDue: readonly LoadStatus[] = ['IN_TRANSIT', 'AT_DELIVERY', 'PROBLEM', 'DELIVERED'];
const podIsDue: readonly LoadStatus[] = ['DELIVERED', 'INVOICED'];

/** A document is `waiting` from when it is due until the load is closed. Otherwise it is `missing`. */
export function documentStates(row: Pick<AttentionFacts, 'status' | 'hasRc' | 'hasBol' | 'hasPod'>): {
  rc: DocumentState;
  bol: DocumentState;
  pod: DocumentState;
} {
  const state = (isThere: boolean, isDue: boolean): DocumentState => (isThere ? 'have' : isDue ? 'waiting' : 'missing');
  return {
    rc: state(row.hasRc, isCounted(row.status) && row.status !== 'PAID'),
    bol: state(row.hasBol, bolIsDue.includes(row.status)),
    pod: state(row.hasPod, podIsDue.includes(row.status)),
  };
}
