import type { Session } from '@headhaul/contracts/session';
import { Drawer, useMantineColorScheme } from '@mantine/core';
import { IconCalendarWeek, IconLayoutKanban, IconLogout, IconMoon, IconSun } from '@tabler/icons-react';
import { Link } from 'react-router';
import classes from './bottom-bar.module.css';
import { SidebarLinks, SidebarNav } from './sidebar.tsx';
import { userInitial } from './user-initial.ts';

/** On a computer these links are above the list. A phone has no room for them there. */
const looks = [
  { to: '/dispatcher/my-loads?mode=board', title: 'Board', icon: IconLayoutKanban },
  { to: '/dispatcher/my-loads/week', title: 'Week', icon: IconCalendarWeek },
];

interface MoreDrawerProps {
  session: Session;
  isOpen: boolean;
  onClose: () => void;
  onLogout: () => void;
}

/** For phones: every screen that has no room in the bottom bar. */
export default function MoreDrawer({ session, isOpen, onClose, onLogout }: MoreDrawerProps) {
  const { colorScheme, toggleColorScheme } = useMantineColorScheme({ keepTransitions: true });
  const isDark = colorScheme === 'dark';
  return (
    <Drawer.Root
      opened={isOpen}
      onClose={onClose}
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
        <SidebarNav onNavigate={onClose} />
        <nav aria-label="Other looks at your loads" className={classes.looks}>
          <h2>Loads, another way</h2>
          {looks.map(({ to, title, icon: LookIcon }) => (
            <Link key={to} to={to} className={classes.action} onClick={onClose}>
              <LookIcon size={18} stroke={1.75} aria-hidden="true" />
              {title}
            </Link>
          ))}
        </nav>
        <Link to="/dispatcher/my-profile" className={classes.person} onClick={onClose}>
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
            onClose();
            onLogout();
          }}
        >
          <IconLogout size={18} stroke={1.75} />
          Log out
        </button>
        <SidebarLinks />
      </Drawer.Content>
    </Drawer.Root>
  );
}
