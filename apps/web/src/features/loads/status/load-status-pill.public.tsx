import { type LoadStatus, loadStatusLabels } from '@headhaul/domain/loads/status';
import { IconChevronDown } from '@tabler/icons-react';
import type { ButtonHTMLAttributes, Ref } from 'react';
import classes from '../../../shared/ui/status-pill.module.css';
import { StatusGlyph, statusFamily } from './status-glyph.public.tsx';

interface LoadStatusPillProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  status: LoadStatus;
  /** 18 px high in tables, 20 px on its own, 28 px in the head of a load. */
  size?: 'table' | 'free' | 'large';
  hasCaret?: boolean;
  /** The pill already shows the new status, but the server hasn't answered yet. */
  isSaving?: boolean;
  ref?: Ref<HTMLButtonElement>;
}

/** The status of a load. With `onClick` it is the button that changes it. */
export function LoadStatusPill({
  status,
  size = 'free',
  hasCaret = false,
  isSaving = false,
  ref,
  onClick,
  className,
  ...rest
}: LoadStatusPillProps) {
  const word = loadStatusLabels[status];
  const look = {
    className: `${classes.pill} ${className ?? ''}`,
    'data-family': statusFamily(status),
    'data-size': size,
    'data-saving': isSaving || undefined,
  };
  const content = (
    <>
      <StatusGlyph status={status} size={size === 'large' ? 14 : 12} />
      {word}
      {hasCaret ? <IconChevronDown size={14} stroke={2} aria-hidden="true" /> : null}
    </>
  );
  if (onClick === undefined) return <span {...look}>{content}</span>;
  return (
    <button
      type="button"
      aria-label={`${word}, change status`}
      aria-disabled={isSaving || undefined}
      {...rest}
      {...look}
      ref={ref}
      onClick={isSaving ? undefined : onClick}
    >
      {content}
    </button>
  );
}
