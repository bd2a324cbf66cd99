import { formatMonthDay } from '../time/when.ts';

/**
 * Where the miles of a trip come from, the most reliable first. ENTERED: typed in, from a rate con or a posting, or from a file. OWN_LOADS: entered
 * on the company's own past loads of the same lane. PROVIDER: a maps service. NETWORK: our own highways. ESTIMATE: the straight line.
 * ELD: driven, as the truck's device says.
 */
export const milesSources = ['ENTERED', 'OWN_LOADS', 'PROVIDER', 'NETWORK', 'ESTIMATE', 'ELD'] as const;
export type MilesSource = (typeof milesSources)[number];

/** What is known of a measured route besides its miles. */
export interface MilesFacts {
  source: MilesSource;
  /** The Monday of the week of the maps service's answer. */
  week: string | null;
  /** That week is over. */
  isOlder: boolean;
  /** Why no maps service was asked. */
  notAsked: 'DAY_LIMIT' | 'PLAN_ENDED' | null;
}

const notAskedLabels = {
  DAY_LIMIT: 'highway miles: your maps limit for today is used up',
  PLAN_ENDED: 'highway miles: your plan has ended',
};

/** "by the maps service, week of Nov 9". Null where the miles need no note: people know their own, and "About" stands before an estimate. */
export function formatMilesNote({ source, week, isOlder, notAsked }: MilesFacts): string | null {
  if (source === 'PROVIDER') return `by the maps service${isOlder && week !== null ? `, week of ${formatMonthDay(week)}` : ''}`;
  if (notAsked === null || source === 'ENTERED' || source === 'OWN_LOADS') return null;
  return source === 'NETWORK' ? notAskedLabels[notAsked] : notAskedLabels[notAsked].replace('highway miles', 'straight line');
}

/** What a screen says beside the miles. */
export const milesSourceLabels: Record<MilesSource, string> = {
  ENTERED: 'Entered',
  OWN_LOADS: 'As on your past loads of this lane',
  PROVIDER: 'By the maps service',
  NETWORK: 'Highway miles',
  ESTIMATE: 'Estimated, straight line × 1.2',
  ELD: 'Driven, by the ELD',
};
