import type { WebPayload } from '@headhaul/contracts/extension-messages';
import { sendToExtension } from '../extension-bridge/extension-channel.ts';
import { nextSessionEpoch } from '../extension-bridge/session-epoch.ts';
import { clearSession, getSession } from './session-store.ts';

/** Ends the session in this browser. Every screen behind the session guard leaves for the sign-in page by itself. */
export function endSession(reason: WebPayload<'SESSION_CLEAR'>['reason']): void {
  if (getSession() === null) return;
  clearSession();
  // Not awaited: a sleeping extension answers late. The server has revoked its tokens as well.
  void sendToExtension('SESSION_CLEAR', { sessionEpoch: nextSessionEpoch(), reason });
}
