import { browser } from 'wxt/browser';
import { nextWakeAtMs } from './session-schedule.ts';
import { isBlocked, type StoredState } from './session-store.ts';

export const wakeAlarm = 'wake';
export const accessKey = 'access';

function iconPaths(state: 'on' | 'off') {
  return { 16: `/icon/${state}-16.png`, 32: `/icon/${state}-32.png`, 48: `/icon/${state}-48.png` };
}

function describeState(state: StoredState): string {
  if (state.session === null) return 'Headhaul: signed out';
  return isBlocked(state) ? 'Headhaul: your plan has ended' : 'Headhaul';
}

/** Publishes the state outside the worker: the toolbar icon, a copy of the access token for our own pages, and the next alarm. */
export async function publishState(state: StoredState, nowMs: number): Promise<void> {
  const { session } = state;
  const isWorking = session !== null && !isBlocked(state);
  await Promise.all([
    browser.action.setIcon({ path: iconPaths(isWorking ? 'on' : 'off') }),
    browser.action.setTitle({ title: describeState(state) }),
    session === null
      ? browser.storage.session.remove(accessKey)
      : browser.storage.session.set({
          [accessKey]: { accessToken: session.accessToken, expiresAtMs: session.expiresAtMs, isBlocked: !isWorking },
        }),
    session === null ? browser.alarms.clear(wakeAlarm) : browser.alarms.create(wakeAlarm, { when: nextWakeAtMs(session, nowMs) }),
  ]);
}
