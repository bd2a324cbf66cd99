import type { LoadCounts } from '@headhaul/contracts/loads/list';
import { activeStatuses, type LoadStatus, loadStatuses } from '@headhaul/domain/loads/status';
import type { LoadFilterQuery } from '../../load-query.ts';

/** The views every office has. A saved view stands on one of them. */
export interface StandingView {
  key: StandingKey;
  title: string;
  /** On phones, where words are dear. */
  short?: string;
  count: keyof LoadCounts;
  /** What may be in it; a filter by status chooses among these. */
  statuses: readonly LoadStatus[];
  needsAttention?: true;
  /** Only today's, by this day. */
  todayBy?: 'PICKUP' | 'DELIVERY';
  isGroupedAtFirst: boolean;
}

export type StandingKey = 'active' | 'needs' | 'pickups' | 'deliveries' | 'invoice' | 'all';

const everyStatus: readonly LoadStatus[] = loadStatuses;

export const standingViews: readonly StandingView[] = [
  { key: 'active', title: 'Active', count: 'active', statuses: activeStatuses, isGroupedAtFirst: true },
  { key: 'needs', title: 'Needs you', count: 'needsAttention', statuses: everyStatus, needsAttention: true, isGroupedAtFirst: false },
  {
    key: 'pickups',
    title: 'Picking up today',
    short: 'Pickups today',
    count: 'pickingUpToday',
    statuses: ['BOOKED', 'DISPATCHED', 'AT_PICKUP'],
    todayBy: 'PICKUP',
    isGroupedAtFirst: true,
  },
  {
    key: 'deliveries',
    title: 'Delivering today',
    short: 'Deliveries today',
    count: 'deliveringToday',
    statuses: ['DISPATCHED', 'AT_PICKUP', 'IN_TRANSIT', 'AT_DELIVERY', 'PROBLEM'],
    todayBy: 'DELIVERY',
    isGroupedAtFirst: true,
  },
  { key: 'invoice', title: 'To invoice', count: 'toInvoice', statuses: ['DELIVERED'], isGroupedAtFirst: false },
  { key: 'all', title: 'All', count: 'all', statuses: everyStatus, isGroupedAtFirst: false },
];

export function standingView(key: string | null): StandingView {
  return standingViews.find((view) => view.key === key) ?? (standingViews[0] as StandingView);
}

/** What a view asks the server for by itself. */
export function viewFilters({ statuses, needsAttention, todayBy }: StandingView, today: string): LoadFilterQuery {
  return {
    ...(statuses === everyStatus ? {} : { status: [...statuses] }),
    ...(needsAttention ? { needsAttention: 'true' } : {}),
    ...(todayBy === undefined ? {} : { dateBy: todayBy, from: today, to: today }),
  };
}
