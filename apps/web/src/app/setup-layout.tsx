import '@mantine/core/styles/UnstyledButton.css';
import '@mantine/core/styles/CloseButton.css';
import '@mantine/core/styles/Paper.css';
import '@mantine/core/styles/Overlay.css';
import '@mantine/core/styles/ModalBase.css';
import '@mantine/core/styles/Modal.css';
import '@mantine/core/styles/Loader.css';
import '@mantine/core/styles/Button.css';
import '@mantine/core/styles/Popover.css';
import '@mantine/core/styles/Menu.css';
import { IconLogout } from '@tabler/icons-react';
import { useState } from 'react';
import { Navigate, Outlet } from 'react-router';
import LiveUpdates from '../shared/live/live-updates.tsx';
import { useSession } from '../shared/session/session-store.ts';
import { PublicHeader } from '../shared/ui/public-header.tsx';
import classes from './setup-layout.module.css';
import { LogoutDialog } from './shell/logout-dialog.tsx';
import { SessionSync } from './shell/session-sync.tsx';
import { userInitial } from './shell/user-initial.ts';
import { StoreProvider } from './store-provider.tsx';

/** The frame of the setup. It shows who is signed in and has no navigation to other screens. */
export default function SetupLayout() {
  const session = useSession();
  const [isLeaving, setLeaving] = useState(false);
  if (session === null) return <Navigate to="/login" replace />;
  if (!session.isEmailProven) return <Navigate to="/confirm-email" replace />;

  return (
    <StoreProvider>
      <div className={classes.page}>
        <PublicHeader>
          <span className={classes.person}>
            <span className={classes.initial} aria-hidden="true">
              {userInitial(session)}
            </span>
            <span className={classes.email}>{session.email}</span>
            <button type="button" className={classes.logout} aria-label="Log out" onClick={() => setLeaving(true)}>
              <IconLogout size={20} stroke={1.75} aria-hidden="true" />
            </button>
          </span>
        </PublicHeader>
        <Outlet />
        <LogoutDialog isOpen={isLeaving} onClose={() => setLeaving(false)} />
        <SessionSync />
        <LiveUpdates />
      </div>
    </StoreProvider>
  );
}
