import type { EmailAccount } from '@headhaul/contracts/mail/accounts';
import { sendToExtension } from '../../shared/extension-bridge/extension-channel.ts';
import { useExtensionState } from '../../shared/extension-bridge/extension-state.ts';
import { notify } from '../../shared/notify.ts';
import { useSession } from '../../shared/session/session-store.ts';

async function chooseForBoards({ id, address }: EmailAccount): Promise<void> {
  const reply = await sendToExtension('ACCOUNT_SELECT', { accountId: id });
  const isTaken = reply.kind === 'message' && reply.message.type === 'ACK';
  if (isTaken) notify('success', `Load boards send from ${address} now`);
  else notify('error', 'The extension didn’t answer. Reload this page and try again.');
}

/** Makes a mailbox the one from which load boards send, in this browser. Null where no extension of this person could. */
export function useBoardMailbox(account: EmailAccount): (() => void) | null {
  const me = useSession()?.id;
  const extension = useExtensionState();
  const isOurs = me !== undefined && extension.kind === 'present' && extension.pong.signedInUserId === me;
  const canSend = account.status === 'CONNECTED' && (account.userId === me || account.isShared);
  return isOurs && canSend ? () => void chooseForBoards(account) : null;
}
