import { createStore } from '../../../shared/store.ts';

/** Keeps who edits which load right now, as the live channel reports it. A minute without news means that the editor has left. */
const fadeMs = 60_000;

interface Editor {
  userId: string;
  name: string;
  untilMs: number;
}

const editors = createStore<ReadonlyMap<string, Editor>>(new Map());
let fading: ReturnType<typeof setTimeout> | undefined;

function set(next: ReadonlyMap<string, Editor>): void {
  editors.set(next);
  clearTimeout(fading);
  if (next.size > 0) {
    const soonestMs = Math.min(...[...next.values()].map(({ untilMs }) => untilMs));
    fading = setTimeout(fade, Math.max(soonestMs - Date.now(), 0) + 1);
  }
}

function fade(): void {
  const now = Date.now();
  set(new Map([...editors.get()].filter(([, { untilMs }]) => untilMs > now)));
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
  const next = new Map(editors.get());
  if (isEditing) next.set(loadId, { userId, name, untilMs: Date.now() + fadeMs });
  else if (next.get(loadId)?.userId === userId) next.delete(loadId);
  else return;
  set(next);
}

/** The editor of each load, by load id. */
export const useEditors = editors.use;
