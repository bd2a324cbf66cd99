import { savedViewEndpoints } from '@headhaul/contracts/saved-views';
import { configureStore } from '@reduxjs/toolkit';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { json, problem, stubFullStorage, stubLocks, stubNetwork, testSession, watchKeys } from '../../testing/browser-doubles.ts';
import { clearSession, setSession } from '../session/session-store.ts';
import { api } from './api.ts';
import { creates } from './contract-endpoint.ts';
import { keyLifeMs } from './create-key.ts';

const viewsApi = api.injectEndpoints({ endpoints: (build) => ({ createView: build.mutation(creates(savedViewEndpoints.createView)) }) });
const view = { screen: 'LOADS' as const, name: 'Reefers', query: '', columns: [], isShared: false };
const saved = { ...view, id: '0190a000-0000-7000-8000-0000000000f1', isMine: true };

type Answer = 'lost' | 'done' | 'refused' | 'gateway';

/** Saves a view once per answer and returns the idempotency keys that were sent. */
async function save(answers: readonly Answer[], bodies: readonly object[] = []): Promise<string[]> {
  const left = [...answers];
  stubNetwork(() => {
    const answer = left.shift();
    if (answer === 'lost') throw new TypeError('Failed to fetch');
    if (answer === 'gateway') return problem(504, 'unknown');
    return answer === 'refused' ? problem(422, 'validation_failed') : json(200, saved);
  });
  const keys = watchKeys('/api/saved-views');
  const store = configureStore({ reducer: { [api.reducerPath]: api.reducer }, middleware: (all) => all().concat(api.middleware) });
  for (const index of answers.keys()) {
    await store.dispatch(viewsApi.endpoints.createView.initiate({ body: { ...view, ...bodies[index] } }));
  }
  expect(keys).toHaveLength(answers.length);
  return keys;
}

beforeEach(() => {
  stubLocks();
  setSession(testSession);
});

describe('the key of what is created', () => {
  it.each(['lost', 'gateway', 'refused'] as const)('stays for the same body while the answer is %s', async (answer) => {
    const [first, second, third] = await save([answer, answer, 'done']);
    expect(second).toBe(first);
    expect(third).toBe(first);
  });

  it('stays over a reload, which leaves only what the browser has stored', async () => {
    const [before] = await save(['lost']);
    const [after] = await save(['done']);
    expect(after).toBe(before);
  });

  it('is another one for another body', async () => {
    const [first, second] = await save(['lost', 'done'], [{}, { name: 'Flatbeds' }]);
    expect(second).not.toBe(first);
  });

  it('is another one after it was done, though the body is the same', async () => {
    const [first, second] = await save(['done', 'done']);
    expect(second).not.toBe(first);
  });

  it('is another one for another person and in another company', async () => {
    const [first] = await save(['lost']);
    setSession({ ...testSession, companyId: '0190a000-0000-7000-8000-0000000000c9' });
    const [elsewhere] = await save(['lost']);
    setSession({ ...testSession, id: '0190a000-0000-7000-8000-0000000000a9' });
    const [somebody] = await save(['lost']);
    expect(new Set([first, elsewhere, somebody]).size).toBe(3);
  });

  it('stays for the same person who signed out and in again', async () => {
    const [before] = await save(['lost']);
    clearSession();
    setSession(testSession);
    const [after] = await save(['done']);
    expect(after).toBe(before);
  });

  it('is another one when nobody has sent it for a while', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    const [first] = await save(['lost']);
    vi.setSystemTime(Date.now() + keyLifeMs - 1);
    const [tried] = await save(['lost']);
    vi.setSystemTime(Date.now() + keyLifeMs - 1);
    const [triedAgain] = await save(['lost']);
    vi.setSystemTime(Date.now() + keyLifeMs);
    const [meantAnew] = await save(['done']);
    expect([tried, triedAgain]).toEqual([first, first]);
    expect(meantAnew).not.toBe(first);
  });

  it('is one of its own when the browser has no room to keep it', async () => {
    stubFullStorage('sessionStorage');
    const [first, second] = await save(['done', 'done']);
    expect(second).not.toBe(first);
  });

  it('is stored without what was typed', async () => {
    await save(['lost']);
    expect(JSON.stringify({ ...sessionStorage })).not.toContain('Reefers');
  });
});

describe('the endpoints that create', () => {
  /** Each of these calls must give a new code for the extension or send a new test mail, so it doesn't reuse a key. */
  const meantAnew = ['createHandoffCode', 'sendTestEmail'];

  it('all keep their key for the same body', () => {
    const sources = import.meta.glob<string>('../../**/*.api.ts', { query: '?raw', import: 'default', eager: true });
    const used = Object.values(sources).flatMap((source) => {
      const creating = [...source.matchAll(/creates\(\w+Endpoints\.(\w+)/g)].map(([, name]) => name);
      const named = [...source.matchAll(/Endpoints\.((?:create|add|invite|send)[A-Z]\w*)/g)].map(([, name = '']) => name);
      return named.map((name) => ({ name, isCreate: creating.includes(name) }));
    });
    expect(used.filter(({ isCreate }) => isCreate).length).toBeGreaterThan(8);
    expect(used.filter(({ name, isCreate }) => !isCreate && !meantAnew.includes(name))).toEqual([]);
  });
});
