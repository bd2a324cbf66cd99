import { type FeeStatus, feeStatusWords } from '@headhaul/contracts/load-fees';
import type { StatusFamily } from './status-glyph.tsx';
import classes from './status-pill.module.css';

const families: Record<FeeStatus, StatusFamily> = { PENDING: 'warn', APPROVED: 'done', BILLED: 'done', PAID: 'done', DENIED: 'bad' };

/** How far a fee is with the broker. */
export function FeeTag({ status }: { status: FeeStatus }) {
  return (
    <span className={`${classes.pill} ${classes.tag}`} data-family={families[status]} data-size="table">
      {feeStatusWords[status]}
    </span>
  );
}
