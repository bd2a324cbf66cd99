import { isUnauthorized } from './api-client.ts';
import type { SessionControl } from './session.ts';
import { refreshDue } from './session-schedule.ts';
import type { SessionStore, StoredSession } from './session-store.ts';

interface SignedInParts {
  store: Pick<SessionStore, 'read'>;
  session: Pick<SessionControl, 'refresh'>;
  nowMs(): number;
}

/**
 * Calls the API as the person who is signed in. A token that is used up is replaced first, and one that the API refuses is replaced once.
 * Null: nobody is signed in, or the token can't be replaced now. With `userId` it is called as this person or not at all.
 */
export async function callSignedIn<T>(
  { store, session, nowMs }: SignedInParts,
  run: (accessToken: string) => Promise<T>,
  userId?: string,
): Promise<{ answer: T } | null> {
  async function readSession(): Promise<StoredSession | null> {
    const { session: signedIn } = await store.read();
    return userId === undefined || signedIn?.user.id === userId ? signedIn : null;
  }

  async function replace(spentAccessToken: string): Promise<string | null> {
    if ((await session.refresh(spentAccessToken)) !== 'confirmed') return null;
    return (await readSession())?.accessToken ?? null;
  }

  const signedIn = await readSession();
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
