import type { LoadFilters } from '@headhaul/contracts/loads/list';
import { type Condition, conditionsOf, longestTripDays } from '@headhaul/domain/loads/membership';
import { activeStatuses, type LoadStatus, loadStatuses } from '@headhaul/domain/loads/status';

/** A statement in progress. `bind` adds a value and returns its placeholder. `$1` is always the company. */
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

const active = new Set<LoadStatus>(activeStatuses);

/** The company's time zone, which decides when its days begin. `$1` is the company. */
export const companyZone = '(select c.time_zone from companies c where c.company_id = $1)';

/** Statements contain this exact condition, because the partial index of the active loads needs it. */
export const isActive = `l.status_order <= ${loadStatuses.indexOf('DELIVERED')}`;

/** The database stores a status as its position in `loadStatuses`, for its indexes. */
export function statusOrders(statuses: readonly string[]): string[] {
  return statuses.map((status) => String(loadStatuses.indexOf(status as LoadStatus)));
}

export function areAllActive(statuses: readonly LoadStatus[] | undefined): boolean {
  return statuses !== undefined && statuses.length > 0 && statuses.every((status) => active.has(status));
}

/** Each value once. An empty list is no filter. */
export function listed<T>(values: readonly T[] | undefined): readonly T[] | undefined {
  return values === undefined || values.length === 0 ? undefined : [...new Set(values)];
}

const columns = {
  driverId: { name: 'driver_id', type: 'uuid' },
  coDriverId: { name: 'co_driver_id', type: 'uuid' },
  dispatcherId: { name: 'dispatcher_id', type: 'uuid' },
  brokerId: { name: 'broker_id', type: 'uuid' },
  equipment: { name: 'equipment', type: 'text' },
  pickupState: { name: 'pickup_state', type: 'text' },
  deliveryState: { name: 'delivery_state', type: 'text' },
  status: { name: 'status_order', type: 'smallint' },
} as const;
const nullable = { driverId: 'driver_id', deletedAt: 'deleted_at' } as const;
const days = { pickupDay: 'pickup_day', deliveryDay: 'delivery_day', bookedDay: 'booked_day' } as const;

/** All filters except the search words and "needs attention", as conditions on the load `l`. */
export function writeConditions(filters: LoadFilters, draft: Draft): string[] {
  const conditions = ['l.company_id = $1', ...conditionsOf(filters).flatMap((condition) => writeCondition(condition, draft))];
  return areAllActive(filters.status) ? [...conditions, isActive] : conditions;
}

function writeCondition(condition: Condition, { bind }: Draft): string[] {
  switch (condition.asks) {
    case 'one of': {
      const [first] = condition.fields;
      const values = first === 'status' ? statusOrders(condition.values) : condition.values;
      const wanted = bind(values, `${columns[first ?? 'status'].type}[]`);
      return [`(${condition.fields.map((field) => `l.${columns[field].name} = any(${wanted})`).join(' or ')})`];
    }
    case 'known':
      return [`l.${nullable[condition.field]} is ${condition.isKnown ? 'not ' : ''}null`];
    case 'tag':
      return [`l.tags @> array[${bind(condition.tag, 'text')}]`];
    case 'day': {
      const { field, from, to } = condition;
      const day = `l.${days[field]}`;
      return [
        ...(from === undefined ? [] : [`${day} >= ${bind(from, 'date')}`]),
        ...(to === undefined ? [] : [`${day} <= ${bind(to, 'date')}`]),
      ];
    }
    case 'on road':
      return writeOnRoad(condition, bind);
  }
}

function writeOnRoad({ from, to }: { from: string | undefined; to: string | undefined }, bind: Draft['bind']): string[] {
  const conditions: string[] = [];
  if (from !== undefined) {
    const start = `${bind(from, 'date')}::timestamp at time zone ${companyZone}`;
    conditions.push(`l.delivery_ends_at > ${start}`, `l.pickup_at > ${start} - interval '${longestTripDays} days'`);
  }
  if (to !== undefined) conditions.push(`l.pickup_at < (${bind(to, 'date')} + 1)::timestamp at time zone ${companyZone}`);
  return conditions;
}
