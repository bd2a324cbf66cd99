import { type LoadFilters, type LoadSort, loadFilterShape } from '@headhaul/contracts/loads/list';
import { areAllActive, type Draft, listed, statusOrders, writeConditions } from './filter.ts';
import { splitTerms, writeCandidates, writeTerms } from './search.ts';

export const sorts = {
  PICKUP: { column: 'pickup_at', type: 'timestamptz', key: 'pickupAt', first: '-infinity', last: 'infinity' },
  DELIVERY: { column: 'delivery_at', type: 'timestamptz', key: 'deliveryAt', first: '-infinity', last: 'infinity' },
  CREATED: { column: 'created_at', type: 'timestamptz', key: 'createdAt', first: '-infinity', last: 'infinity' },
  GROSS: { column: 'gross_cents', type: 'bigint', key: 'grossCents', first: '-9223372036854775808', last: '9223372036854775807' },
} as const satisfies Record<LoadSort, object>;

/** The order of a page, and the load after which it starts. */
export interface Slice {
  sort: LoadSort;
  order: 'asc' | 'desc';
  after: { value: string; id: string } | null;
  limit: number;
}

interface Page {
  /** Only for the few statements that stay prepared: one plan of each is good for every company. */
  name?: string;
  text: string;
}

/** A part of a sorted list: its order, where it starts and its limit. */
interface Range {
  order: string;
  after: string;
  limit: string;
}

const firstId = '00000000-0000-0000-0000-000000000000';
const lastId = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

function writeRange({ sort, order, after, limit }: Slice, { bind }: Draft): Range {
  const { column, type, first, last } = sorts[sort];
  const isRising = order === 'asc';
  // Always bound, so that the first page and later pages use the same statement.
  const value = bind(after?.value ?? (isRising ? first : last), type);
  const id = bind(after?.id ?? (isRising ? firstId : lastId), 'uuid');
  return {
    order: `l.${column} ${order}, l.id ${order}`,
    after: `(l.${column}, l.id) ${isRising ? '>' : '<'} (${value}, ${id})`,
    limit: bind(limit, 'int'),
  };
}

/** Filters with an index in the order of pickup. */
const indexed: Partial<Record<keyof LoadFilters, { column: string; type: string }>> = {
  status: { column: 'status_order', type: 'smallint' },
  driverId: { column: 'driver_id', type: 'uuid' },
  brokerId: { column: 'broker_id', type: 'uuid' },
  dispatcherId: { column: 'dispatcher_id', type: 'uuid' },
};

const filterKeys = Object.keys(loadFilterShape).filter((key) => key !== 'dateBy') as (keyof LoadFilters)[];

function hasTerms({ search }: LoadFilters): boolean {
  return search !== undefined && splitTerms(search).length > 0;
}

function isSet(filters: LoadFilters, key: keyof LoadFilters): boolean {
  const value = filters[key];
  if (Array.isArray(value)) return value.length > 0;
  if (key === 'search') return hasTerms(filters);
  // `false` for these two means that they are not set.
  return key === 'deleted' || key === 'needsAttention' ? value === true : value !== undefined && value !== '';
}

/** The statement that selects `columns` of the loads of a page, in order. With `ids`, only these loads may be shown. */
export function writePage(filters: LoadFilters, slice: Slice, columns: string, draft: Draft, ids?: readonly string[]): Page {
  const [only, ...others] = filterKeys.filter((key) => isSet(filters, key));
  const name = `loads_${only ?? 'all'}_${slice.sort}_${slice.order}`;
  if (ids || others.length > 0) return { text: writeNarrowed(filters, slice, columns, draft, ids) };
  if (only === undefined) return { name, text: walk(columns, own, writeRange(slice, draft)) };
  const index = indexed[only];
  if (index && slice.sort === 'PICKUP') {
    const values = only === 'status' ? statusOrders(filters.status ?? []) : (filters[only] as string[]);
    return { name, text: writeMerged(index, listed(values) ?? [], slice, columns, draft) };
  }
  if (filters.search && slice.sort === 'PICKUP' && splitTerms(filters.search).length === 1) {
    const range = writeRange(slice, draft);
    return { name, text: writeKeyed(writeCandidates(filters.search, range, draft), own, range, columns) };
  }
  return { text: writeNarrowed(filters, slice, columns, draft) };
}

const own = ['l.company_id = $1', 'l.deleted_at is null'];

function walk(columns: string, conditions: readonly string[], { order, after, limit }: Range): string {
  return `select ${columns} from loads l where ${[...conditions, after].join(' and ')} order by ${order} limit ${limit}`;
}

/** Reads one page-sized range for each value, merges them and cuts the result to a page. It merges ids and reads the loads at the end. */
function writeMerged(
  { column, type }: { column: string; type: string },
  wanted: readonly string[],
  slice: Slice,
  columns: string,
  draft: Draft,
): string {
  const values = draft.bind(wanted, `${type}[]`);
  const range = writeRange(slice, draft);
  const one = (condition: string) => walk('l.id, l.pickup_at', [...own, condition], range);
  const ranges =
    column === 'driver_id'
      ? // A load whose two drivers are both asked for is found by its first driver only.
        `(${one('l.driver_id = wanted.value')}) union all
         (${one(`l.co_driver_id = wanted.value and (l.driver_id is null or l.driver_id <> all(${values}))`)})`
      : one(`l.${column} = wanted.value`);
  const keys = `select l.id from unnest(${values}) wanted (value) cross join lateral (${ranges}) l order by ${range.order} limit ${range.limit}`;
  return writeKeyed(keys, own, range, columns);
}

/** `offset 0` stops the planner from turning the lookup of a few loads by id into a scan of all loads. */
function writeKeyed(keys: string, conditions: readonly string[], { order, after, limit }: Range, columns: string): string {
  return `select ${columns} from (${keys}) k (id)
    cross join lateral (select l.* from loads l where l.company_id = $1 and l.id = k.id offset 0) l
    where ${[...conditions, after].join(' and ')} order by ${order} limit ${limit}`;
}

/**
 * Several filters: the planner chooses the index. Search words are compared with the text of active loads, loads in the bin and the
 * given `ids`. Among all loads an index finds the candidates.
 */
function writeNarrowed(filters: LoadFilters, slice: Slice, columns: string, draft: Draft, ids?: readonly string[]): string {
  const conditions = writeConditions(filters, draft);
  if (ids) conditions.push(`l.id = any(${draft.bind(ids, 'uuid[]')})`);
  const range = writeRange(slice, draft);
  if (!filters.search || !hasTerms(filters)) return walk(columns, conditions, range);
  conditions.push(writeTerms(filters.search, draft));
  const isBounded = ids !== undefined || areAllActive(filters.status) || filters.deleted === true;
  if (isBounded) return walk(columns, conditions, range);
  return writeKeyed(writeCandidates(filters.search, null, draft), conditions, range, columns);
}
