import type { LoadRow } from '@headhaul/contracts/loads/record';
import type { LoadStatus } from '@headhaul/domain/loads/status';
import { allowedMoves } from '@headhaul/domain/loads/status';
import type { Calendar } from '../../../shared/time/calendar.ts';
import { filterQueryOf, type ListState } from '../list/filters/query.ts';
import { standingView } from '../list/filters/views.ts';
import type { LoadFilterQuery } from '../load-query.ts';

/** The statuses of a load in the order of the columns, from left to right. */
const boardStatuses: readonly LoadStatus[] = [
  'BOOKED',
  'DISPATCHED',
  'AT_PICKUP',
  'IN_TRANSIT',
  'AT_DELIVERY',
  'PROBLEM',
  'DELIVERED',
  'INVOICED',
];

/** The columns of a view. The active view also has the invoiced column, because delivered loads go there next. */
export function boardColumns(state: ListState): readonly LoadStatus[] {
  if (state.status.length > 0) return boardStatuses.filter((status) => state.status.includes(status));
  if (state.base === 'active') return boardStatuses;
  return boardStatuses.filter((status) => standingView(state.base).statuses.includes(status));
}

/** The query of one column: the filters of the view and one status. */
export function columnFilters(state: ListState, status: LoadStatus, calendar: Calendar): LoadFilterQuery {
  return { ...filterQueryOf({ ...state, isBin: false }, calendar), status: [status] };
}

export type DropState = 'here' | 'allowed' | 'refused' | null;

/** How a column looks while a load is dragged over the board. */
export function dropState(row: LoadRow | null, status: LoadStatus, by: { isTeamOwner: boolean }, nowMs: number): DropState {
  if (row === null) return null;
  if (row.status === status) return 'here';
  return allowedMoves(row, by, nowMs).includes(status) ? 'allowed' : 'refused';
}
