import type { Icon } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { NavLink } from 'react-router';
import classes from './nav-item.module.css';

interface NavItemProps {
  path: string;
  title: string;
  icon: Icon;
  /** What stands at the right edge: a count or a dot. */
  mark?: ReactNode;
  onClick?: () => void;
}

export function NavItem({ path, title, icon: ItemIcon, mark, onClick }: NavItemProps) {
  return (
    <NavLink to={path} className={classes.item} onClick={onClick}>
      <ItemIcon size={18} stroke={1.75} aria-hidden="true" />
      <span className={classes.title}>{title}</span>
      {mark}
    </NavLink>
  );
}

/** Looks like an invitation until it is the screen one is on. */
export function InviteItem({ path, title, icon: ItemIcon, onClick }: NavItemProps) {
  return (
    <NavLink to={path} className={({ isActive }) => `${classes.item} ${classes.tall} ${isActive ? '' : classes.invite}`} onClick={onClick}>
      <ItemIcon size={18} stroke={1.75} aria-hidden="true" />
      <span className={classes.title}>{title}</span>
      <span className={classes.pulse} />
    </NavLink>
  );
}
