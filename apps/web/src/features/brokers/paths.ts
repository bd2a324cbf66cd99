import type { BrokerQuery } from './brokers.api.ts';

export const brokerTabs = { all: 'All', preferred: 'Preferred', blocked: 'Blocked' } as const;
export type BrokerTab = keyof typeof brokerTabs;

/** The state of the list. All of it is kept in the address. */
export interface BrokerListState {
  tab: BrokerTab;
  search: string;
  sort: 'LAST_LOAD' | 'NAME';
}

export function readBrokerList(params: URLSearchParams): BrokerListState {
  const tab = params.get('tab') ?? 'all';
  return {
    tab: Object.hasOwn(brokerTabs, tab) ? (tab as BrokerTab) : 'all',
    search: params.get('q') ?? '',
    sort: params.get('sort') === 'name' ? 'NAME' : 'LAST_LOAD',
  };
}

export function writeBrokerList({ tab, search, sort }: BrokerListState): URLSearchParams {
  const params = new URLSearchParams();
  if (tab !== 'all') params.set('tab', tab);
  if (search !== '') params.set('q', search);
  if (sort === 'NAME') params.set('sort', 'name');
  return params;
}

/** The query for the server. */
export function brokerQueryOf({ tab, search, sort }: BrokerListState): BrokerQuery {
  return {
    sort,
    ...(tab === 'all' ? {} : { mark: tab === 'preferred' ? 'PREFERRED' : 'BLOCKED' }),
    ...(search.trim() === '' ? {} : { search: search.trim().slice(0, 100) }),
  };
}

export const brokersPath = '/dispatcher/brokers';

export function brokerPath(id: string): string {
  return `${brokersPath}/${id}`;
}

/** The list of loads, narrowed to this broker. */
export function brokerLoadsPath(id: string): string {
  return `/dispatcher/my-loads?view=all&broker=${id}`;
}
