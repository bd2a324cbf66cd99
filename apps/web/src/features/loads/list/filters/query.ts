import { DateBasis, LoadSort } from '@headhaul/contracts/loads/list';
import { type Equipment, equipmentTypes, type StateCode, stateCodes } from '@headhaul/domain/equipment';
import type { LoadStatus } from '@headhaul/domain/loads/status';
import type { Calendar } from '../../../../shared/time/calendar.ts';
import { type DaySpan, daysOf, readSpan, writeSpan } from '../../../../shared/time/day-span.ts';
import type { LoadFilterQuery, LoadQuery } from '../../load-query.ts';
import { type StandingKey, standingView, viewFilters } from './views.ts';

export const groupings = { next: 'What’s next', none: 'None', driver: 'Driver', status: 'Status' } as const;
export type Grouping = keyof typeof groupings;
export type ListMode = 'list' | 'board';

/** A span of days, and the date of a load that it applies to. */
export interface DateChoice {
  by: DateBasis;
  span: DaySpan;
}

/** What the screen shows. All of it is in the address, so reloading, going back or sending the address to a colleague shows the same. */
export interface ListState {
  /** The tab: a standing view, or the id of a saved one. */
  view: string;
  /** The standing view itself, or the one that the saved view is based on. */
  base: StandingKey;
  mode: ListMode;
  search: string;
  status: LoadStatus[];
  driver: string[];
  withoutDriver: boolean;
  dispatcher: string[];
  broker: string[];
  equipment: Equipment[];
  origin: StateCode[];
  destination: StateCode[];
  tag: string;
  dates: DateChoice | null;
  sort: LoadSort;
  order: 'asc' | 'desc';
  group: Grouping;
  /** The bin instead of the list. */
  isBin: boolean;
}

/** The filters that a person adds to the view. */
type FilterPart = Pick<
  ListState,
  'search' | 'status' | 'driver' | 'withoutDriver' | 'dispatcher' | 'broker' | 'equipment' | 'origin' | 'destination' | 'tag' | 'dates'
>;

export const noFilters: FilterPart = {
  search: '',
  status: [],
  driver: [],
  withoutDriver: false,
  dispatcher: [],
  broker: [],
  equipment: [],
  origin: [],
  destination: [],
  tag: '',
  dates: null,
};

const idPattern = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

function listOf<T extends string>(text: string | null, isKnown: (value: string) => boolean): T[] {
  return [...new Set(text?.split(',').filter(isKnown))] as T[];
}

const oneOf = (options: readonly string[]) => (value: string) => options.includes(value);
const isId = (value: string) => idPattern.test(value);

function readSort(text: string | null): Pick<ListState, 'sort' | 'order'> {
  const [sort, order] = text?.split('.') ?? [];
  const known = LoadSort.safeParse(sort?.toUpperCase());
  return known.success ? { sort: known.data, order: order === 'desc' ? 'desc' : 'asc' } : { sort: 'PICKUP', order: 'asc' };
}

function readDates(params: URLSearchParams): DateChoice | null {
  const span = readSpan(params.get('dates'));
  const by = DateBasis.safeParse(params.get('by')?.toUpperCase());
  return span === null ? null : { by: by.success ? by.data : 'PICKUP', span };
}

/** Reads an address. Unknown values are left out, so that an old bookmark still opens. */
export function readListState(params: URLSearchParams): ListState {
  const view = params.get('view') ?? 'active';
  const base = standingView(isId(view) ? params.get('base') : view);
  const group = params.get('group');
  return {
    view: isId(view) ? view : base.key,
    base: base.key,
    mode: params.get('mode') === 'board' ? 'board' : 'list',
    search: params.get('q') ?? '',
    status: listOf(params.get('status'), oneOf(base.statuses)),
    driver: listOf(params.get('driver'), isId),
    withoutDriver: params.get('nodriver') === '1',
    dispatcher: listOf(params.get('dispatcher'), isId),
    broker: listOf(params.get('broker'), isId),
    equipment: listOf(params.get('equipment'), oneOf(equipmentTypes)),
    origin: listOf(params.get('from'), oneOf(stateCodes)),
    destination: listOf(params.get('to'), oneOf(stateCodes)),
    tag: params.get('tag') ?? '',
    dates: base.todayBy === undefined ? readDates(params) : null,
    ...readSort(params.get('sort')),
    group: group !== null && Object.hasOwn(groupings, group) ? (group as Grouping) : base.isGroupedAtFirst ? 'next' : 'none',
    isBin: params.get('bin') === '1',
  };
}

function put(params: URLSearchParams, key: string, value: string | readonly string[]): void {
  if (value.length > 0) params.set(key, typeof value === 'string' ? value : value.join(','));
}

/** The shortest address that reads back as this state. */
export function writeListState(state: ListState): URLSearchParams {
  const base = standingView(state.base);
  const params = new URLSearchParams();
  if (state.view !== 'active') params.set('view', state.view);
  if (state.view !== state.base && state.base !== 'active') params.set('base', state.base);
  if (state.mode !== 'list') params.set('mode', state.mode);
  put(params, 'q', state.search);
  put(params, 'status', state.status);
  put(params, 'driver', state.driver);
  if (state.withoutDriver) params.set('nodriver', '1');
  put(params, 'dispatcher', state.dispatcher);
  put(params, 'broker', state.broker);
  put(params, 'equipment', state.equipment);
  put(params, 'from', state.origin);
  put(params, 'to', state.destination);
  put(params, 'tag', state.tag);
  if (state.dates !== null) {
    if (state.dates.by !== 'PICKUP') params.set('by', state.dates.by.toLowerCase());
    params.set('dates', writeSpan(state.dates.span));
  }
  if (state.sort !== 'PICKUP' || state.order !== 'asc') {
    params.set('sort', `${state.sort.toLowerCase()}${state.order === 'desc' ? '.desc' : ''}`);
  }
  if (state.group !== (base.isGroupedAtFirst ? 'next' : 'none')) params.set('group', state.group);
  if (state.isBin) params.set('bin', '1');
  return params;
}

/** What a saved view keeps: everything but which tab it is. */
export function savedQueryOf(state: ListState): string {
  const params = writeListState({ ...state, view: state.base });
  params.delete('view');
  if (state.base !== 'active') params.set('base', state.base);
  return params.toString();
}

/** The state of the screen for a saved view. */
export function openSavedView(view: { id: string; query: string }): ListState {
  const params = new URLSearchParams(view.query);
  params.set('view', view.id);
  return readListState(params);
}

export function hasFilters(state: ListState): boolean {
  return (Object.keys(noFilters) as (keyof FilterPart)[]).some((key) => JSON.stringify(state[key]) !== JSON.stringify(noFilters[key]));
}

/** The filters that are sent to the server. */
export function filterQueryOf(state: ListState, { today, startsOn }: Calendar): LoadFilterQuery {
  if (state.isBin) return { deleted: 'true', ...(state.search === '' ? {} : { search: state.search.trim() }) };
  const some = <K extends string, T>(key: K, values: T[]) => (values.length === 0 ? {} : ({ [key]: values } as Record<K, T[]>));
  return {
    ...viewFilters(standingView(state.base), today),
    ...some('status', state.status),
    ...some('driverId', state.driver),
    ...(state.withoutDriver ? { withoutDriver: 'true' as const } : {}),
    ...some('dispatcherId', state.dispatcher),
    ...some('brokerId', state.broker),
    ...some('equipment', state.equipment),
    ...some('originState', state.origin),
    ...some('destinationState', state.destination),
    ...(state.tag === '' ? {} : { tag: state.tag }),
    ...(state.dates === null ? {} : { dateBy: state.dates.by, ...daysOf(state.dates.span, today, startsOn) }),
    ...(state.search.trim() === '' ? {} : { search: state.search.trim() }),
  };
}

export function listQueryOf(state: ListState, calendar: Calendar): LoadQuery {
  return { ...filterQueryOf(state, calendar), sort: state.sort, order: state.order, limit: pageSize };
}

/** A screen shows about 20 rows. This is enough for two flicks of the wheel, and small enough to be read at once. */
const pageSize = 100;
