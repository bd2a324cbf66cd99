import { Button, Modal } from '@mantine/core';
import { IconSend } from '@tabler/icons-react';
import { useCallback, useState } from 'react';
import { notify } from '../notify.ts';
import { specTexts } from '../spec-texts.ts';
import { EmailChips } from './email-chips.tsx';
import { addEmails, canInvite, splitAll } from './email-list.ts';
import { inviteApi } from './invite.api.ts';
import classes from './invite-dialog.module.css';
import { TeamLink } from './team-link.tsx';

interface InviteDialogProps {
  isOpen: boolean;
  companyName: string;
  onClose: () => void;
}

/** Invites people to the team by email or link. Addresses stay in the box until they are sent, also when it is closed. */
export function InviteDialog({ isOpen, companyName, onClose }: InviteDialogProps) {
  const [draft, setDraft] = useState<{ emails: string[]; typed: string }>({ emails: [], typed: '' });
  const [invite, { isLoading: isSending }] = inviteApi.useInviteTeamMembersMutation();
  const change = useCallback((emails: string[], typed: string) => setDraft({ emails, typed }), []);
  // An address still being typed counts: nobody should have to end the last one by hand.
  const emails = addEmails(draft.emails, splitAll(draft.typed));
  const isReady = canInvite(emails) && !isSending;

  const send = async () => {
    const answer = await invite({ body: { emails } });
    if (answer.data === undefined) return;
    const { alreadyHere } = answer.data;
    notify('success', specTexts.invitationSent);
    if (alreadyHere.length > 0) notify('info', `Already on the team: ${alreadyHere.join(', ')}`);
    setDraft({ emails: [], typed: '' });
    onClose();
  };

  return (
    <Modal.Root opened={isOpen} onClose={onClose} size={520} padding={0} classNames={{ content: classes.content }}>
      <Modal.Overlay color="#0B1220" backgroundOpacity={0.5} />
      <Modal.Content>
        <div className={classes.head}>
          <Modal.Title className={classes.title}>Invite people</Modal.Title>
          <Modal.CloseButton size={32} iconSize={20} aria-label="Close" className={classes.close} />
        </div>
        <p className={classes.text}>They join {companyName} as dispatchers.</p>
        <EmailChips label="Email addresses" emails={draft.emails} typed={draft.typed} isDisabled={isSending} onChange={change} />
        <div className={classes.foot}>
          <TeamLink />
          <div className={classes.buttons}>
            <Button variant="default" size="md" onClick={onClose} className={classes.cancel}>
              Cancel
            </Button>
            <Button
              size="md"
              leftSection={<IconSend size={18} stroke={1.75} />}
              disabled={!isReady}
              loading={isSending}
              // Leaving the field would end the typed address first and move the button away from under the pointer.
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => void send()}
            >
              Invite
            </Button>
          </div>
        </div>
      </Modal.Content>
    </Modal.Root>
  );
}
