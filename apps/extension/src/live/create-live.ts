import { ProblemError, readProblem, toWire } from '@headhaul/contracts/http/call';
import { liveEventEndpoints } from '@headhaul/contracts/live-events';
import type { BoardId } from '@headhaul/domain/boards/board-load';
import { classifyFailure } from '../lib/api-client.ts';
import { callSignedIn } from '../lib/call-signed-in.ts';
import { boardAt, type Origins } from '../lib/origins.ts';
import type { SessionControl } from '../lib/session.ts';
import { retryDue } from '../lib/session-schedule.ts';
import { isBlocked, type SessionStore } from '../lib/session-store.ts';
import { createLiveDesk } from './live-desk.ts';
import { readLiveStream } from './live-stream.ts';

interface LiveParts {
  store: Pick<SessionStore, 'read'>;
  session: Pick<SessionControl, 'refresh' | 'confirm'>;
  origins: Pick<Origins, 'apiBase' | 'demoBoardOrigin'>;
  /** Of a site on which the user or the company reads a taught page. */
  taughtBoardAt(origin: string): Promise<BoardId | null>;
  extensionId: string;
}

/** The worker's part in showing on all boards of the company what somebody wrote. */
export function createLive({ store, session, origins, taughtBoardAt, extensionId }: LiveParts) {
  async function ask(accessToken: string, lastEventId: string | null, signal: AbortSignal): Promise<Response> {
    const response = await fetch(origins.apiBase + toWire(liveEventEndpoints.streamEvents, {}).path, {
      headers: {
        accept: 'text/event-stream',
        authorization: `Bearer ${accessToken}`,
        ...(lastEventId === null ? {} : { 'last-event-id': lastEventId }),
      },
      credentials: 'omit',
      cache: 'no-store',
      redirect: 'manual',
      signal,
    });
    if (!response.ok) throw new ProblemError(await readProblem(response));
    return response;
  }

  async function open(lastEventId: string | null, signal: AbortSignal): Promise<Response | null> {
    const { session: signedIn } = await store.read();
    if (signedIn === null || !retryDue(signedIn, Date.now())) return null;
    const run = (accessToken: string) => ask(accessToken, lastEventId, signal);
    try {
      return (await callSignedIn({ store, session, nowMs: Date.now }, run, signedIn.user.id))?.answer ?? null;
    } catch (error) {
      // The account changed. Asking who it is now ends this session.
      if (classifyFailure(error) === 'conflict') await session.confirm();
      throw error;
    }
  }

  return createLiveDesk({
    isBoard: async ({ id, origin }) =>
      id === extensionId && origin !== undefined && (boardAt(origin, origins) ?? (await taughtBoardAt(origin))) !== null,
    async readSession() {
      const state = await store.read();
      return isBlocked(state) ? null : (state.session?.key ?? null);
    },
    listen: (handlers, signal) => readLiveStream({ ...handlers, open }, signal),
  });
}
