import type { DateBasis } from '@headhaul/contracts/loads/list';
import { equipmentLabels } from '@headhaul/domain/equipment';
import { loadStatusLabels } from '@headhaul/domain/loads/status';
import { formatSpan } from '../../../../shared/time/day-span.ts';
import type { ListState } from './query.ts';
import { standingView } from './views.ts';

/** The filters of a list. Each one is a chip. */
export type FilterKey =
  | DateBasis
  | 'status'
  | 'driver'
  | 'withoutDriver'
  | 'dispatcher'
  | 'broker'
  | 'equipment'
  | 'origin'
  | 'destination'
  | 'tag';

export const filterNames: Record<FilterKey, string> = {
  PICKUP: 'Pickup',
  DELIVERY: 'Delivery',
  BOOKING: 'Booked',
  status: 'Status',
  driver: 'Driver',
  withoutDriver: 'Without a driver',
  dispatcher: 'Dispatcher',
  broker: 'Broker',
  equipment: 'Equipment',
  origin: 'From',
  destination: 'To',
  tag: 'Tag',
};
const keys = Object.keys(filterNames) as FilterKey[];

function isDates(key: FilterKey): key is DateBasis {
  return key === 'PICKUP' || key === 'DELIVERY' || key === 'BOOKING';
}

function isFilterSet(state: ListState, key: FilterKey): boolean {
  if (isDates(key)) return state.dates?.by === key;
  const value = state[key];
  return typeof value === 'boolean' ? value : value.length > 0;
}

export function setFilters(state: ListState): FilterKey[] {
  return keys.filter((key) => isFilterSet(state, key));
}

/**
 * The filters that can still be added. A list has at most one date filter, and none where the view fixes the day. It filters either by
 * driver or by "without a driver".
 */
export function openFilters(state: ListState): FilterKey[] {
  const view = standingView(state.base);
  return keys.filter((key) => {
    if (isFilterSet(state, key)) return false;
    if (isDates(key)) return state.dates === null && view.todayBy === undefined;
    if (key === 'status') return view.statuses.length > 1;
    if (key === 'driver' || key === 'withoutDriver') return state.driver.length === 0 && !state.withoutDriver;
    return true;
  });
}

export function clearFilter(key: FilterKey): Partial<ListState> {
  if (isDates(key)) return { dates: null };
  if (key === 'withoutDriver') return { withoutDriver: false };
  return key === 'tag' ? { tag: '' } : { [key]: [] };
}

/** "Van, Reefer", or "4 chosen" when more than three would fill the row. */
function listed(words: readonly string[], many: string): string {
  return words.length <= 3 ? words.join(', ') : `${words.length} ${many}`;
}

/** The text of a chip. */
export function formatFilter(state: ListState, key: FilterKey, today: string, names: ReadonlyMap<string, string>): string {
  if (isDates(key)) return state.dates === null ? 'any day' : formatSpan(state.dates.span, today);
  const named = (ids: readonly string[], many: string) => {
    const known = ids.flatMap((id) => names.get(id) ?? []);
    return known.length === ids.length ? listed(known, many) : `${ids.length} ${many}`;
  };
  switch (key) {
    case 'status':
      return listed(
        state.status.map((status) => loadStatusLabels[status]),
        'chosen',
      );
    case 'driver':
      return named(state.driver, 'drivers');
    case 'withoutDriver':
      return 'only';
    case 'dispatcher':
      return named(state.dispatcher, 'people');
    case 'broker':
      return named(state.broker, 'brokers');
    case 'equipment':
      return listed(
        state.equipment.map((one) => equipmentLabels[one]),
        'chosen',
      );
    case 'origin':
    case 'destination':
      return listed(state[key], 'states');
    case 'tag':
      return state.tag;
  }
}
