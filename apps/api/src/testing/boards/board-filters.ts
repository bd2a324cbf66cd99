import { type BoardFilter, boardFilterEndpoints, type NewBoardFilter } from '@headhaul/contracts/boards/filters';
import type { TestClient } from '../test-app.ts';

export const southeast: NewBoardFilter = {
  name: 'Van, Southeast',
  rules: [
    { kind: 'MIN_RPM', cents: 240, basis: 'ALL_IN' },
    { kind: 'MAX_DEADHEAD', miles: 75 },
    { kind: 'BROKER_BLOCK', mcs: ['991120'], names: ['Quickturn'], emailDomains: ['quickturn.example'] },
  ],
  onUnknown: 'KEEP',
  action: 'DIM',
};
export const { list, active, choose, create } = {
  list: (client: TestClient) => client.call(boardFilterEndpoints.listBoardFilters, {}),
  active: (client: TestClient, since?: number) =>
    client.call(boardFilterEndpoints.getActiveBoardFilters, { query: since === undefined ? {} : { since } }),
  choose: (client: TestClient, filterId: string | null, isOn = true) =>
    client.call(boardFilterEndpoints.chooseBoardFilter, { body: { filterId, isOn } }),
  create: (client: TestClient, said: Partial<NewBoardFilter> = {}) =>
    client.call(boardFilterEndpoints.createBoardFilter, { body: { ...southeast, ...said } }),
};
/** Saves the filter with these changes, by the version that is given. */
export function change(client: TestClient, filter: BoardFilter, said: Partial<BoardFilter> = {}) {
  const { id, version, name, rules, onUnknown, action, isForEveryone, isAdjustable } = { ...filter, ...said };
  const body = { version, name, rules, onUnknown, action, isForEveryone, isAdjustable };
  return client.call(boardFilterEndpoints.updateBoardFilter, { params: { id }, body });
}
export const refused = (status: number, code: string) => ({ problem: { status, code } });
