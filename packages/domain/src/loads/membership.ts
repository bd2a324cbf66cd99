import { addDays, wallToInstant } from '../time/zoned-time.ts';

/** The filters of a list of loads, except the search words and "needs attention". */
export interface ListedBy {
  status?: readonly string[] | undefined;
  driverId?: readonly string[] | undefined;
  withoutDriver?: boolean | undefined;
  dispatcherId?: readonly string[] | undefined;
  brokerId?: readonly string[] | undefined;
  equipment?: readonly string[] | undefined;
  originState?: readonly string[] | undefined;
  destinationState?: readonly string[] | undefined;
  tag?: string | undefined;
  dateBy?: 'PICKUP' | 'DELIVERY' | 'BOOKING' | undefined;
  from?: string | undefined;
  to?: string | undefined;
  onRoadFrom?: string | undefined;
  onRoadTo?: string | undefined;
  deleted?: boolean | undefined;
}

/** The fields of a load that decide which lists it belongs to. A row of the list has all of them. */
export interface ListedFacts {
  status: string;
  driverId: string | null;
  coDriverId: string | null;
  dispatcherId: string | null;
  brokerId: string;
  equipment: string;
  pickupState: string;
  deliveryState: string;
  tags: readonly string[];
  /** The days a load is counted on. Actual times come before appointments. */
  pickupDay: string;
  deliveryDay: string;
  bookedDay: string;
  pickupAt: string;
  deliveryEndsAt: string;
  deletedAt: string | null;
  /** A planner's days are in this time zone. */
  companyZone: string;
}

type WordField = 'status' | 'driverId' | 'coDriverId' | 'dispatcherId' | 'brokerId' | 'equipment' | 'pickupState' | 'deliveryState';
type DayField = 'pickupDay' | 'deliveryDay' | 'bookedDay';

/** One condition of a list. The web app tests rows with it and the API writes it as SQL, so there is only one set of rules. */
export type Condition =
  | { asks: 'one of'; fields: readonly WordField[]; values: readonly string[] }
  | { asks: 'known'; field: 'driverId' | 'deletedAt'; isKnown: boolean }
  | { asks: 'tag'; tag: string }
  | { asks: 'day'; field: DayField; from: string | undefined; to: string | undefined }
  | { asks: 'on road'; from: string | undefined; to: string | undefined };

const dayFields = { PICKUP: 'pickupDay', DELIVERY: 'deliveryDay', BOOKING: 'bookedDay' } as const;

/** No load is on the road longer. This limits what a planner's page reads. */
export const longestTripDays = 21;

/** All conditions of a list. An empty choice adds none. */
export function conditionsOf(filters: ListedBy): Condition[] {
  const conditions: Condition[] = [{ asks: 'known', field: 'deletedAt', isKnown: filters.deleted === true }];
  const oneOf = (values: readonly string[] | undefined, ...fields: WordField[]) => {
    if (values !== undefined && values.length > 0) conditions.push({ asks: 'one of', fields, values: [...new Set(values)] });
  };
  oneOf(filters.status, 'status');
  // The co-driver is on the road with the load too.
  oneOf(filters.driverId, 'driverId', 'coDriverId');
  oneOf(filters.dispatcherId, 'dispatcherId');
  oneOf(filters.brokerId, 'brokerId');
  oneOf(filters.equipment, 'equipment');
  oneOf(filters.originState, 'pickupState');
  oneOf(filters.destinationState, 'deliveryState');
  const { withoutDriver, tag, dateBy = 'PICKUP', from, to, onRoadFrom, onRoadTo } = filters;
  if (withoutDriver !== undefined) conditions.push({ asks: 'known', field: 'driverId', isKnown: !withoutDriver });
  if (tag !== undefined) conditions.push({ asks: 'tag', tag });
  if (from !== undefined || to !== undefined) conditions.push({ asks: 'day', field: dayFields[dateBy], from, to });
  if (onRoadFrom !== undefined || onRoadTo !== undefined) conditions.push({ asks: 'on road', from: onRoadFrom, to: onRoadTo });
  return conditions;
}

export type RowTest = (row: ListedFacts) => boolean;

/**
 * The condition as a test of a row. It is made once per list, because a hundred thousand rows are
 * tested between a click and the next frame.
 */
export function testOf(condition: Condition): RowTest {
  switch (condition.asks) {
    case 'one of': {
      const values = new Set<string | null>(condition.values);
      const [first, second] = condition.fields as readonly [WordField, WordField?];
      return second === undefined ? (row) => values.has(row[first]) : (row) => values.has(row[first]) || values.has(row[second]);
    }
    case 'known': {
      const { field, isKnown } = condition;
      return (row) => (row[field] !== null) === isKnown;
    }
    case 'tag':
      return ({ tags }) => tags.includes(condition.tag);
    case 'day': {
      const { field, from = '', to = '9999-12-31' } = condition;
      return (row) => row[field] >= from && row[field] <= to;
    }
    case 'on road':
      return onRoadTest(condition);
  }
}

type DayRange = { from: string | undefined; to: string | undefined };

/** Compares with midnights in the company's time zone. All rows of a company have the same zone, so the moments are computed once. */
function onRoadTest(days: DayRange): RowTest {
  let zone: string | null = null;
  let bounds = { startMs: 0, endMs: 0 };
  return (row) => {
    if (row.companyZone !== zone) {
      zone = row.companyZone;
      bounds = boundsOf(days, zone);
    }
    const { startMs, endMs } = bounds;
    const pickupMs = Date.parse(row.pickupAt);
    return Date.parse(row.deliveryEndsAt) > startMs && pickupMs > startMs - longestTripDays * 86_400_000 && pickupMs < endMs;
  };
}

function boundsOf({ from, to }: DayRange, zone: string): { startMs: number; endMs: number } {
  return {
    startMs: from === undefined ? Number.NEGATIVE_INFINITY : Date.parse(wallToInstant(from, null, zone)),
    endMs: to === undefined ? Number.POSITIVE_INFINITY : Date.parse(wallToInstant(addDays(to, 1), null, zone)),
  };
}
