/** The live channel may report a change of this tab up to this long after the server's answer. */
const echoMs = 5_000;

const changedAt = new Map<string, number>();

/** Notes that this tab changes these loads and shows the server's answer itself. */
export function noteOwnChange(...ids: string[]): void {
  const now = Date.now();
  for (const [id, at] of changedAt) if (now - at > echoMs) changedAt.delete(id);
  for (const id of ids) changedAt.set(id, now);
}

/** Whether news of this person's change is taken as the echo of this tab's own change. */
export function isOwnEcho(id: string): boolean {
  return Date.now() - (changedAt.get(id) ?? 0) <= echoMs;
}
