import type { FitRow, Fits } from '@headhaul/contracts/fit';
import type { LoadRow } from '@headhaul/contracts/loads/record';
import { formatHourClock } from '../../../shared/format/duration.ts';

/** What is needed of a load to assign it and to ask about it. A load in the form has no number until it is booked. */
export type AssignedLoad = Pick<
  LoadRow,
  | 'id'
  | 'loadNumber'
  | 'equipment'
  | 'weightLb'
  | 'pickupCity'
  | 'pickupAt'
  | 'pickupEndsAt'
  | 'pickupZone'
  | 'deliveryCity'
  | 'deliveryAt'
  | 'deliveryZone'
  | 'deadheadMiles'
  | 'driverId'
  | 'coDriverId'
>;

type GroupKey = 'closest' | 'can' | 'notKnown' | 'cant';

export interface FitGroup {
  key: GroupKey;
  title: string;
  rows: FitRow[];
  /** How many of the rows are shown until somebody wants all. */
  shown: number;
}

/** More rows don't fit under a cell of the list. */
const mostRows = 10;
/** Each group shows this many before another one gets more. */
const fairRows = 3;

/** The groups of the menu with those drivers whose name or truck holds the words. Groups without drivers are left out. */
export function groupFits({ rows, nobody }: Fits, words: string): FitGroup[] {
  const wanted = rows.filter(({ name, truckNumber }) => `${name} ${truckNumber ?? ''}`.toLowerCase().includes(words.trim().toLowerCase()));
  const isClosest = ({ driverId }: FitRow) => nobody?.closestIds.includes(driverId) ?? false;
  const of = (...verdicts: FitRow['verdict'][]) => wanted.filter((row) => verdicts.includes(row.verdict) && !isClosest(row));
  const closest = { key: 'closest', title: nobody?.words ?? '', rows: wanted.filter(isClosest) } as const;
  const groups: Omit<FitGroup, 'shown'>[] = [
    closest,
    { key: 'can', title: 'Can make it', rows: of('CAN', 'LOOK') },
    { key: 'notKnown', title: 'Not known', rows: of('NOT_KNOWN') },
    { key: 'cant', title: 'Can’t', rows: of('CANT') },
  ];
  const listed = groups.filter((group) => group.rows.length > 0);
  // The groups before take what the fair share of the groups after them leaves.
  let left = mostRows;
  return listed.map((group, index) => {
    const later = listed.slice(index + 1).reduce((sum, { rows: others }) => sum + Math.min(others.length, fairRows), 0);
    const shown = Math.min(group.rows.length, left - later);
    left -= shown;
    return { ...group, shown };
  });
}

/** "11:00 after rest": what the driver may still drive at the pickup. Null when it isn't known. */
export function formatDriveLeft({ driveMinutesLeft, isAfterRest }: FitRow): string | null {
  return driveMinutesLeft === null ? null : `${formatHourClock(driveMinutesLeft)}${isAfterRest ? ' after rest' : ''}`;
}

/** Whether somebody must agree first. */
export function needsConsent({ verdict }: FitRow): boolean {
  return verdict === 'CANT' || verdict === 'NOT_KNOWN';
}
