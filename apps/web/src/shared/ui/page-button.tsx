import type { AnchorHTMLAttributes, ButtonHTMLAttributes, ReactNode } from 'react';
import { Link } from 'react-router';
import classes from './page-button.module.css';

/** A view has at most one filled button. A quiet button is for the alternative to it. */
type Look = 'filled' | 'plain' | 'quiet';

/**
 * The 42 px buttons of full-page states. They don't use Mantine, so that these pages stay small enough to show when everything else fails.
 */
export function PageButton({ look, children, ...rest }: { look: Look; children: ReactNode } & ButtonHTMLAttributes<HTMLButtonElement>) {
  return (
    <button type="button" className={classes.button} data-look={look} {...rest}>
      {children}
    </button>
  );
}

export function PageLink({ look, to, children }: { look: Look; to: string; children: ReactNode }) {
  return (
    <Link className={classes.button} data-look={look} to={to}>
      {children}
    </Link>
  );
}

/** A link to another site, which opens in a new tab. A mail address opens the mail program. */
export function PageAnchor({
  look,
  href,
  children,
  ...rest
}: { look: Look; href: string; children: ReactNode } & AnchorHTMLAttributes<HTMLAnchorElement>) {
  const elsewhere = href.startsWith('http') ? { target: '_blank', rel: 'noopener noreferrer' } : {};
  return (
    <a className={classes.button} data-look={look} href={href} {...elsewhere} {...rest}>
      {children}
    </a>
  );
}
