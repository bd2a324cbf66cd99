import { isUnauthorized } from './api-client.ts';
import type { SessionControl } from './session.ts';
import { refreshDue } from './session-schedule.ts';
import type { SessionStore } from './session-store.ts';

interface SignedInParts {
  store: Pick<SessionStore, 'read'>;
  session: Pick<SessionControl, 'refresh'>;
  nowMs(): number;
}

/**
 * Calls the API as the person who is signed in. A token that is used up is replaced first, and one that the API refuses is replaced once.
 * Null: nobody is signed in, or the token can't be replaced now.
 */
export async function callSignedIn<T>(
  { store, session, nowMs }: SignedInParts,
  run: (accessToken: string) => Promise<T>,
): Promise<{ answer: T } | null> {
  async function replace(spentAccessToken: string): Promise<string | null> {
    if ((await session.refresh(spentAccessToken)) !== 'confirmed') return null;
    return (await store.read()).session?.accessToken ?? null;
  }

  const { session: signedIn } = await store.read();
  if (signedIn === null) return null;
  const accessToken = refreshDue(signedIn, nowMs()) ? await replace(signedIn.accessToken) : signedIn.accessToken;
  if (accessToken === null) return null;
  try {
    return { answer: await run(accessToken) };
  } catch (error) {
    if (!isUnauthorized(error)) throw error;
    const fresh = await replace(accessToken);
    return fresh === null ? null : { answer: await run(fresh) };
  }
}
