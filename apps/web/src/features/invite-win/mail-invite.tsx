import { referralDays } from '@headhaul/contracts/referrals';
import { notify } from '../../shared/notify.ts';
import { specTexts } from '../../shared/spec-texts.ts';
import { EmailInviteDialog } from '../team/invite/email-invite-dialog.public.tsx';
import { referralsApi } from './referrals.api.ts';

/** Invites other companies by email. Each invite has its own link, so that its row can show the outcome. */
export function MailInvite({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const [sendInvitations, { isLoading }] = referralsApi.useSendInvitationsMutation();

  const send = async (emails: string[]) => {
    const { data } = await sendInvitations({ body: { emails } });
    if (data === undefined) return false;
    if (data.invited.length > 0) notify('success', specTexts.invitationSent);
    if (data.alreadyInvited.length > 0) notify('info', `Already invited: ${data.alreadyInvited.join(', ')}`);
    return true;
  };

  return (
    <EmailInviteDialog
      isOpen={isOpen}
      title="Invite by email"
      text={`They start a company of their own. Both of you get ${referralDays} days.`}
      isSending={isLoading}
      onSend={send}
      onClose={onClose}
    />
  );
}
