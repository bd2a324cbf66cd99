import type { WebPayload } from '@headhaul/contracts/extension-messages';
import { sendToExtension } from '../extension-bridge/extension-channel.ts';
import { nextSessionEpoch } from '../extension-bridge/session-epoch.ts';
import { clearSession, forgetEverywhere, getSession } from './session-store.ts';

/**
 * Ends the session in this browser. Every screen behind the session guard then goes to the sign-in page by itself. With `logout` (the
 * person signed out, left or was removed) the person's stored data is removed. A person who only has to sign in again finds their drafts.
 * `person` is the user before the call that ended the session, because a live event about it may come before the call's answer.
 */
export function endSession(reason: WebPayload<'SESSION_CLEAR'>['reason'], person: { id: string } | null = getSession()): void {
  const session = getSession();
  // Another person has signed in meanwhile, in another tab. Their session is not the one that ended.
  if (person === null || (session !== null && session.id !== person.id)) return;
  clearSession();
  if (reason === 'logout') forgetEverywhere(person.id);
  // Not awaited: a sleeping extension answers late. The server has revoked its tokens as well.
  if (session !== null) void sendToExtension('SESSION_CLEAR', { sessionEpoch: nextSessionEpoch(), reason });
}
