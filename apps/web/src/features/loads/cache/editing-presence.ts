import { useSyncExternalStore } from 'react';

/** Who edits which load right now, as the live channel tells. Silence for a minute means they have left. */
const fadeMs = 60_000;

interface Editor {
  userId: string;
  name: string;
  untilMs: number;
}

let editors: ReadonlyMap<string, Editor> = new Map();
const listeners = new Set<() => void>();
let fading: ReturnType<typeof setTimeout> | undefined;

function set(next: ReadonlyMap<string, Editor>): void {
  editors = next;
  clearTimeout(fading);
  if (next.size > 0) {
    const soonestMs = Math.min(...[...next.values()].map(({ untilMs }) => untilMs));
    fading = setTimeout(fade, Math.max(soonestMs - Date.now(), 0) + 1);
  }
  for (const listener of listeners) listener();
}

function fade(): void {
  const now = Date.now();
  set(new Map([...editors].filter(([, { untilMs }]) => untilMs > now)));
}

export function noteEditing({
  loadId,
  userId,
  name,
  isEditing,
}: {
  loadId: string;
  userId: string;
  name: string;
  isEditing: boolean;
}): void {
  const next = new Map(editors);
  if (isEditing) next.set(loadId, { userId, name, untilMs: Date.now() + fadeMs });
  else if (next.get(loadId)?.userId === userId) next.delete(loadId);
  else return;
  set(next);
}

/** Names by load. */
export function useEditors(): ReadonlyMap<string, Editor> {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => editors,
  );
}
