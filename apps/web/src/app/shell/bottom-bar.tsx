import type { Session } from '@headhaul/contracts/session';
import { Drawer, useMantineColorScheme } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconLogout, IconMenu2, IconMoon, IconSun } from '@tabler/icons-react';
import { Link, NavLink } from 'react-router';
import { screens } from '../routes.tsx';
import classes from './bottom-bar.module.css';
import { SidebarLinks, SidebarNav } from './sidebar.tsx';
import { userInitial } from './user-initial.ts';

const barPaths = ['/dispatcher/my-loads', '/dispatcher/my-drivers', '/dispatcher/analytics'];
const barScreens = screens.flatMap(({ path, title, sidebar }) =>
  barPaths.includes(path) && sidebar ? [{ path, title, icon: sidebar.icon }] : [],
);

/** Phones: three screens one thumb away, everything else in the drawer. */
export function BottomBar({ session, onLogout }: { session: Session; onLogout: () => void }) {
  const [isOpen, more] = useDisclosure(false);
  const { colorScheme, toggleColorScheme } = useMantineColorScheme({ keepTransitions: true });
  const isDark = colorScheme === 'dark';

  return (
    <>
      <nav className={classes.bar} aria-label="Main, short">
        {barScreens.map(({ path, title, icon: ScreenIcon }) => (
          <NavLink key={path} to={path} className={classes.item}>
            <ScreenIcon size={22} stroke={1.75} aria-hidden="true" />
            {title}
          </NavLink>
        ))}
        <button type="button" className={classes.item} onClick={more.open} aria-haspopup="dialog">
          <IconMenu2 size={22} stroke={1.75} aria-hidden="true" />
          More
        </button>
      </nav>
      <Drawer.Root
        opened={isOpen}
        onClose={more.close}
        position="bottom"
        size="calc(100dvh - var(--hh-header-h))"
        trapFocus
        transitionProps={{ transition: 'slide-up', duration: 140 }}
        classNames={{ content: classes.drawer }}
      >
        <Drawer.Overlay color="#0B1220" backgroundOpacity={0.5} />
        <Drawer.Content>
          <div className={classes.drawerHead}>
            <Drawer.Title className={classes.drawerTitle}>All screens</Drawer.Title>
            <Drawer.CloseButton size={44} iconSize={20} aria-label="Close" />
          </div>
          <SidebarNav onNavigate={more.close} />
          <Link to="/dispatcher/my-profile" className={classes.person} onClick={more.close}>
            <span className={classes.initial} aria-hidden="true">
              {userInitial(session)}
            </span>
            <span className={classes.email}>My profile, {session.email}</span>
          </Link>
          <button type="button" className={classes.action} onClick={toggleColorScheme}>
            {isDark ? <IconSun size={18} stroke={1.75} /> : <IconMoon size={18} stroke={1.75} />}
            {isDark ? 'Light theme' : 'Dark theme'}
          </button>
          <button
            type="button"
            className={classes.action}
            onClick={() => {
              more.close();
              onLogout();
            }}
          >
            <IconLogout size={18} stroke={1.75} />
            Log out
          </button>
          <SidebarLinks />
        </Drawer.Content>
      </Drawer.Root>
    </>
  );
}
