import { logoutExtensionDelayMs } from '@headhaul/contracts/constants';
import { Button, Modal } from '@mantine/core';
import { IconLogout } from '@tabler/icons-react';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { endSession } from '../../shared/session/end-session.ts';
import { sessionApi } from '../../shared/session/session.api.ts';
import { useSession } from '../../shared/session/session-store.ts';
import { describeUnsent } from '../../shared/session/unsent-changes.ts';
import { specTexts } from '../../shared/spec-texts.ts';
import classes from './logout-dialog.module.css';

export function LogoutDialog({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const navigate = useNavigate();
  const [logout] = sessionApi.useLogoutMutation();
  const [isLeaving, setLeaving] = useState(false);
  const session = useSession();
  const unsent = isOpen && session !== null ? describeUnsent(session.id) : null;

  const leave = async () => {
    setLeaving(true);
    // If the server can't be reached, the person is still signed out on this computer. A toast reports the failure.
    await logout();
    endSession('logout', session);
    await new Promise((resolve) => {
      setTimeout(resolve, logoutExtensionDelayMs);
    });
    await navigate('/login', { replace: true });
  };

  return (
    <Modal.Root opened={isOpen} onClose={onClose} size={400} classNames={{ content: classes.content }}>
      <Modal.Overlay color="#0B1220" backgroundOpacity={0.5} />
      <Modal.Content>
        <Modal.Title className={classes.title}>{specTexts.logout.title}</Modal.Title>
        <p className={classes.text}>{specTexts.logout.message}</p>
        {unsent === null ? null : <p className={classes.unsent}>{unsent}</p>}
        <div className={classes.buttons}>
          <Button variant="default" size="md" onClick={onClose} data-autofocus>
            Cancel
          </Button>
          <Button
            color="stop.6"
            size="md"
            leftSection={<IconLogout size={18} stroke={1.75} />}
            loading={isLeaving}
            onClick={() => void leave()}
          >
            {specTexts.logout.button}
          </Button>
        </div>
      </Modal.Content>
    </Modal.Root>
  );
}
