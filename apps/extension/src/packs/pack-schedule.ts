export const packAlarm = 'packs';
export const packsSoonAlarm = 'packs-soon';
const packPeriodMinutes = 6 * 60;

const retryMs = 10 * 60 * 1_000;

const leastPauseMs = 60 * 1_000;
/** Installs whose board broke at the same moment must not all ask at the same moment. */
const jitterMs = 10 * 1_000;

/** When to ask again because a board can't be read: at once, but at most once a minute. `random` is from 0 to 1. */
export function nextAskAtMs(lastAskedAtMs: number | null, nowMs: number, random: number): number {
  // A time in the future is from before the clock was set back.
  const isKnown = lastAskedAtMs !== null && lastAskedAtMs <= nowMs;
  return Math.round(Math.max(nowMs, isKnown ? lastAskedAtMs + leastPauseMs : nowMs) + random * jitterMs);
}

/** When to ask again after a failure, and while a board still can't be read. */
export function retryAtMs(nowMs: number, random: number): number {
  return Math.round(nowMs + retryMs + random * jitterMs);
}

/** Whether a worker that starts should ask at once. An alarm counts only the time in which the browser runs. */
export function isAskDue(lastAskedAtMs: number | null, nowMs: number): boolean {
  return lastAskedAtMs === null || lastAskedAtMs > nowMs || nowMs - lastAskedAtMs >= packPeriodMinutes * 60 * 1_000;
}

interface Alarms {
  get(name: string): Promise<{ scheduledTime: number } | undefined>;
  create(name: string, at: { when: number } | { periodInMinutes: number }): Promise<void>;
}

/** Sets the alarm. One that is pending for an earlier time stays: else report after report would put it off. */
export async function wakeNoLater(alarms: Alarms, when: number): Promise<void> {
  const pending = await alarms.get(packsSoonAlarm);
  if (pending === undefined || pending.scheduledTime > when) await alarms.create(packsSoonAlarm, { when });
}

export async function ensurePackAlarm(alarms: Alarms): Promise<void> {
  if ((await alarms.get(packAlarm)) === undefined) await alarms.create(packAlarm, { periodInMinutes: packPeriodMinutes });
}
