import 'fake-indexeddb/auto';
import type { SessionUser } from '@headhaul/contracts/session';
import { IDBFactory } from 'fake-indexeddb';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { person, startMs } from '../testing/person.ts';
import { oneAtATime } from '../testing/storage.ts';
import type { ApiClient } from './api-client.ts';
import { toPopupStatus } from './popup-status.ts';
import { createSession } from './session.ts';
import { isBlocked, openSessionStore, type SessionContext } from './session-store.ts';

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;
const ann = person('0199a000-0000-7000-8000-00000000000a');
const ended: SessionUser = { ...ann, isBillActive: false };

async function signIn(user: SessionUser, context: SessionContext = {}) {
  const clock = { nowMs: startMs };
  const token = { accessToken: 'a', refreshToken: 'r' };
  const api = {
    exchangeCode: vi.fn<ApiClient['exchangeCode']>(async () => ({ token, user })),
    refreshToken: vi.fn<ApiClient['refreshToken']>(async () => token),
    getMe: vi.fn<ApiClient['getMe']>(async () => user),
    logout: vi.fn<ApiClient['logout']>(async () => undefined),
  };
  const store = openSessionStore(async () => undefined);
  const session = createSession({ store, api, withLock: oneAtATime(), nowMs: () => clock.nowMs });
  await session.signIn({ epoch: 1, userId: user.id, credential: { kind: 'code', code: 'c' }, context });
  const popup = async () => toPopupStatus(await store.read(), 'confirmed', clock.nowMs);
  return { clock, api, store, session, popup };
}

beforeEach(() => {
  globalThis.indexedDB = new IDBFactory();
});

describe('a plan that has ended', () => {
  test('blocks from the sign-in on, whether the web app says so or only the API', async () => {
    expect(isBlocked(await (await signIn(ann)).store.read())).toBe(false);
    expect(isBlocked(await (await signIn(ended)).store.read())).toBe(true);
    globalThis.indexedDB = new IDBFactory();
    expect(isBlocked(await (await signIn(ann, { blockExtension: true })).store.read())).toBe(true);
  });

  test('blocks when the web app says so, and no longer after it was paid', async () => {
    const { session, popup } = await signIn(ann);
    await session.updateContext(1, ann.id, { blockExtension: true });
    expect(await popup()).toMatchObject({ isBlocked: true });
    await session.updateContext(1, ann.id, { blockExtension: false });
    expect(await popup()).toMatchObject({ isBlocked: false });
  });

  test('is noticed within an hour while no tab of the web app is open, though refreshes do not say it', async () => {
    const { clock, api, session, store } = await signIn(ann);
    api.getMe.mockResolvedValue(ended);
    for (let minutes = 8; minutes <= 56; minutes += 8) {
      clock.nowMs += 8 * minuteMs;
      await session.resume();
    }
    expect(api.refreshToken).toHaveBeenCalledTimes(7);
    expect(isBlocked(await store.read())).toBe(false);
    clock.nowMs += 8 * minuteMs;
    await session.resume();
    expect(isBlocked(await store.read())).toBe(true);
  });

  test('is over when the API says that it was paid', async () => {
    const { api, session, store } = await signIn(ended);
    api.getMe.mockResolvedValue(ann);
    await session.confirm();
    expect(isBlocked(await store.read())).toBe(false);
  });
});

test('another company than the one that is known is asked about, because whoever joins another team keeps the session', async () => {
  const { api, session, store } = await signIn(ann);
  await session.confirmCompany(ann.companyId);
  expect(api.getMe).not.toHaveBeenCalled();
  const joined = { ...ann, companyId: '0199a000-0000-7000-8000-0000000000c2' };
  api.getMe.mockResolvedValue(joined);
  await session.confirmCompany(joined.companyId);
  expect((await store.read()).session?.user).toEqual(joined);
});

test('the days that are left go down by themselves, and never below none', async () => {
  const { clock, session, popup } = await signIn(ann);
  expect((await popup()).leftDays).toBeNull();
  await session.updateContext(1, ann.id, { leftDays: 3 });
  clock.nowMs += 2 * dayMs;
  expect((await popup()).leftDays).toBe(1);
  // Another field says nothing about the days.
  await session.updateContext(1, ann.id, { isSingleDispatcher: true });
  expect(await popup()).toMatchObject({ leftDays: 1, isSingleDispatcher: true });
  clock.nowMs += 9 * dayMs;
  expect((await popup()).leftDays).toBe(0);
  await session.updateContext(1, ann.id, { leftDays: null });
  expect((await popup()).leftDays).toBeNull();
});
