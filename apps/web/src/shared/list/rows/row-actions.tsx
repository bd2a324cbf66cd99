import { Tooltip } from '@mantine/core';
import type { Icon } from '@tabler/icons-react';
import type { MouseEvent, ReactNode, Ref } from 'react';
import { Link } from 'react-router';
import classes from './row-actions.module.css';

/**
 * The actions of one row: a box over its right end that covers the content and never moves it. It goes in the last cell of a
 * `tr[data-row]`. It shows while the mouse is over that row, while the row contains the focus, or while the keys are on that row
 * (`data-focused`).
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
  /** Give one of `onClick`, `to` and `href`. `href` is for phone numbers and other sites. */
  onClick?: (event: MouseEvent) => void;
  to?: string;
  href?: string;
  ref?: Ref<HTMLButtonElement>;
}

export function RowAction({ icon: ActionIcon, label, onClick, to, href, ref, ...rest }: RowActionProps) {
  const content = <ActionIcon size={16} stroke={1.75} aria-hidden="true" />;
  // A click on the row opens it. A click on an action must not.
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
