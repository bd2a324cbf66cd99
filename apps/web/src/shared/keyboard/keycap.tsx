import type { ReactNode } from 'react';
import classes from './keycap.module.css';

/** One key, drawn as on a keyboard and 18 px high. */
export function Keycap({ children }: { children: ReactNode }) {
  return <kbd className={classes.key}>{children}</kbd>;
}
