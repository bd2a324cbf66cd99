import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { Lockup } from './logo.tsx';
import classes from './public-header.module.css';

/** Header of pages outside the shell. */
export function PublicHeader({ children }: { children?: ReactNode }) {
  return (
    <header className={classes.header}>
      <Link to="/" className={classes.home} aria-label="Headhaul, main page">
        <Lockup size={28} />
      </Link>
      {children}
    </header>
  );
}
