import type { LiveStreamParts } from './live-stream.ts';
import { type LiveNews, livePortName } from './messages.ts';

/** The worker's end of a page's port. */
export interface WorkerPort {
  name: string;
  sender?: { id?: string | undefined; origin?: string | undefined } | undefined;
  postMessage(message: LiveNews): void;
  disconnect(): void;
  onMessage: { addListener(listener: () => void): void };
  onDisconnect: { addListener(listener: () => void): void };
}

interface LiveDeskParts {
  /** Whether a page of a board is at the other end, one of the build's or one that was taught. */
  isBoard(sender: NonNullable<WorkerPort['sender']>): Promise<boolean>;
  /** Which session may listen. Null while nobody is signed in, or the extension is paused. */
  readSession(): Promise<string | null>;
  /** Reads events until it is told to stop. */
  listen(handlers: Omit<LiveStreamParts, 'open'>, signal: AbortSignal): Promise<void>;
}

/** Who goes from one board's tab to another shows none for a moment. */
const lingerMs = 5_000;

/** Holds one stream while a page of a board is looked at and somebody is signed in, and tells the pages what they need of it. */
export function createLiveDesk({ isBoard, readSession, listen }: LiveDeskParts) {
  /** The pages that are looked at, and whether each was told since it came to ask about all its rows. */
  const ports = new Map<WorkerPort, { wasTold: boolean }>();
  let stream: { session: string; stopping: AbortController } | null = null;
  let isUp = false;
  let lingering: ReturnType<typeof setTimeout> | undefined;
  let settling: Promise<void> = Promise.resolve();

  function tell(port: WorkerPort, news: LiveNews): void {
    try {
      port.postMessage(news);
    } catch {
      // The page went away, and its port says so next.
    }
  }

  function tellUp(port: WorkerPort, page: { wasTold: boolean }, isGap: boolean): void {
    tell(port, { type: 'live:state', isUp: true });
    // What it has asked about before it came here may have changed since.
    if (isGap || !page.wasTold) tell(port, { type: 'live:mails', fingerprints: null });
    page.wasTold = true;
  }

  function noteDown(): void {
    if (!isUp) return;
    isUp = false;
    for (const port of ports.keys()) tell(port, { type: 'live:state', isUp: false });
  }

  function begin(session: string): void {
    const stopping = new AbortController();
    stream = { session, stopping };
    const handlers = {
      onUp(isGap: boolean) {
        isUp = true;
        for (const [port, page] of ports) tellUp(port, page, isGap);
      },
      onDown: noteDown,
      onEvent({ fingerprints }: { fingerprints: string[] | null }) {
        for (const port of ports.keys()) tell(port, { type: 'live:mails', fingerprints });
      },
    };
    void listen(handlers, stopping.signal);
  }

  async function renewStream(): Promise<void> {
    const session = ports.size === 0 ? null : await readSession();
    if (stream !== null && stream.session !== session) {
      stream.stopping.abort();
      stream = null;
      noteDown();
    }
    if (stream === null && session !== null) begin(session);
  }

  /** One at a time, so that there is never a second stream. */
  function check(): Promise<void> {
    settling = settling.then(renewStream).catch(() => undefined);
    return settling;
  }

  return {
    /** Somebody signed in or out, or the page of a board came or went. */
    check,
    async accept(port: WorkerPort): Promise<void> {
      let isOpen = true;
      // Without a listener a message might not count as something to stay for.
      port.onMessage.addListener(() => undefined);
      port.onDisconnect.addListener(() => {
        isOpen = false;
        if (ports.delete(port) && ports.size === 0) lingering = setTimeout(check, lingerMs);
      });
      const isWelcome = port.name === livePortName && port.sender !== undefined && (await isBoard(port.sender));
      if (!isOpen) return;
      if (!isWelcome) {
        port.disconnect();
        return;
      }
      const page = { wasTold: false };
      ports.set(port, page);
      clearTimeout(lingering);
      if (isUp) tellUp(port, page, false);
      await check();
    },
  };
}
