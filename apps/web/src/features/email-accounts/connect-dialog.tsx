import { Button, Modal } from '@mantine/core';
import { lazy, Suspense, startTransition, useState } from 'react';
import dialog from '../../shared/ui/dialog.module.css';
import { FocusBack } from '../../shared/ui/focus-back.tsx';
import { connectedPath } from '../emails/paths.public.ts';
import classes from './accounts-page.module.css';
import { ConnectChoice } from './connect/connect-choice.public.tsx';

const SmtpDialog = lazy(() => import('./connect/smtp-dialog.tsx'));

/** The ways to connect another mailbox, shown over the list. The SMTP form replaces the choice, and cancelling it leads back. */
export function ConnectDialog({ onClose }: { onClose: () => void }) {
  const [isByServer, setIsByServer] = useState(false);
  return (
    <Suspense>
      <FocusBack />
      {isByServer ? (
        <SmtpDialog account={null} onClose={() => setIsByServer(false)} onConnected={onClose} />
      ) : (
        <Modal.Root opened onClose={onClose} size={560} classNames={{ content: dialog.content ?? '' }}>
          <Modal.Overlay color="#0B1220" backgroundOpacity={0.5} />
          <Modal.Content>
            <Modal.Title className={dialog.title}>Connect another mailbox</Modal.Title>
            <p className={classes.lead}>We ask for permission to send, nothing else. We can’t read your inbox.</p>
            <ConnectChoice
              returnPath={connectedPath}
              onConnected={onClose}
              isDense
              // The choice stays until the code of the form has loaded.
              onForm={() => startTransition(() => setIsByServer(true))}
              onPlans={onClose}
            />
            <div className={dialog.buttons}>
              <Button variant="default" size="md" onClick={onClose}>
                Close
              </Button>
            </div>
          </Modal.Content>
        </Modal.Root>
      )}
    </Suspense>
  );
}
