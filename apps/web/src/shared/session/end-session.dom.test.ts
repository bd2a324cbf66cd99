import { beforeEach, describe, expect, it, vi } from 'vitest';
import { problem, stubLocks, stubNetwork, testSession } from '../../testing/browser-doubles.ts';
import {
  bannerDismissedKey,
  loadColumnsKey,
  loadDraftKey,
  readStored,
  setupCompletedKey,
  storageKeys,
  themeKeyName,
} from '../storage-keys.ts';
import { endSession } from './end-session.ts';
import { refreshSession } from './refresh-session.ts';
import { getSession, setSession, subscribeForgetting } from './session-store.ts';

const other = '0190a000-0000-7000-8000-00000000000f';
const owner = { userId: testSession.id, companyId: testSession.companyId };
const keysOf = (userId: string) => [
  loadColumnsKey(userId),
  loadDraftKey({ ...owner, userId }, 'new'),
  loadDraftKey({ ...owner, userId }, `edit.${crypto.randomUUID()}`),
  bannerDismissedKey(userId),
  setupCompletedKey(userId),
];
const namesOf = (area: Storage) => new Set(Object.keys(area));

/** Stores every key of the web app, and one that a later version may add. */
function fillBrowser(): void {
  for (const key of [...Object.values(storageKeys), ...keysOf(testSession.id)]) {
    (key.area === 'local' ? localStorage : sessionStorage).setItem(key.name, '"Reefer to Conley"');
  }
  localStorage.setItem(themeKeyName, 'dark');
  localStorage.setItem('hh.not-thought-of.v1', 'Reefer to Conley');
  setSession(testSession);
}

/** The keys that stay. None of them holds what a person wrote, saw or did. */
const lasting = new Set([
  themeKeyName,
  loadColumnsKey(testSession.id).name,
  ...Object.values(storageKeys).flatMap(({ lasts, name }) => (lasts === 'browser' ? name : [])),
]);

const ended = { at: '2026-11-16T16:31:00.000Z', companyName: 'Acme', byName: 'Nina', worksElsewhere: false };

beforeEach(stubLocks);

describe('who signs out, leaves or is removed', () => {
  it('leaves nothing in the browser', () => {
    fillBrowser();
    endSession('logout');
    expect(namesOf(localStorage)).toEqual(lasting);
    expect(namesOf(sessionStorage)).toEqual(new Set());
  });

  it('leaves nothing either when the server’s news ended the session before its answer came', () => {
    fillBrowser();
    endSession('refresh_failed');
    endSession('logout', testSession);
    expect(namesOf(localStorage)).toEqual(lasting);
    expect(namesOf(sessionStorage)).toEqual(new Set());
  });

  it('leaves nothing after a refresh that the server answers with 409', async () => {
    fillBrowser();
    stubNetwork(() => problem(409, 'session_conflict'));
    expect(await refreshSession(testSession.token.accessToken)).toBe('refused');
    expect(getSession()).toBeNull();
    expect(namesOf(localStorage)).toEqual(lasting);
  });

  it.each(['removed', 'left', 'deleted'] as const)('leaves nothing but the reason after a refresh refused as %s', async (reason) => {
    fillBrowser();
    stubNetwork(() => problem(401, 'refresh_refused', '', { ended: { ...ended, reason } }));
    expect(await refreshSession(testSession.token.accessToken)).toBe('refused');
    endSession('refresh_failed');
    expect(getSession()).toBeNull();
    expect(namesOf(localStorage)).toEqual(new Set([...lasting, storageKeys.sessionEnd.name]));
    const person = reason === 'removed' ? { ...owner, email: testSession.email } : null;
    expect(readStored(storageKeys.sessionEnd)).toEqual({ ...ended, reason, person, keptAt: expect.any(Number) });
  });

  it.each(['ended_by_owner', 'ended_by_you'] as const)('finds what they typed after a refresh refused as %s', async (reason) => {
    fillBrowser();
    stubNetwork(() => problem(401, 'refresh_refused', '', { ended: { ...ended, reason } }));
    await refreshSession(testSession.token.accessToken);
    expect(getSession()).toBeNull();
    for (const { name } of keysOf(testSession.id).slice(0, 2)) expect(localStorage.getItem(name)).not.toBeNull();
    expect(readStored(storageKeys.sessionEnd)?.reason).toBe(reason);
  });

  it('leaves alone what others on the same computer keep', () => {
    setSession(testSession);
    const names = keysOf(other).map(({ name }) => name);
    for (const name of names) localStorage.setItem(name, '{}');
    localStorage.setItem(storageKeys.offlineQueue.name, JSON.stringify([{ userId: other }, { userId: testSession.id }]));
    endSession('logout');
    expect(names.filter((name) => localStorage.getItem(name) === null)).toEqual([]);
    expect(readStored(storageKeys.offlineQueue)).toEqual([{ userId: other }]);
  });

  it('does not end the session of who has signed in meanwhile', () => {
    setSession({ ...testSession, id: other });
    endSession('logout', testSession);
    expect(getSession()?.id).toBe(other);
  });

  it('tells what lives in the tab, and the other tabs do the same', () => {
    const told = vi.fn();
    const stop = subscribeForgetting(told);
    setSession(testSession);
    endSession('logout');
    expect(told).toHaveBeenCalledTimes(1);
    sessionStorage.setItem(storageKeys.listSnapshot.name, '{}');
    localStorage.setItem(storageKeys.referralToken.name, '"of the next sign-in"');
    window.dispatchEvent(new StorageEvent('storage', { key: 'hh.forget', newValue: testSession.id }));
    expect(told).toHaveBeenCalledTimes(2);
    expect(namesOf(sessionStorage)).toEqual(new Set());
    expect(localStorage.getItem(storageKeys.referralToken.name)).not.toBeNull();
    stop();
  });
});

describe('a session that expires', () => {
  it.each(['refresh_failed', 'session_conflict'] as const)('leaves what its person may come back to: %s', (reason) => {
    fillBrowser();
    endSession(reason);
    for (const { name } of keysOf(testSession.id).slice(0, 2)) expect(localStorage.getItem(name)).not.toBeNull();
    expect(localStorage.getItem(storageKeys.offlineQueue.name)).not.toBeNull();
    expect(sessionStorage.getItem(storageKeys.listSnapshot.name)).toBeNull();
  });

  it('clears the tab’s own copies in every tab', () => {
    setSession(testSession);
    sessionStorage.setItem(storageKeys.listSnapshot.name, '{}');
    localStorage.removeItem(storageKeys.session.name);
    window.dispatchEvent(new StorageEvent('storage', { key: storageKeys.session.name, newValue: null }));
    expect(namesOf(sessionStorage)).toEqual(new Set());
  });
});
