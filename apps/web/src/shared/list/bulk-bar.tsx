import { type Icon, IconX } from '@tabler/icons-react';
import type { ButtonHTMLAttributes, ReactNode, Ref } from 'react';
import { Keycap } from '../keyboard/keycap.tsx';
import { useKeys } from '../keyboard/use-hotkeys.ts';
import classes from './bulk-bar.module.css';

interface BulkBarProps {
  count: number;
  /** The totals of the selected rows: "$2,880 · 1,046 mi". */
  summary?: string;
  onClose: () => void;
  children: ReactNode;
}

/** The actions for all selected rows. Mounted while rows are selected. Escape clears the selection. */
export function BulkBar({ count, summary, onClose, children }: BulkBarProps) {
  useKeys({ Escape: onClose });
  return (
    <div className={classes.bar} role="toolbar" aria-label="Selected">
      <p className={classes.count} role="status">
        <b>{count} selected</b>
        {summary ? <span>{summary}</span> : null}
      </p>
      <div className={classes.actions}>{children}</div>
      <button type="button" className={classes.close} onClick={onClose}>
        <IconX size={15} stroke={1.75} aria-hidden="true" />
        <span className={classes.spoken}>Select none, </span>
        <span className={classes.key}>
          <Keycap>Esc</Keycap>
        </span>
      </button>
    </div>
  );
}

interface BulkActionProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  icon?: Icon;
  children?: ReactNode;
  ref?: Ref<HTMLButtonElement>;
}

export function BulkAction({ icon: ActionIcon, children, ...rest }: BulkActionProps) {
  return (
    <button type="button" {...rest} className={classes.action}>
      {ActionIcon ? <ActionIcon size={16} stroke={1.75} aria-hidden="true" /> : null}
      {children}
    </button>
  );
}
