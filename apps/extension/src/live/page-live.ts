import { isLiveNews, stillHere } from './messages.ts';
import { pauseAfterMs } from './retry.ts';

/** A browser's port, as far as the page uses it. */
export interface LivePort {
  postMessage(message: unknown): void;
  disconnect(): void;
  onMessage: { addListener(listener: (message: unknown) => void): void };
  onDisconnect: { addListener(listener: () => void): void };
}

/** A worker that hears nothing for 30 seconds is stopped, and with it what it reads. */
const stillHereMs = 20_000;
const pauses = { first: 1_000, longest: 60_000 };

interface PageLiveParts {
  document: Pick<Document, 'hidden' | 'addEventListener' | 'removeEventListener'>;
  /** To the worker. Throws once the extension was updated. */
  connect(): LivePort;
  /** Null: it may have been any load. */
  onMails(fingerprints: string[] | null): void;
}

export interface PageLive {
  /** Whether mails are told of at once. */
  isUp(): boolean;
  stop(): void;
}

/** Keeps the worker listening for mails of the company while somebody looks at this page. */
export function createPageLive({ document, connect, onMails }: PageLiveParts): PageLive {
  let port: LivePort | null = null;
  let isUp = false;
  let isStopped = false;
  let failures = 0;
  let pinging: ReturnType<typeof setInterval> | undefined;
  let again: ReturnType<typeof setTimeout> | undefined;

  function drop(): void {
    clearInterval(pinging);
    [port, isUp] = [null, false];
  }

  function open(): void {
    clearTimeout(again);
    let opened: LivePort;
    try {
      opened = connect();
    } catch {
      // The extension was updated or removed. A script of the new one comes with the next page.
      isStopped = true;
      return;
    }
    port = opened;
    opened.onMessage.addListener((news) => {
      if (port !== opened || !isLiveNews(news)) return;
      if (news.type === 'live:mails') {
        onMails(news.fingerprints);
        return;
      }
      isUp = news.isUp;
      if (isUp) failures = 0;
    });
    opened.onDisconnect.addListener(() => {
      if (port !== opened) return;
      drop();
      failures += 1;
      again = setTimeout(look, pauseAfterMs(failures, pauses, Math.random()));
    });
    pinging = setInterval(() => opened.postMessage(stillHere), stillHereMs);
  }

  function look(): void {
    if (isStopped) return;
    if (document.hidden) {
      const shown = port;
      clearTimeout(again);
      drop();
      shown?.disconnect();
    } else if (port === null) open();
  }

  document.addEventListener('visibilitychange', look);
  look();

  return {
    isUp: () => isUp,
    stop() {
      const shown = port;
      isStopped = true;
      document.removeEventListener('visibilitychange', look);
      clearTimeout(again);
      drop();
      shown?.disconnect();
    },
  };
}
