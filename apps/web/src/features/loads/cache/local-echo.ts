/** How long after the answer the news of it may still come in by the live channel. */
const echoMs = 5_000;

const changedAt = new Map<string, number>();

/** This tab has changed these loads and shows them as the server answered. */
export function noteOwnChange(...ids: string[]): void {
  const now = Date.now();
  for (const [id, at] of changedAt) if (now - at > echoMs) changedAt.delete(id);
  for (const id of ids) changedAt.set(id, now);
}

/** Whether news of a load can only be of what this tab did itself. */
export function isOwnEcho(id: string): boolean {
  return Date.now() - (changedAt.get(id) ?? 0) <= echoMs;
}
