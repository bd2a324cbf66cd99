import type { LoadCounts } from '@headhaul/contracts/loads/list';
import { activeStatuses, type LoadStatus, loadStatuses } from '@headhaul/domain/loads/status';
import type { LoadFilterQuery } from '../../load-query.ts';

/** The views every office has. A saved view is based on one of them. */
export interface StandingView {
  key: StandingKey;
  title: string;
  /** A shorter title for phones. */
  short?: string;
  count: keyof LoadCounts;
  /** The statuses in this view. A status filter chooses among them. */
  statuses: readonly LoadStatus[];
  needsAttention?: true;
  /** Only loads with this stop today. */
  todayBy?: 'PICKUP' | 'DELIVERY';
  isGroupedAtFirst: boolean;
}

export type StandingKey = 'active' | 'needs' | 'pickups' | 'deliveries' | 'invoice' | 'all';

const everyStatus: readonly LoadStatus[] = loadStatuses;

export const standingViews: readonly StandingView[] = [
  { key: 'active', title: 'Active', count: 'active', statuses: activeStatuses, isGroupedAtFirst: true },
  { key: 'needs', title: 'Needs attention', count: 'needsAttention', statuses: everyStatus, needsAttention: true, isGroupedAtFirst: false },
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

/** The filters that the view itself sends to the server. */
export function viewFilters({ statuses, needsAttention, todayBy }: StandingView, today: string): LoadFilterQuery {
  return {
    ...(statuses === everyStatus ? {} : { status: [...statuses] }),
    ...(needsAttention ? { needsAttention: 'true' } : {}),
    ...(todayBy === undefined ? {} : { dateBy: todayBy, from: today, to: today }),
  };
}
