import type { LoadRow } from '@headhaul/contracts/loads/record';
import { configureStore } from '@reduxjs/toolkit';
import { beforeEach, describe, expect, it } from 'vitest';
import { api } from '../../shared/api/api.ts';
import { setSession } from '../../shared/session/session-store.ts';
import { json, problem, type SentCall, stubLocks, stubNetwork, testSession } from '../../testing/browser-doubles.ts';
import { loadRow, wholeLoad } from '../../testing/load-rows.ts';
import { rowsOf } from './cache/cached-lists.ts';
import { loadChangesApi } from './changes.api.ts';
import type { LoadQuery } from './load-query.ts';
import { loadsApi } from './loads.api.ts';

const rolling = loadRow({ n: 1, status: 'IN_TRANSIT' });
const other = loadRow({ n: 2 });
const active: LoadQuery = { status: ['BOOKED', 'IN_TRANSIT', 'DELIVERED'], sort: 'PICKUP', order: 'asc' };
const onlyRolling: LoadQuery = { status: ['IN_TRANSIT'], sort: 'PICKUP', order: 'asc' };

function makeStore() {
  return configureStore({ reducer: { [api.reducerPath]: api.reducer }, middleware: (defaults) => defaults().concat(api.middleware) });
}

/** A store that shows both lists. The test supplies the server's answers to changes. */
async function openLists(answer: (call: SentCall) => Response | Promise<Response>) {
  const calls = stubNetwork((call) => {
    if (call.method !== 'GET') return answer(call);
    return json(200, { loads: [rolling, other], nextCursor: null });
  });
  const store = makeStore();
  await store.dispatch(loadsApi.endpoints.listLoads.initiate(active));
  await store.dispatch(loadsApi.endpoints.listLoads.initiate(onlyRolling));
  const statuses = (query: LoadQuery) =>
    rowsOf(loadsApi.endpoints.listLoads.select(query)(store.getState()).data).map((row) => [row.loadNumber, row.status]);
  const change = (newStatus: LoadRow['status']) =>
    store.dispatch(loadChangesApi.endpoints.changeLoadStatus.initiate({ params: { id: rolling.id }, body: { newStatus } }));
  return { store, calls, statuses, change };
}

beforeEach(() => {
  localStorage.clear();
  stubLocks();
  setSession(testSession);
});

describe('a change of status', () => {
  it('stands in every list at once, before the server has answered', async () => {
    const { statuses, change } = await openLists(() => json(200, wholeLoad(rolling, 'DELIVERED')));
    const sent = change('DELIVERED');
    expect(statuses(active)).toEqual([
      ['1001', 'DELIVERED'],
      ['1002', 'BOOKED'],
    ]);
    expect(statuses(onlyRolling)).toEqual([['1002', 'BOOKED']]);
    await sent;
    expect(statuses(active)[0]).toEqual(['1001', 'DELIVERED']);
  });

  it('is taken back everywhere when the server refuses', async () => {
    const { statuses, change } = await openLists(() => problem(422, 'move_not_allowed'));
    await change('DELIVERED');
    expect(statuses(active)).toEqual([
      ['1001', 'IN_TRANSIT'],
      ['1002', 'BOOKED'],
    ]);
    expect(statuses(onlyRolling)).toContainEqual(['1001', 'IN_TRANSIT']);
  });

  it('fetches no list again', async () => {
    const { calls, change } = await openLists(() => json(200, wholeLoad(rolling, 'DELIVERED')));
    await change('DELIVERED');
    expect(calls.map(({ method, path }) => `${method} ${path}`)).toEqual([
      'GET /api/loads',
      'GET /api/loads',
      `PUT /api/loads/${rolling.id}/status`,
    ]);
  });
});

describe('a change of several statuses', () => {
  it('keeps what was done and takes back what was refused', async () => {
    const { store, statuses } = await openLists(() =>
      json(200, { done: [{ ...rolling, status: 'DELIVERED' }], refused: [{ id: other.id, loadNumber: '1002', why: 'It is booked' }] }),
    );
    const body = { ids: [rolling.id, other.id], newStatus: 'DELIVERED' as const };
    await store.dispatch(loadChangesApi.endpoints.changeManyStatuses.initiate({ body }));
    expect(statuses(active)).toEqual([
      ['1001', 'DELIVERED'],
      ['1002', 'BOOKED'],
    ]);
  });
});

describe('a load in the bin', () => {
  it('is gone at once and back when that fails', async () => {
    const asked = Promise.withResolvers<void>();
    const answered = Promise.withResolvers<Response>();
    const { store, statuses } = await openLists(() => {
      asked.resolve();
      return answered.promise;
    });
    const sent = store.dispatch(loadChangesApi.endpoints.deleteLoad.initiate({ params: { id: rolling.id } }));
    expect(statuses(active)).toEqual([['1002', 'BOOKED']]);
    await asked.promise;
    answered.resolve(problem(500, 'internal'));
    await sent;
    expect(statuses(active)).toContainEqual(['1001', 'IN_TRANSIT']);
  });
});

describe('a new load', () => {
  it('joins the lists it belongs to', async () => {
    const created = loadRow({ n: 3, pickupAt: '2026-11-13T10:00:00Z' });
    const { store, statuses } = await openLists(() => json(200, wholeLoad(created, 'BOOKED')));
    const stop = { city: 'Dallas', state: 'TX' as const, day: '2026-11-13' };
    const body = {
      brokerName: 'x',
      linehaulCents: 100,
      stops: [
        { ...stop, kind: 'PICKUP' as const },
        { ...stop, kind: 'DELIVERY' as const },
      ],
    };
    await store.dispatch(loadChangesApi.endpoints.createLoad.initiate({ body }));
    expect(statuses(active).map(([number]) => number)).toEqual(['1003', '1001', '1002']);
    expect(statuses(onlyRolling).map(([number]) => number)).not.toContain('1003');
  });
});
