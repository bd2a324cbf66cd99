import type { Icon } from '@tabler/icons-react';
import { Link } from 'react-router';
import classes from './mode-switch.module.css';

export interface Mode {
  key: string;
  title: string;
  icon: Icon;
  to: string;
}

/** Ways to show the same data: List, Board, Week. Each has its own address. */
export function ModeSwitch({ label, modes, current }: { label: string; modes: readonly Mode[]; current: string }) {
  return (
    <nav className={classes.switch} aria-label={label}>
      {modes.map(({ key, title, icon: ModeIcon, to }) => (
        <Link key={key} to={to} className={classes.mode} aria-current={key === current ? 'page' : undefined}>
          <ModeIcon size={15} stroke={1.75} aria-hidden="true" />
          {title}
        </Link>
      ))}
    </nav>
  );
}
