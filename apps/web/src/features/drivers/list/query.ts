import { type DriverStatus, driverStatuses } from '@headhaul/domain/drivers/status';

/** The built-in views of the list. The answer has a count for each. */
export const driverViews = [
  { key: 'empty', title: 'Empty soonest', count: 'all', statuses: null },
  { key: 'on-load', title: 'On load', count: 'onLoad', statuses: ['ON_LOAD'] },
  { key: 'ready', title: 'Ready', count: 'ready', statuses: ['READY'] },
  { key: 'planned', title: 'Planned', count: 'planned', statuses: ['PLANNED'] },
  { key: 'off', title: 'Home, rest, shop', short: 'Off', count: 'off', statuses: ['HOME', 'REST', 'IN_SHOP', 'NOT_READY'] },
  { key: 'inactive', title: 'Inactive', count: 'inactive', statuses: null },
  { key: 'archived', title: 'Archived', count: 'archived', statuses: null },
] as const satisfies readonly { key: string; title: string; short?: string; count: string; statuses: readonly DriverStatus[] | null }[];

export type DriverViewKey = (typeof driverViews)[number]['key'];

/** Whose drivers are shown: the user's (everyone's when they have none), everyone's, or those of these dispatchers. */
export type Whose = 'mine' | 'all' | readonly string[];

/** The state of the screen. All of it is kept in the address. */
export interface DriverListState {
  /** The tab: a built-in view, or the id of a saved one. */
  view: string;
  base: DriverViewKey;
  search: string;
  whose: Whose;
  statuses: DriverStatus[];
  sort: 'EMPTY' | 'NAME';
}

const idPattern = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

export function viewOf(key: string | null) {
  return driverViews.find((view) => view.key === key) ?? driverViews[0];
}

function readWhose(text: string | null, usual: Whose): Whose {
  if (text === 'mine' || text === 'all') return text;
  const ids = text?.split(',').filter((id) => idPattern.test(id)) ?? [];
  return ids.length === 0 ? usual : ids;
}

/** Reads an address. Unknown parts are ignored. `usual` says whose drivers are shown when the address does not. */
export function readDriverState(params: URLSearchParams, usual: Whose): DriverListState {
  const view = params.get('view') ?? 'empty';
  const isSaved = idPattern.test(view);
  const base = viewOf(isSaved ? params.get('base') : view);
  const statuses =
    params
      .get('status')
      ?.split(',')
      .filter((one): one is DriverStatus => (driverStatuses as readonly string[]).includes(one)) ?? [];
  return {
    view: isSaved ? view : base.key,
    base: base.key,
    search: params.get('q') ?? '',
    whose: readWhose(params.get('dispatcher'), usual),
    statuses,
    sort: params.get('sort') === 'name' ? 'NAME' : 'EMPTY',
  };
}

/** The shortest address that reads back as this state. */
export function writeDriverState(state: DriverListState, usual: Whose): URLSearchParams {
  const params = new URLSearchParams();
  if (state.view !== 'empty') params.set('view', state.view);
  if (state.view !== state.base && state.base !== 'empty') params.set('base', state.base);
  if (state.search !== '') params.set('q', state.search);
  if (state.whose !== usual) params.set('dispatcher', typeof state.whose === 'string' ? state.whose : state.whose.join(','));
  if (state.statuses.length > 0) params.set('status', state.statuses.join(','));
  if (state.sort === 'NAME') params.set('sort', 'name');
  return params;
}

/** The part of the state that a saved view keeps: all but the tab. */
export function savedDriverQuery(state: DriverListState, usual: Whose): string {
  const params = writeDriverState({ ...state, view: state.base }, usual);
  params.delete('view');
  if (state.base !== 'empty') params.set('base', state.base);
  return params.toString();
}

export function openSavedView({ id, query }: { id: string; query: string }, usual: Whose): DriverListState {
  const params = new URLSearchParams(query);
  params.set('view', id);
  return readDriverState(params, usual);
}

/** The query for the server. `dispatchers` are the ids for `whose`, null for everyone's. */
export function driverListQuery({ base, search, statuses, sort }: DriverListState, dispatchers: readonly string[] | null) {
  const { statuses: ofView } = viewOf(base);
  const wanted = ofView === null ? statuses : statuses.length === 0 ? ofView : ofView.filter((status) => statuses.includes(status));
  return {
    ...(search === '' ? {} : { search }),
    ...(wanted.length === 0 ? {} : { status: [...wanted] }),
    ...(dispatchers === null ? {} : { dispatcherId: [...dispatchers] }),
    ...(base === 'archived'
      ? { deleted: 'true' as const }
      : { employment: base === 'inactive' ? ('INACTIVE' as const) : ('ACTIVE' as const) }),
    sort,
    limit: 500,
  };
}
