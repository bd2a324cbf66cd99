import '@mantine/core/styles/UnstyledButton.css';
import '@mantine/core/styles/CloseButton.css';
import '@mantine/core/styles/Paper.css';
import '@mantine/core/styles/Overlay.css';
import '@mantine/core/styles/ModalBase.css';
import '@mantine/core/styles/Modal.css';
import '@mantine/core/styles/Drawer.css';
import '@mantine/core/styles/Loader.css';
import '@mantine/core/styles/Button.css';
import '@mantine/core/styles/ActionIcon.css';
import '@mantine/core/styles/Tooltip.css';
import '@mantine/core/styles/Popover.css';
import '@mantine/core/styles/Menu.css';
import { useDisclosure, useHotkeys } from '@mantine/hooks';
import { Navigate, Outlet } from 'react-router';
import { LiveUpdates } from '../../shared/live/live-updates.tsx';
import { useSession } from '../../shared/session/session-store.ts';
import { StoreProvider } from '../store-provider.tsx';
import { BottomBar } from './bottom-bar.tsx';
import { CommandPalette } from './command-palette.tsx';
import { Header } from './header.tsx';
import { LogoutDialog } from './logout-dialog.tsx';
import { SessionKeeper } from './session-keeper.tsx';
import { ShellDialogs } from './shell-dialogs.tsx';
import classes from './shell-layout.module.css';
import { Sidebar } from './sidebar.tsx';
import { TutorialBanner } from './tutorial-banner.tsx';

/** The frame around every signed-in screen. */
export default function ShellLayout() {
  const session = useSession();
  const [isLogoutOpen, logout] = useDisclosure(false);
  const [isPaletteOpen, palette] = useDisclosure(false);
  useHotkeys([['mod+K', palette.toggle]], []);

  // Also reached when another tab signed out.
  if (session === null) return <Navigate to="/login" replace />;

  return (
    <StoreProvider>
      <div className={classes.shell}>
        <a className={classes.skip} href="#content">
          Skip to content
        </a>
        <Header session={session} onSearch={palette.open} onLogout={logout.open} />
        <Sidebar />
        <main id="content" className={classes.main} tabIndex={-1}>
          <TutorialBanner />
          <Outlet />
        </main>
        <BottomBar session={session} onLogout={logout.open} />
        <CommandPalette isOpen={isPaletteOpen} onClose={palette.close} onLogout={logout.open} />
        <LogoutDialog isOpen={isLogoutOpen} onClose={logout.close} />
        <ShellDialogs />
        <SessionKeeper />
        <LiveUpdates />
      </div>
    </StoreProvider>
  );
}
