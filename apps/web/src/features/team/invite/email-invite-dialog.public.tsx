import { Button, Modal } from '@mantine/core';
import { IconSend } from '@tabler/icons-react';
import { type ReactNode, useCallback, useState } from 'react';
import dialogClasses from '../../../shared/ui/dialog.module.css';
import { EmailChips } from './email-chips.tsx';
import { addEmails, canInvite, splitAll } from './email-list.ts';
import classes from './invite-dialog.module.css';

interface EmailInviteDialogProps {
  isOpen: boolean;
  title: string;
  /** What an invite means for the people who get it. */
  text: string;
  /** The left side of the footer, for another way to invite. */
  children?: ReactNode;
  isSending: boolean;
  /** Resolves to true when the invites were sent. */
  onSend: (emails: string[]) => Promise<boolean>;
  onClose: () => void;
}

/** A field for addresses and a button that sends the invites. The addresses stay until they are sent, even when the dialog closes. */
export function EmailInviteDialog({ isOpen, title, text, children, isSending, onSend, onClose }: EmailInviteDialogProps) {
  const [draft, setDraft] = useState<{ emails: string[]; typed: string }>({ emails: [], typed: '' });
  const change = useCallback((emails: string[], typed: string) => setDraft({ emails, typed }), []);
  // Also counts the address that is still being typed, so that the user need not end it by hand.
  const emails = addEmails(draft.emails, splitAll(draft.typed));
  const isReady = canInvite(emails) && !isSending;

  const send = async () => {
    if (!(await onSend(emails))) return;
    setDraft({ emails: [], typed: '' });
    onClose();
  };

  return (
    <Modal.Root opened={isOpen} onClose={onClose} size={520} padding={0} classNames={{ content: dialogClasses.content }}>
      <Modal.Overlay color="#0B1220" backgroundOpacity={0.5} />
      <Modal.Content>
        <div className={dialogClasses.head}>
          <Modal.Title className={dialogClasses.title}>{title}</Modal.Title>
          <Modal.CloseButton size={32} iconSize={20} aria-label="Close" className={dialogClasses.close} />
        </div>
        <p className={classes.text}>{text}</p>
        <EmailChips label="Email addresses" emails={draft.emails} typed={draft.typed} isDisabled={isSending} onChange={change} />
        <div className={classes.foot}>
          {children ?? <span />}
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
