import { type FeeStatus, feeStatusLabels } from '@headhaul/domain/loads/fees';
import classes from '../../../../shared/ui/status-pill.module.css';
import type { StatusFamily } from '../../status/status-glyph.public.tsx';

const families: Record<FeeStatus, StatusFamily> = { PENDING: 'warn', APPROVED: 'done', BILLED: 'done', PAID: 'done', DENIED: 'bad' };

/** The status of a fee with the broker. */
export function FeeTag({ status }: { status: FeeStatus }) {
  return (
    <span className={`${classes.pill} ${classes.tag}`} data-family={families[status]} data-size="table">
      {feeStatusLabels[status]}
    </span>
  );
}
