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
import { useDisclosure, useHotkeys, useWindowEvent } from '@mantine/hooks';
import { lazy, Suspense, useLayoutEffect, useRef } from 'react';
import { Navigate, Outlet, useLocation } from 'react-router';
import { useConfirmationAsked } from '../../shared/session/confirm-person.ts';
import { useSession } from '../../shared/session/session-store.ts';
import { StoreProvider } from '../store-provider.tsx';
import { BottomBar } from './bottom-bar.tsx';
import { Header } from './header.tsx';
import { SessionSync } from './session-sync.tsx';
import classes from './shell-layout.module.css';
import { Sidebar } from './sidebar.tsx';
import { TutorialBanner } from './tutorial-banner.tsx';

const ShellOverlays = lazy(() => import('./shell-overlays.tsx'));
const ConfirmPersonDialog = lazy(() => import('../../features/confirm-person/confirm-person-dialog.tsx'));
const BillingBanner = lazy(() => import('./billing-banner.tsx'));
/** These keep the screens and the counts in the sidebar up to date. They load after the frame is shown. */
const LiveUpdates = lazy(() => import('../../shared/live/live-updates.tsx'));
const LoadsSync = lazy(() => import('../../features/loads/cache/loads-sync.tsx'));
const EmailAccountsSync = lazy(() => import('../../features/email-accounts/email-accounts-sync.tsx'));
const BoardFiltersSync = lazy(() => import('../../features/board-filters/board-filters-sync.tsx'));
const ExtensionSync = lazy(() => import('../../features/extension/extension-sync.tsx'));
const DriversSync = lazy(() => import('../../features/drivers/drivers-sync.tsx'));

/** The frame around every signed-in screen. */
export default function ShellLayout() {
  const session = useSession();
  const [isLogoutOpen, logout] = useDisclosure(false);
  const [isPaletteOpen, palette] = useDisclosure(false);
  useHotkeys([['mod+K', palette.toggle]], []);
  // Asked here and not in the overlays: a call that needs the answer may come before those are loaded.
  const confirmation = useConfirmationAsked();
  // Escape closes the question alone, not the dialog below it that asked. The shell's listener comes before those of all dialogs.
  useWindowEvent(
    'keydown',
    (event) => {
      if (event.key !== 'Escape' || confirmation === null) return;
      event.stopImmediatePropagation();
      confirmation.answer(false);
    },
    { capture: true },
  );
  const { pathname } = useLocation();
  const main = useRef<HTMLElement>(null);
  // Every screen starts at its top, wherever the last screen was scrolled to.
  // biome-ignore lint/correctness/useExhaustiveDependencies: A change of the address triggers the scroll.
  useLayoutEffect(() => {
    // The braces are needed: in newer browsers `scrollTo` returns a promise, which React would take for a cleanup function.
    main.current?.scrollTo(0, 0);
  }, [pathname]);

  // This also happens when another tab signs out.
  if (session === null) return <Navigate to="/login" replace />;
  if (!session.isEmailProven) return <Navigate to="/confirm-email" replace />;

  return (
    <StoreProvider>
      <div className={classes.shell}>
        <a className={classes.skip} href="#content">
          Skip to content
        </a>
        <Header session={session} onSearch={palette.open} onLogout={logout.open} />
        <Sidebar />
        <Suspense>
          <BillingBanner />
        </Suspense>
        <main ref={main} id="content" className={classes.main} tabIndex={-1}>
          <TutorialBanner />
          <Outlet />
        </main>
        <BottomBar session={session} onLogout={logout.open} />
        <SessionSync />
        <Suspense>
          <ShellOverlays
            isPaletteOpen={isPaletteOpen}
            onPaletteClose={palette.close}
            isLogoutOpen={isLogoutOpen}
            onLogoutClose={logout.close}
            onLogout={logout.open}
          />
        </Suspense>
        {confirmation === null ? null : (
          <Suspense>
            <ConfirmPersonDialog purpose={confirmation.purpose} onAnswer={confirmation.answer} />
          </Suspense>
        )}
        <Suspense>
          <LiveUpdates />
          <LoadsSync />
          <DriversSync />
          <EmailAccountsSync />
          <BoardFiltersSync />
          <ExtensionSync />
        </Suspense>
      </div>
    </StoreProvider>
  );
}
