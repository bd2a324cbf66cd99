import { Button, Modal } from '@mantine/core';
import { useState } from 'react';
import { ConnectChoice } from '../../shared/mail/connect-choice.tsx';
import { connectedPath } from '../../shared/mail/mail-paths.ts';
import dialog from '../../shared/ui/dialog.module.css';
import classes from './accounts-page.module.css';

/** The ways to another mailbox, over those there are. */
export function ConnectDialog({ onClose }: { onClose: () => void }) {
  const [isFormOpen, setIsFormOpen] = useState(false);
  return (
    // The form stands over this dialog, and every open one hears Escape: only the upper one goes.
    <Modal.Root opened onClose={onClose} closeOnEscape={!isFormOpen} size={560} classNames={{ content: dialog.content ?? '' }}>
      <Modal.Overlay color="#0B1220" backgroundOpacity={0.5} />
      <Modal.Content>
        <Modal.Title className={dialog.title}>Connect another mailbox</Modal.Title>
        <p className={classes.lead}>We ask for permission to send, nothing else. We can’t read your inbox.</p>
        <ConnectChoice returnPath={connectedPath} onConnected={onClose} isDense onForm={setIsFormOpen} onPlans={onClose} />
        <div className={dialog.buttons}>
          <Button variant="default" size="md" onClick={onClose}>
            Close
          </Button>
        </div>
      </Modal.Content>
    </Modal.Root>
  );
}
