import { type BoardHealth, boardHealthEndpoints } from '@headhaul/contracts/boards/health';
import { call } from '@headhaul/contracts/http/call';
import { classifyFailure } from '../../lib/api-client.ts';
import type { SendOutcome } from './health-reports.ts';

const sendTimeoutMs = 10_000;

interface SenderParts {
  base: string;
  fetch: typeof fetch;
  /** Null: nobody is signed in. */
  callSignedIn(run: (accessToken: string) => Promise<unknown>): Promise<object | null>;
}

/** Sends health reports as the person who is signed in. The API stores nothing about who that is. */
export function createHealthSender({ base, fetch: fetchWith, callSignedIn }: SenderParts) {
  return async (body: BoardHealth): Promise<SendOutcome> => {
    try {
      const sent = await callSignedIn((accessToken) =>
        call(
          boardHealthEndpoints.sendBoardHealth,
          { body },
          {
            base,
            fetch: fetchWith,
            credentials: 'omit',
            signal: AbortSignal.timeout(sendTimeoutMs),
            headers: { authorization: `Bearer ${accessToken}` },
          },
        ),
      );
      return sent === null ? 'LATER' : 'TAKEN';
    } catch (error) {
      return classifyFailure(error) === 'refused' ? 'REFUSED' : 'LATER';
    }
  };
}
