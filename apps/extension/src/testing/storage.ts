/** One of the browser's storage areas, in memory. What is stored is a copy, as in a browser. */
export function createArea() {
  const items: Record<string, unknown> = {};
  return {
    items,
    get: async (key: string) => ({ [key]: structuredClone(items[key]) }),
    set: async (more: Record<string, unknown>) => void Object.assign(items, structuredClone(more)),
  };
}

/** Like `navigator.locks` with one name. */
export function oneAtATime() {
  let last: Promise<unknown> = Promise.resolve();
  return <T>(run: () => Promise<T>): Promise<T> => {
    const next = last.then(run, run);
    last = next.catch(() => undefined);
    return next;
  };
}
