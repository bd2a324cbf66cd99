import type { Icon } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Link, NavLink, useLocation } from 'react-router';
import { useNavCount } from '../../shared/nav-counts.ts';
import classes from './nav-item.module.css';

interface NavItemProps {
  path: string;
  title: string;
  icon: Icon;
  /** The item is also marked on screens whose path begins with one of these. */
  also?: readonly string[] | undefined;
  /** Shown at the right edge besides the count: a dot. */
  mark?: ReactNode;
  onClick?: () => void;
}

export function NavItem({ path, title, icon: ItemIcon, also, mark, onClick }: NavItemProps) {
  const { pathname } = useLocation();
  const content = (
    <>
      <ItemIcon size={18} stroke={1.75} aria-hidden="true" />
      <span className={classes.title}>{title}</span>
      <Count path={path} />
      {mark}
    </>
  );
  if (also?.some((start) => pathname.toLowerCase().startsWith(start))) {
    return (
      <Link to={path} className={classes.item} onClick={onClick} aria-current="page">
        {content}
      </Link>
    );
  }
  return (
    <NavLink to={path} className={classes.item} onClick={onClick}>
      {content}
    </NavLink>
  );
}

function Count({ path }: { path: string }) {
  const count = useNavCount(path);
  if (count === undefined) return null;
  const needsAttention = count.needsAttention === true && count.count > 0;
  return (
    <span className={classes.count} data-need={needsAttention || undefined}>
      {count.count}
      {needsAttention ? <span className={classes.spoken}> need attention</span> : null}
    </span>
  );
}

/** Stands out as an invitation, except while its own screen is open. */
export function InviteItem({ path, title, icon: ItemIcon, onClick }: NavItemProps) {
  return (
    <NavLink to={path} className={({ isActive }) => `${classes.item} ${classes.tall} ${isActive ? '' : classes.invite}`} onClick={onClick}>
      <ItemIcon size={18} stroke={1.75} aria-hidden="true" />
      <span className={classes.title}>{title}</span>
      <span className={classes.pulse} />
    </NavLink>
  );
}
