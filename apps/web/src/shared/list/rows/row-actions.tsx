import { Tooltip } from '@mantine/core';
import type { Icon } from '@tabler/icons-react';
import type { MouseEvent, ReactNode, Ref } from 'react';
import { Link } from 'react-router';
import classes from './row-actions.module.css';

/**
 * What can be done with one row: a box over its right end that covers and never pushes. It stands in the last cell of a
 * `tr[data-row]` and shows while that row is pointed at, holds the focus, or is the one the keys are on (`data-focused`).
 */
export function RowActions({ label, children }: { label: string; children: ReactNode }) {
  return (
    <fieldset className={classes.box} aria-label={label}>
      {children}
    </fieldset>
  );
}

interface RowActionProps {
  icon: Icon;
  label: string;
  /** One of the three; `href` is for telephones and other sites. */
  onClick?: (event: MouseEvent) => void;
  to?: string;
  href?: string;
  ref?: Ref<HTMLButtonElement>;
}

export function RowAction({ icon: ActionIcon, label, onClick, to, href, ref, ...rest }: RowActionProps) {
  const content = <ActionIcon size={16} stroke={1.75} aria-hidden="true" />;
  // The row opens on a click; what stands on it is for itself.
  const hold = (event: MouseEvent) => event.stopPropagation();
  const shared = { className: classes.action, 'aria-label': label };
  return (
    <Tooltip label={label}>
      {to !== undefined ? (
        <Link to={to} onClick={hold} {...shared}>
          {content}
        </Link>
      ) : href !== undefined ? (
        <a href={href} onClick={hold} {...shared}>
          {content}
        </a>
      ) : (
        <button
          type="button"
          {...rest}
          ref={ref}
          {...shared}
          onClick={(event) => {
            hold(event);
            onClick?.(event);
          }}
        >
          {content}
        </button>
      )}
    </Tooltip>
  );
}
