import { browser } from 'wxt/browser';
import { nextWakeAtMs } from './session-schedule.ts';
import type { StoredState } from './session-store.ts';

export const wakeAlarm = 'wake';
export const accessKey = 'access';

function iconPaths(state: 'on' | 'off') {
  return { 16: `/icon/${state}-16.png`, 32: `/icon/${state}-32.png`, 48: `/icon/${state}-48.png` };
}

/** Publishes the state outside the worker: the toolbar icon, a copy of the access token for our own pages, and the next alarm. */
export async function publishState({ session }: StoredState, nowMs: number): Promise<void> {
  await Promise.all([
    browser.action.setIcon({ path: iconPaths(session === null ? 'off' : 'on') }),
    browser.action.setTitle({ title: session === null ? 'Headhaul: signed out' : 'Headhaul' }),
    session === null
      ? browser.storage.session.remove(accessKey)
      : browser.storage.session.set({ [accessKey]: { accessToken: session.accessToken, expiresAtMs: session.expiresAtMs } }),
    session === null ? browser.alarms.clear(wakeAlarm) : browser.alarms.create(wakeAlarm, { when: nextWakeAtMs(session, nowMs) }),
  ]);
}
