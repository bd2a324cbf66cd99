import { notify } from '../../../shared/notify.ts';
import { specTexts } from '../../../shared/spec-texts.ts';
import { EmailInviteDialog } from './email-invite-dialog.public.tsx';
import { inviteApi } from './invite.api.ts';
import { TeamLink } from './team-link.tsx';

interface InviteDialogProps {
  isOpen: boolean;
  companyName: string;
  onClose: () => void;
}

/** Invites people to the team by email or link. */
export function InviteDialog({ isOpen, companyName, onClose }: InviteDialogProps) {
  const [invite, { isLoading: isSending }] = inviteApi.useInviteTeamMembersMutation();

  const send = async (emails: string[]) => {
    const answer = await invite({ body: { emails } });
    if (answer.data === undefined) return false;
    const { alreadyHere } = answer.data;
    notify('success', specTexts.invitationSent);
    if (alreadyHere.length > 0) notify('info', `Already on the team: ${alreadyHere.join(', ')}`);
    return true;
  };

  return (
    <EmailInviteDialog
      isOpen={isOpen}
      title="Invite people"
      text={`They join ${companyName} as dispatchers.`}
      isSending={isSending}
      onSend={send}
      onClose={onClose}
    >
      <TeamLink />
    </EmailInviteDialog>
  );
}
