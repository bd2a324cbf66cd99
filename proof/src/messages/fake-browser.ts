/** What the extension's worker does that somebody outside could notice or that changes anything. */
export type Noted = (effect: string) => void;

type Listener = (...args: unknown[]) => unknown;

function createEvent() {
  const listeners: Listener[] = [];
  return { listeners, addListener: (listener: Listener) => void listeners.push(listener) };
}

/** A storage area in memory. What is stored is a copy, as in a browser. */
function createArea(name: string, note: Noted) {
  const items = new Map<string, unknown>();
  const keysOf = (keys: unknown): string[] =>
    typeof keys === 'string' ? [keys] : Array.isArray(keys) ? keys.map(String) : [...items.keys()];
  return {
    items,
    get: async (keys?: unknown) =>
      Object.fromEntries(keysOf(keys).flatMap((key) => (items.has(key) ? [[key, structuredClone(items.get(key))]] : []))),
    set: async (more: Record<string, unknown>) => {
      for (const [key, value] of Object.entries(more)) {
        note(`${name}.set ${key}`);
        items.set(key, structuredClone(value));
      }
    },
    remove: async (keys: unknown) => {
      for (const key of keysOf(keys)) if (items.delete(key)) note(`${name}.remove ${key}`);
    },
    setAccessLevel: async () => undefined,
  };
}

/** The browser's interface at the edge of the worker: it keeps what it is given and notes everything that is done with it. */
export function createFakeBrowser(extensionId: string, note: Noted) {
  const external = createEvent();
  const internal = createEvent();
  const does =
    (what: string, answer: unknown = undefined) =>
    async () => {
      note(what);
      return answer;
    };
  const chrome = {
    runtime: {
      id: extensionId,
      onMessageExternal: external,
      onMessage: internal,
      onConnect: createEvent(),
      onInstalled: createEvent(),
      onStartup: createEvent(),
      getManifest: () => ({ version: '0.1.0' }),
      setUninstallURL: async () => undefined,
    },
    storage: { local: createArea('storage.local', note), session: createArea('storage.session', note) },
    action: { setIcon: does('action.setIcon'), setTitle: does('action.setTitle'), openPopup: does('action.openPopup') },
    alarms: { onAlarm: createEvent(), create: does('alarms.create'), clear: does('alarms.clear', true), get: async () => undefined },
    tabs: { create: does('tabs.create', {}), sendMessage: does('tabs.sendMessage', true), onRemoved: createEvent() },
    sidePanel: { open: does('sidePanel.open') },
    permissions: { contains: async () => true, getAll: async () => ({}), remove: does('permissions.remove', true), onAdded: createEvent() },
    scripting: {
      executeScript: does('scripting.executeScript', []),
      getRegisteredContentScripts: async () => [],
      registerContentScripts: does('scripting.registerContentScripts'),
      unregisterContentScripts: does('scripting.unregisterContentScripts'),
    },
  };

  /** Gives the message to the worker's own listeners, and waits for its answer. */
  function deliver(channel: 'external' | 'internal', raw: unknown, sender: object): Promise<unknown> {
    const [listener] = (channel === 'external' ? external : internal).listeners;
    if (listener === undefined) throw new Error(`the worker does not listen to ${channel} messages`);
    return new Promise((resolve) => {
      if (listener(raw, sender, resolve) !== true) resolve(undefined);
    });
  }

  return { chrome, deliver };
}
