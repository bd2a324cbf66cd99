import type { ReactNode } from 'react';
import classes from './keycap.module.css';

/** One key as it stands on the keyboard. Its size follows the place: 18 px in menus and feet. */
export function Keycap({ children }: { children: ReactNode }) {
  return <kbd className={classes.key}>{children}</kbd>;
}
