import type { Session } from '@headhaul/contracts/session';
import { getSession } from '../session/session-store.ts';
import { sendToExtension } from './extension-channel.ts';
import { checkExtension } from './extension-state.ts';
import { nextSessionEpoch } from './session-epoch.ts';

/** Asks the API for a one-time code that only the extension with this challenge can redeem. Null when the API gave none. */
export type CreateHandoffCode = (challenge: string) => Promise<string | null>;

async function handOver(session: Session, createCode: CreateHandoffCode): Promise<void> {
  const state = await checkExtension();
  if (state.kind !== 'present' || state.pong.signedInUserId === session.id) return;
  const code = await createCode(state.pong.handoffChallenge);
  if (code === null || getSession()?.id !== session.id) return;
  const reply = await sendToExtension('SESSION_SYNC', {
    tokenKind: 'code',
    ext_token: code,
    userId: session.id,
    blockExtension: !session.isBillActive,
    // An independent dispatcher: the company has no MC number.
    isSingleDispatcher: session.mc === null,
    sessionEpoch: nextSessionEpoch(state.pong.sessionEpoch),
  });
  if (reply.kind === 'message' && reply.message.type === 'ACK') await checkExtension();
}

/** Looks for the extension and signs it in as our user, unless it already is. One tab at a time does this. */
export async function syncExtension(createCode: CreateHandoffCode): Promise<void> {
  await navigator.locks.request('hh.sync-extension', async () => {
    const session = getSession();
    if (session === null) await checkExtension();
    else await handOver(session, createCode);
  });
}
