import type { SessionPayload } from '@headhaul/contracts/extension-messages';
import { sendToExtension } from './extension-channel.ts';
import { checkExtension } from './extension-state.ts';

/** What the extension knows about the session besides its tokens, with the specification's field names. Absent = leave, null = clear. */
export type ExtensionContext = Pick<
  SessionPayload,
  'accountId' | 'blockExtension' | 'isSingleDispatcher' | 'leftDays' | 'account' | 'resetAccounts' | 'factoringId' | 'companyId'
>;

/** True: the extension has it. It takes it only while it is signed in as this person. */
export async function sendContext(userId: string, context: ExtensionContext): Promise<boolean> {
  const state = await checkExtension();
  if (state.kind !== 'present' || state.pong.signedInUserId !== userId) return false;
  // The same epoch: this is no sign-in, and must not overtake a sign-out.
  const reply = await sendToExtension('SESSION_SYNC', { ...context, userId, sessionEpoch: state.pong.sessionEpoch });
  return reply.kind === 'message' && reply.message.type === 'ACK';
}
