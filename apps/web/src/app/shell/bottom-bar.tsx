import type { Session } from '@headhaul/contracts/session';
import { useDisclosure } from '@mantine/hooks';
import { IconMenu2, IconPlus } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { Link, NavLink } from 'react-router';
import { screens } from '../routes.tsx';
import classes from './bottom-bar.module.css';

const MoreDrawer = lazy(() => import('./more-drawer.tsx'));

const barPaths = ['/dispatcher/my-loads', '/dispatcher/my-drivers', '/dispatcher/analytics'];
const barScreens = screens.flatMap(({ path, title, sidebar }) =>
  barPaths.includes(path) && sidebar ? [{ path, title, icon: sidebar.icon }] : [],
);

function BarItem({ path, title, icon: ScreenIcon }: (typeof barScreens)[number]) {
  return (
    <NavLink to={path} className={classes.item}>
      <ScreenIcon size={22} stroke={1.75} aria-hidden="true" />
      {title}
    </NavLink>
  );
}

/** For phones: three screens and a new load within reach of the thumb, everything else in the drawer. */
export function BottomBar({ session, onLogout }: { session: Session; onLogout: () => void }) {
  const [hasOpened, setHasOpened] = useState(false);
  const [isOpen, more] = useDisclosure(false, { onOpen: () => setHasOpened(true) });

  return (
    <>
      <nav className={classes.bar} aria-label="Main, short">
        {barScreens.slice(0, 2).map((screen) => (
          <BarItem key={screen.path} {...screen} />
        ))}
        <Link to="/dispatcher/create-my-load" className={classes.new} aria-label="New load">
          <IconPlus size={24} stroke={1.75} aria-hidden="true" />
        </Link>
        {barScreens.slice(2).map((screen) => (
          <BarItem key={screen.path} {...screen} />
        ))}
        <button type="button" className={classes.item} onClick={more.open} aria-haspopup="dialog">
          <IconMenu2 size={22} stroke={1.75} aria-hidden="true" />
          More
        </button>
      </nav>
      {/* Mounted when it first opens, and kept, so that it can slide out when it closes. */}
      {hasOpened ? (
        <Suspense>
          <MoreDrawer session={session} isOpen={isOpen} onClose={more.close} onLogout={onLogout} />
        </Suspense>
      ) : null}
    </>
  );
}
