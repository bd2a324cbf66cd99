import type { WebPayload } from '@headhaul/contracts/extension-messages';
import { sendToExtension } from '../extension-bridge/extension-channel.ts';
import { nextSessionEpoch } from '../extension-bridge/session-epoch.ts';
import { clearSession, forgetEverywhere, getSession } from './session-store.ts';

/**
 * Ends the session in this browser. Every screen behind the session guard leaves for the sign-in page by itself. Who signed out, left or
 * was removed (`logout`) leaves nothing here; who only has to sign in again finds their drafts. `person`: as they were before the call that ended
 * it, whose news may have come sooner than its answer.
 */
export function endSession(reason: WebPayload<'SESSION_CLEAR'>['reason'], person: { id: string } | null = getSession()): void {
  const session = getSession();
  // Somebody else has signed in meanwhile, in another tab: their session is not the one that ended.
  if (person === null || (session !== null && session.id !== person.id)) return;
  clearSession();
  if (reason === 'logout') forgetEverywhere(person.id);
  // Not awaited: a sleeping extension answers late. The server has revoked its tokens as well.
  if (session !== null) void sendToExtension('SESSION_CLEAR', { sessionEpoch: nextSessionEpoch(), reason });
}
