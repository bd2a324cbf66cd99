import { toWire } from '@headhaul/contracts/http/call';
import { liveEventEndpoints } from '@headhaul/contracts/live-events';
import { createParser } from 'eventsource-parser';
import { apiBase } from '../api/api-base.ts';
import { endSession } from '../session/end-session.ts';
import { refreshSession } from '../session/refresh-session.ts';
import { getSession } from '../session/session-store.ts';
import { firstRetryMs, retryDelayMs, waitUntilOnlineOr } from './retry.ts';

/** The server sends something every 15 s. After 45 s of silence the connection is dead, for example after a laptop was asleep. */
const silenceMs = 45_000;

/** One message of the stream. */
interface LiveMessage {
  id: string;
  name: string;
  data: string;
}

interface LiveStreamOptions {
  signal: AbortSignal;
  /** The id to continue after. Null when nothing was read yet. */
  lastEventId: () => string | null;
  onMessage: (message: LiveMessage) => void;
}

type Ending = 'dropped' | 'failed' | 'renewed' | 'signed-out';

/** Reads the company's live events until `signal` is aborted. It connects again after every loss, and stops when the session is over. */
export async function readLiveStream({ signal, lastEventId, onMessage }: LiveStreamOptions): Promise<void> {
  let baseMs = firstRetryMs;
  let failuresInRow = 0;
  let wasJustRenewed = false;

  const readOnce = async (accessToken: string): Promise<Ending> => {
    const silence = new AbortController();
    let timer = setTimeout(() => silence.abort(), silenceMs);
    try {
      const lastId = lastEventId();
      const response = await fetch(apiBase + toWire(liveEventEndpoints.streamEvents, {}).path, {
        headers: {
          accept: 'text/event-stream',
          authorization: `Bearer ${accessToken}`,
          ...(lastId === null ? {} : { 'last-event-id': lastId }),
        },
        credentials: 'include',
        cache: 'no-store',
        signal: AbortSignal.any([signal, silence.signal]),
      });
      if (response.status === 401) return await renew(accessToken);
      if (response.status === 409) {
        endSession('session_conflict');
        return 'signed-out';
      }
      if (!response.ok || response.body === null) return 'failed';

      failuresInRow = 0;
      wasJustRenewed = false;
      // The browser's own EventSource can't be used: it sends no Authorization header.
      const parser = createParser({
        // Skip a message without an id, because a later connection couldn't continue after it. Our server gives every message an id.
        onEvent: ({ id, event = '', data }) => id !== undefined && onMessage({ id, name: event, data }),
        onRetry: (ms) => {
          baseMs = ms;
        },
      });
      const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
      for (let piece = await reader.read(); !piece.done; piece = await reader.read()) {
        clearTimeout(timer);
        timer = setTimeout(() => silence.abort(), silenceMs);
        parser.feed(piece.value);
      }
      return 'dropped';
    } catch {
      // The network went away or the stream fell silent.
      return 'failed';
    } finally {
      clearTimeout(timer);
    }
  };

  const renew = async (staleToken: string): Promise<Ending> => {
    const outcome = wasJustRenewed ? 'refused' : await refreshSession(staleToken);
    if (outcome === 'unreachable') return 'failed';
    if (outcome === 'refreshed') {
      wasJustRenewed = true;
      return 'renewed';
    }
    endSession('refresh_failed');
    return 'signed-out';
  };

  while (!signal.aborted) {
    const session = getSession();
    if (session === null) return;
    const ending = await readOnce(session.token.accessToken);
    if (ending === 'signed-out' || signal.aborted) return;
    if (ending === 'renewed') continue;
    if (ending === 'failed') failuresInRow += 1;
    await waitUntilOnlineOr(retryDelayMs(baseMs, failuresInRow), signal);
  }
}
