import { Button, Modal } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './dialog.module.css';
import { FocusBack } from './focus-back.tsx';

interface AskDialogProps {
  title: string;
  /** The text of the button, which says what it does. */
  action: string;
  /** The text of the button that leaves all as it is. */
  cancel?: string;
  tone?: 'plain' | 'danger';
  isBusy?: boolean;
  onClose: () => void;
  onSubmit: () => void;
  children: ReactNode;
}

/** A small form in a dialog. Enter submits it. Mount it only while it is open. */
export function AskDialog({
  title,
  action,
  cancel = 'Cancel',
  tone = 'plain',
  isBusy = false,
  onClose,
  onSubmit,
  children,
}: AskDialogProps) {
  return (
    <Modal.Root opened onClose={onClose} size={440} classNames={{ content: classes.content }}>
      <Modal.Overlay color="#0B1220" backgroundOpacity={0.5} />
      <Modal.Content>
        <FocusBack />
        <form
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            onSubmit();
          }}
        >
          <Modal.Title className={classes.title}>{title}</Modal.Title>
          <div className={classes.fields}>{children}</div>
          <div className={classes.buttons}>
            <Button variant="default" size="md" onClick={onClose}>
              {cancel}
            </Button>
            <Button type="submit" color={tone === 'danger' ? 'stop.6' : undefined} size="md" loading={isBusy}>
              {action}
            </Button>
          </div>
        </form>
      </Modal.Content>
    </Modal.Root>
  );
}
