import { Button, Modal } from '@mantine/core';
import { type ReactNode, useId } from 'react';
import classes from './dialog.module.css';
import { FocusBack } from './focus-back.tsx';

interface ConfirmDialogProps {
  isOpen: boolean;
  title: string;
  children: ReactNode;
  /** The text of the button, which says what it does. Never "OK". */
  action: string;
  /** `danger` makes the button red, for actions that remove something. */
  tone: 'plain' | 'danger';
  isBusy: boolean;
  isBlocked?: boolean;
  onConfirm: () => void;
  onClose: () => void;
}

/** Asks before an action that can't be undone. The focus starts on Cancel. */
export function ConfirmDialog({ isOpen, title, children, action, tone, isBusy, isBlocked, onConfirm, onClose }: ConfirmDialogProps) {
  const textId = useId();
  return (
    <Modal.Root opened={isOpen} onClose={onClose} size={440} classNames={{ content: classes.content }}>
      <Modal.Overlay color="#0B1220" backgroundOpacity={0.5} />
      <Modal.Content aria-describedby={textId}>
        <FocusBack />
        <Modal.Title className={classes.title}>{title}</Modal.Title>
        <div id={textId} className={classes.text}>
          {children}
        </div>
        <div className={classes.buttons}>
          <Button variant="default" size="md" onClick={onClose} data-autofocus>
            Cancel
          </Button>
          <Button color={tone === 'danger' ? 'stop.6' : undefined} size="md" loading={isBusy} disabled={isBlocked} onClick={onConfirm}>
            {action}
          </Button>
        </div>
      </Modal.Content>
    </Modal.Root>
  );
}
