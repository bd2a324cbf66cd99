import { formatNearTime } from '../time/when.ts';
import type { Fit } from './fit.ts';
import type { Reason, ReasonKind } from './reasons.ts';

export interface RankedFits<Row> {
  /** Those that can, then those that can but need a look. */
  can: Row[];
  /** The fewest empty miles first. */
  notKnown: Row[];
  /** The least late first, then those that can't for another reason. */
  cant: Row[];
  /** When nobody can: the three that would be the least late. */
  closest: Row[];
}

const closestCount = 3;
const lateKinds: readonly ReasonKind[] = ['PICKUP_LATE', 'DELIVERY_LATE', 'NEXT_LATE', 'HOURS'];

type Compare = (a: Fit, b: Fit) => number;

/** For one load and many trucks: the truck with the most time to spare, then the one with the fewest empty miles. */
const byTimeToSpare: Compare = (a, b) => (b.slackMinutes ?? 0) - (a.slackMinutes ?? 0) || compareMiles(a, b);

/** For one truck and many loads: a load of next week leaves the most time and is no better for it, so the fewest empty miles come first. */
export const byEmptyMiles: Compare = (a, b) => compareMiles(a, b) || compareNumbers(a.pickup?.arriveMs, b.pickup?.arriveMs);

/** Rows with the same rank stay in the order in which they come. */
export function rankFits<Row extends { fit: Fit }>(rows: readonly Row[], compareCan: Compare = byTimeToSpare): RankedFits<Row> {
  const of = (...verdicts: Fit['verdict'][]) => rows.filter(({ fit }) => verdicts.includes(fit.verdict));
  const can = of('CAN', 'LOOK').toSorted(
    (a, b) => Number(a.fit.verdict === 'LOOK') - Number(b.fit.verdict === 'LOOK') || compareCan(a.fit, b.fit),
  );
  const notKnown = of('NOT_KNOWN').toSorted((a, b) => compareMiles(a.fit, b.fit));
  const late = of('CANT')
    .flatMap((row) => {
      const minutes = lateMinutes(row.fit);
      return minutes === null ? [] : [{ row, minutes }];
    })
    .sort((a, b) => a.minutes - b.minutes || compareMiles(a.row.fit, b.row.fit))
    .map(({ row }) => row);
  const cant = [...late, ...of('CANT').filter((row) => !late.includes(row))];
  return { can, notKnown, cant, closest: can.length === 0 ? late.slice(0, closestCount) : [] };
}

/** By how much the truck misses the load. Null when it can't for a reason that no waiting would change. */
export function lateMinutes({ verdict, reasons }: Fit): number | null {
  const against = reasons.filter((reason) => 'minutes' in reason && lateKinds.includes(reason.kind)) as Extract<
    Reason,
    { minutes: number }
  >[];
  const isOnlyLate = verdict === 'CANT' && reasons[0] !== undefined && lateKinds.includes(reasons[0].kind);
  return isOnlyLate ? Math.max(...against.map(({ minutes }) => minutes)) : null;
}

function compareMiles(a: Fit, b: Fit): number {
  return compareNumbers(a.deadhead?.miles, b.deadhead?.miles);
}

/** What isn't known comes last. */
function compareNumbers(one: number | undefined, other: number | undefined): number {
  return one === other ? 0 : (one ?? Number.POSITIVE_INFINITY) - (other ?? Number.POSITIVE_INFINITY);
}

/** "Nobody can make Tue 08:00": the head of the list of those that come closest. */
export function formatNobody(pickup: { closesMs: number; timeZone: string }, nowMs: number): string {
  return `Nobody can make ${formatNearTime(pickup.closesMs, pickup.timeZone, nowMs)}`;
}
