import { beforeEach, describe, expect, it, vi } from 'vitest';
import { testSession } from '../../testing/browser-doubles.ts';
import { storageKeys, themeKeyName } from '../storage-keys.ts';
import { clearSession, getSession, setSession, subscribeSession, updateSessionUser } from './session-store.ts';

beforeEach(() => localStorage.clear());

describe('a stored session', () => {
  it('comes back as it was kept', () => {
    setSession(testSession);
    expect(getSession()).toEqual(testSession);
  });

  it.each(['isBillActive', 'isTeamOwner', 'subscriptionType', 'canManageBilling'])('is discarded without %s', (field) => {
    const { [field as 'isBillActive']: _, ...rest } = testSession;
    localStorage.setItem(storageKeys.session.name, JSON.stringify(rest));
    expect(getSession()).toBeNull();
    expect(localStorage.getItem(storageKeys.session.name)).toBeNull();
  });

  it('is discarded when it is not even JSON', () => {
    localStorage.setItem(storageKeys.session.name, '{half');
    expect(getSession()).toBeNull();
  });

  it('takes over changes of the same user only', () => {
    setSession(testSession);
    updateSessionUser({ ...testSession, id: '0190a000-0000-7000-8000-00000000000f', name: 'Other' });
    expect(getSession()?.name).toBe('Nina');
    updateSessionUser({ ...testSession, name: 'Nina Maria' });
    expect(getSession()).toMatchObject({ name: 'Nina Maria', token: testSession.token });
  });

  it('tells of a sign-out in another tab', () => {
    setSession(testSession);
    const listener = vi.fn();
    const stop = subscribeSession(listener);
    localStorage.removeItem(storageKeys.session.name);
    window.dispatchEvent(new StorageEvent('storage', { key: storageKeys.session.name }));
    expect(listener).toHaveBeenCalledOnce();
    expect(getSession()).toBeNull();
    stop();
  });
});

describe('signing out', () => {
  it('clears our keys, but keeps the theme and the epoch', () => {
    setSession(testSession);
    localStorage.setItem(themeKeyName, 'dark');
    localStorage.setItem(storageKeys.sessionEpoch.name, '7');
    clearSession();
    expect(new Set(Object.keys(localStorage))).toEqual(new Set([storageKeys.sessionEpoch.name, themeKeyName]));
  });
});
