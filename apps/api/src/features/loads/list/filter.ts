import type { DateBasis, LoadFilters } from '@headhaul/contracts/loads/list';
import { activeStatuses, type LoadStatus, loadStatuses } from '@headhaul/domain/loads/status';

/** A statement being written: its values get their places as they are named. The first is always the company. */
export interface Draft {
  values: string[];
  bind(value: string | number | readonly string[], type: string): string;
}

export function startDraft(companyId: string): Draft {
  const values = [companyId];
  return {
    values,
    bind: (value, type) => `$${values.push(typeof value === 'object' ? writeArray(value) : String(value))}::${type}`,
  };
}

function writeArray(values: readonly string[]): string {
  return `{${values.map((value) => `"${value.replace(/["\\]/g, '\\$&')}"`).join(',')}}`;
}

const dayColumns: Record<DateBasis, string> = { PICKUP: 'pickup_day', DELIVERY: 'delivery_day', BOOKING: 'booked_day' };
/** Nothing is on the road longer; bounds what a planner's page reads. */
const longestTripDays = 21;

const active = new Set<LoadStatus>(activeStatuses);

/** Spelled out in statements, because the index of the active loads is chosen by it. */
export const isActive = `l.status_order <= ${loadStatuses.indexOf('DELIVERED')}`;

/** As the database keeps them for its indexes: the place in the contract's list. */
export function statusOrders(statuses: readonly LoadStatus[]): string[] {
  return statuses.map((status) => String(loadStatuses.indexOf(status)));
}

export function areAllActive(statuses: readonly LoadStatus[] | undefined): boolean {
  return statuses !== undefined && statuses.length > 0 && statuses.every((status) => active.has(status));
}

/** Each value once; a list with nothing in it asks for nothing. */
export function listed<T>(values: readonly T[] | undefined): readonly T[] | undefined {
  return values === undefined || values.length === 0 ? undefined : [...new Set(values)];
}

/** Everything but the words and what needs attention, as conditions on the load `l`. */
export function writeConditions(filters: LoadFilters, draft: Draft): string[] {
  const { bind } = draft;
  const conditions = ['l.company_id = $1', filters.deleted ? 'l.deleted_at is not null' : 'l.deleted_at is null'];
  const anyOf = (column: string, values: readonly string[] | undefined, type: string) => {
    const wanted = listed(values);
    if (wanted) conditions.push(`l.${column} = any(${bind(wanted, `${type}[]`)})`);
  };
  anyOf('status_order', filters.status && statusOrders(filters.status), 'smallint');
  if (areAllActive(filters.status)) conditions.push(isActive);
  const drivers = listed(filters.driverId);
  if (drivers) {
    const wanted = bind(drivers, 'uuid[]');
    conditions.push(`(l.driver_id = any(${wanted}) or l.co_driver_id = any(${wanted}))`);
  }
  if (filters.withoutDriver !== undefined) conditions.push(`l.driver_id is ${filters.withoutDriver ? '' : 'not '}null`);
  anyOf('dispatcher_id', filters.dispatcherId, 'uuid');
  anyOf('broker_id', filters.brokerId, 'uuid');
  anyOf('equipment', filters.equipment, 'text');
  anyOf('pickup_state', filters.originState, 'text');
  anyOf('delivery_state', filters.destinationState, 'text');
  if (filters.tag !== undefined) conditions.push(`l.tags @> array[${bind(filters.tag, 'text')}]`);
  return [...conditions, ...writeDays(filters, draft)];
}

function writeDays({ dateBy, from, to, onRoadFrom, onRoadTo }: LoadFilters, { bind }: Draft): string[] {
  const conditions: string[] = [];
  const day = `l.${dayColumns[dateBy]}`;
  if (from !== undefined) conditions.push(`${day} >= ${bind(from, 'date')}`);
  if (to !== undefined) conditions.push(`${day} <= ${bind(to, 'date')}`);
  const zone = '(select c.time_zone from companies c where c.company_id = $1)';
  if (onRoadFrom !== undefined) {
    const start = `${bind(onRoadFrom, 'date')}::timestamp at time zone ${zone}`;
    conditions.push(`l.delivery_ends_at > ${start}`, `l.pickup_at > ${start} - interval '${longestTripDays} days'`);
  }
  if (onRoadTo !== undefined) conditions.push(`l.pickup_at < (${bind(onRoadTo, 'date')} + 1)::timestamp at time zone ${zone}`);
  return conditions;
}
