import type { LoadRow } from '@headhaul/contracts/loads/record';
import { beforeEach, describe, expect, it } from 'vitest';
import { clearSession, getSession, setSession } from '../../../shared/session/session-store.ts';
import { storageKeys } from '../../../shared/storage-keys.ts';
import { json, problem, stubLocks, stubNetwork, testSession } from '../../../testing/browser-doubles.ts';
import { loadRow, wholeLoad } from '../../../testing/load-rows.ts';
import { dropQueuedMove, getQueuedMoves, mostFaults, queueMoves, type SentMove, sendQueuedMoves } from './offline-queue.ts';

const row = loadRow({ status: 'IN_TRANSIT' });
const others = [2, 3, 4].map((n) => loadRow({ n, status: 'IN_TRANSIT' }));

/** Gives this answer for one load. Every other load already has the wanted status. */
function serveButOne(answer: () => Response) {
  return stubNetwork(({ path }) => {
    const other = others.find(({ id }) => path === `/api/loads/${id}`);
    return other === undefined ? answer() : json(200, wholeLoad(other, 'AT_DELIVERY'));
  });
}

const faults: [string, () => Response][] = [
  ['the server fails', () => problem(500, 'internal')],
  ['the answer does not fit the contract', () => json(200, { id: row.id })],
  ['the answer is no JSON', () => new Response('<html>')],
];

function wait(to: 'AT_DELIVERY' | 'DELIVERED', from: 'IN_TRANSIT' | 'AT_DELIVERY' = 'IN_TRANSIT', { id: loadId, loadNumber } = row) {
  const queued = queueMoves([{ loadId, loadNumber, from, to, reason: '', paidAmountCents: null }]);
  const move = queued?.[0];
  if (move === undefined) throw new Error('the browser has no room');
  return move;
}

async function sendAll(): Promise<SentMove[]> {
  const sent: SentMove[] = [];
  await sendQueuedMoves((one) => sent.push(one));
  return sent;
}

beforeEach(() => {
  localStorage.clear();
  stubLocks();
  setSession(testSession);
});

describe('moves made without a line', () => {
  it('go out in their order and are then gone', async () => {
    let status: LoadRow['status'] = 'IN_TRANSIT';
    const calls = stubNetwork(({ method, body }) => {
      if (method === 'PUT') status = (body as { newStatus: LoadRow['status'] }).newStatus;
      return json(200, wholeLoad(row, status));
    });
    wait('AT_DELIVERY');
    wait('DELIVERED', 'AT_DELIVERY');
    const sent = await sendAll();
    const moves = calls.filter(({ method }) => method === 'PUT');
    expect(moves.map(({ method, path, body }) => [method, path, (body as { newStatus: string }).newStatus])).toEqual([
      ['PUT', `/api/loads/${row.id}/status`, 'AT_DELIVERY'],
      ['PUT', `/api/loads/${row.id}/status`, 'DELIVERED'],
    ]);
    expect(sent.map((one) => 'load' in one && one.load.status)).toEqual(['AT_DELIVERY', 'DELIVERED']);
    expect(getQueuedMoves()).toEqual([]);
  });

  it('stay when the line is still down, all of them', async () => {
    stubNetwork(() => {
      throw new TypeError('Failed to fetch');
    });
    wait('AT_DELIVERY');
    wait('DELIVERED', 'AT_DELIVERY');
    expect(await sendAll()).toEqual([]);
    expect(getQueuedMoves()).toHaveLength(2);
  });

  it('stay while the server restarts', async () => {
    stubNetwork(() => problem(503, 'unavailable'));
    wait('AT_DELIVERY');
    expect(await sendAll()).toEqual([]);
    expect(getQueuedMoves()).toHaveLength(1);
  });

  it('stay when the session could not be renewed, or too much is asked', async () => {
    for (const failed of [problem(401, 'session_expired'), problem(429, 'too_many_requests')]) {
      stubNetwork(({ path }) => (path === '/api/auth/refresh-token' ? problem(503, 'unavailable') : failed.clone()));
      wait('AT_DELIVERY');
      expect(await sendAll()).toEqual([]);
    }
    expect(getQueuedMoves()).toHaveLength(2);
  });

  it('stay when the session ends by another sign-in, in either call', async () => {
    for (const ending of ['GET', 'PUT']) {
      localStorage.clear();
      setSession(testSession);
      stubNetwork(({ method }) => (method === ending ? problem(409, 'session_conflict') : json(200, wholeLoad(row, 'IN_TRANSIT'))));
      const move = wait('AT_DELIVERY');
      expect(await sendAll()).toEqual([]);
      expect(getSession()).toBeNull();
      setSession(testSession);
      expect(getQueuedMoves()).toEqual([move]);
    }
  });

  it.each(['id', 'companyId'])('are not sent in the name of who signed in between the two calls, by %s', async (field) => {
    const other = { ...testSession, [field]: crypto.randomUUID(), token: { accessToken: 'access-2', refreshToken: 'refresh-2' } };
    const calls = stubNetwork(() => {
      setSession(other);
      return json(200, wholeLoad(row, 'IN_TRANSIT'));
    });
    const move = wait('AT_DELIVERY');
    expect(await sendAll()).toEqual([]);
    expect(calls.map(({ method, bearer }) => [method, bearer])).toEqual([['GET', 'access-1']]);
    setSession(testSession);
    expect(getQueuedMoves()).toEqual([move]);
  });

  it('are not sent in the name of who signed in while the session was renewed', async () => {
    const calls = stubNetwork(() => {
      setSession({ ...testSession, id: crypto.randomUUID(), token: { accessToken: 'access-2', refreshToken: 'refresh-2' } });
      return problem(401, 'session_expired');
    });
    const move = wait('AT_DELIVERY');
    expect(await sendAll()).toEqual([]);
    expect(calls.map(({ bearer }) => bearer)).toEqual(['access-1']);
    setSession(testSession);
    expect(getQueuedMoves()).toEqual([move]);
  });

  it('wait for who made them, and only in their company', () => {
    wait('AT_DELIVERY');
    clearSession();
    expect(getQueuedMoves()).toEqual([]);
    setSession({ ...testSession, id: crypto.randomUUID() });
    expect(getQueuedMoves()).toEqual([]);
    setSession({ ...testSession, companyId: crypto.randomUUID() });
    expect(getQueuedMoves()).toEqual([]);
    setSession(testSession);
    expect(getQueuedMoves()).toHaveLength(1);
  });

  it('are found done when only their answer was lost', async () => {
    stubNetwork(({ method }) => (method === 'PUT' ? problem(422, 'move_not_allowed') : json(200, wholeLoad(row, 'AT_DELIVERY'))));
    wait('AT_DELIVERY');
    expect(await sendAll()).toMatchObject([{ load: { status: 'AT_DELIVERY' } }]);
    expect(getQueuedMoves()).toEqual([]);
  });

  it('are told and dropped when the load has gone another way meanwhile', async () => {
    const calls = stubNetwork(() => json(200, wholeLoad(row, 'CANCELLED')));
    wait('AT_DELIVERY');
    expect(await sendAll()).toMatchObject([{ refusal: '1001 did not become At delivery: meanwhile it is Cancelled.' }]);
    expect(calls.filter(({ method }) => method === 'PUT')).toEqual([]);
    expect(getQueuedMoves()).toEqual([]);
  });

  it('are told and dropped when the server says no', async () => {
    stubNetwork(({ method }) =>
      method === 'PUT' ? problem(422, 'move_not_allowed', 'Not yet.') : json(200, wholeLoad(row, 'IN_TRANSIT')),
    );
    wait('AT_DELIVERY');
    expect(await sendAll()).toMatchObject([{ refusal: '1001 did not become At delivery: Not yet.' }]);
    expect(getQueuedMoves()).toEqual([]);
  });

  it('are found done when the server was still busy with them while they were sent again', async () => {
    const server: { status: LoadRow['status']; puts: number } = { status: 'IN_TRANSIT', puts: 0 };
    stubNetwork(({ method }) => {
      if (method === 'GET') return json(200, wholeLoad(row, server.status));
      server.puts += 1;
      if (server.puts === 1) throw new DOMException('The operation timed out.', 'TimeoutError');
      server.status = 'AT_DELIVERY';
      return problem(422, 'move_not_allowed', 'At delivery is not next.');
    });
    wait('AT_DELIVERY');
    expect(await sendAll()).toEqual([]);
    expect(await sendAll()).toMatchObject([{ load: { status: 'AT_DELIVERY' } }]);
    expect(getQueuedMoves()).toEqual([]);
  });

  it.each([...faults, ['a proxy answers', () => problem(504, 'unavailable')] as const])(
    'of other loads go out when %s for one, whose own stay in their order',
    async (_why, answer) => {
      const calls = serveButOne(answer);
      const first = wait('AT_DELIVERY');
      const second = wait('DELIVERED', 'AT_DELIVERY');
      for (const other of others) wait('AT_DELIVERY', 'IN_TRANSIT', other);
      expect(await sendAll()).toMatchObject(others.map(({ id }) => ({ load: { id } })));
      expect(getQueuedMoves()).toEqual([first, second]);
      expect(calls.filter(({ path }) => path === `/api/loads/${row.id}`)).toHaveLength(1);
    },
  );

  it('of other loads are not tried one by one while there is no line', async () => {
    const calls = stubNetwork(() => {
      throw new TypeError('Failed to fetch');
    });
    for (const other of others) wait('AT_DELIVERY', 'IN_TRANSIT', other);
    expect(await sendAll()).toEqual([]);
    expect(calls.length).toBeLessThan(others.length);
  });

  it.each(faults)('are told and dropped after many tries when %s for ever', async (_why, answer) => {
    stubNetwork(answer);
    wait('AT_DELIVERY');
    for (let tries = 1; tries < mostFaults; tries += 1) expect(await sendAll()).toEqual([]);
    expect(getQueuedMoves()).toHaveLength(1);
    const refusal = "Couldn't confirm that 1001 is At delivery. Check the load and change it again if needed.";
    expect(await sendAll()).toMatchObject([{ refusal }]);
    expect(getQueuedMoves()).toEqual([]);
  });

  it.each([502, 503, 504])('stay however often a proxy answers %i', async (status) => {
    stubNetwork(() => problem(status, 'unavailable'));
    wait('AT_DELIVERY');
    for (let tries = 0; tries <= mostFaults; tries += 1) expect(await sendAll()).toEqual([]);
    expect(getQueuedMoves()).toHaveLength(1);
  });

  it('can be taken back before they are sent, once', () => {
    const move = wait('AT_DELIVERY');
    expect(dropQueuedMove(move.id)).toBe(true);
    expect(dropQueuedMove(move.id)).toBe(false);
    expect(localStorage.getItem(storageKeys.offlineQueue.name)).toBeNull();
  });

  it('go out once when two tabs send at the same moment', async () => {
    let status: LoadRow['status'] = 'IN_TRANSIT';
    const calls = stubNetwork(({ method }) => {
      if (method === 'PUT') status = 'AT_DELIVERY';
      return json(200, wholeLoad(row, status));
    });
    wait('AT_DELIVERY');
    const [here, there] = await Promise.all([sendAll(), sendAll()]);
    expect([...here, ...there]).toHaveLength(1);
    expect(calls.filter(({ method }) => method === 'PUT')).toHaveLength(1);
  });

  it('are taken over, once, from where an earlier version stored them', () => {
    const move = wait('AT_DELIVERY');
    const stored = localStorage.getItem(storageKeys.offlineQueue.name) ?? '';
    localStorage.removeItem(storageKeys.offlineQueue.name);
    localStorage.setItem('hh.waiting-moves.v2', stored);
    expect(getQueuedMoves()).toEqual([move]);
    expect(localStorage.getItem('hh.waiting-moves.v2')).toBeNull();
    expect(localStorage.getItem('hh.waiting-status-changes.v1')).toBe(stored);
    dropQueuedMove(move.id);
    expect(getQueuedMoves()).toEqual([]);
  });

  it('of another version are left alone', () => {
    localStorage.setItem(storageKeys.offlineQueue.name, JSON.stringify([{ to: 'MOON' }]));
    expect(getQueuedMoves()).toEqual([]);
  });
});
