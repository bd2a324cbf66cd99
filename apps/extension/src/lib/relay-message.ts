/**
 * The bridge between a page of the web app and the worker, for browsers whose pages can't message an extension. It runs in the page's
 * process, so it stores nothing and imports nothing.
 */
export const bridgeMark = 'web->ext';

export interface RelayedEvent {
  isTrusted: boolean;
  source: unknown;
  origin: string;
  data: unknown;
  ports: readonly Pick<MessagePort, 'postMessage' | 'close'>[];
}

interface Page {
  window: unknown;
  origin: string;
}

/** The message and the port to answer on, or null when the event isn't from this page's own script. */
function readRelayed(event: RelayedEvent, page: Page) {
  if (!event.isTrusted || event.source !== page.window || event.origin !== page.origin) return null;
  if (typeof event.data !== 'object' || event.data === null) return null;
  const { fx, v, msg } = event.data as Record<string, unknown>;
  const port = event.ports[0];
  return fx === bridgeMark && v === 1 && msg !== undefined && port !== undefined ? { msg, port } : null;
}

export async function relayMessage(event: RelayedEvent, page: Page, send: (msg: unknown) => Promise<unknown>): Promise<void> {
  const relayed = readRelayed(event, page);
  if (relayed === null) return;
  try {
    relayed.port.postMessage(await send(relayed.msg));
  } catch {
    // The extension was updated while this tab was open. The page treats a closed port without an answer as "not installed".
    relayed.port.close();
  }
}

/** Marks what the extension tells a page without being asked. */
export const newsMark = 'ext->web';

/** News from our worker, or null for anything else. A sender with a tab is a content script, and those have nothing to tell a page. */
export function readNews(raw: unknown, sender: { id?: string | undefined; tab?: unknown }, extensionId: string): object | null {
  if (sender.id !== extensionId || sender.tab !== undefined || typeof raw !== 'object' || raw === null) return null;
  const { type, message } = raw as Record<string, unknown>;
  return type === 'page:news' && typeof message === 'object' ? message : null;
}
