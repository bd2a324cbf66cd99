import type { FitRow } from '@headhaul/contracts/fit';
import { inSentence } from '@headhaul/domain/fit/format-reason';
import { shownGross } from '@headhaul/domain/loads/shown';
import { IconGripVertical } from '@tabler/icons-react';
import type { Ref } from 'react';
import { formatMoney } from '../../../shared/format/money.ts';
import { formatStopWhen } from '../../../shared/format/stop-time.ts';
import { Lane } from '../../../shared/list/rows/two-line.tsx';
import { FitMark, verdictLabels } from '../../fit/fit-mark.public.tsx';
import classes from './drag-ghost.module.css';
import { ghostPlace, type LoadDrag } from './use-load-drag.ts';

interface DragGhostProps {
  drag: LoadDrag;
  /** The fit of the truck under it. Null over no truck, and while it isn't known. */
  fit: FitRow | null;
  nowMs: number;
  ref: Ref<HTMLDivElement>;
}

/** The card at the pointer during a drag, and the reason under it. */
export function DragGhost({ drag: { load, x, y }, fit, nowMs, ref }: DragGhostProps) {
  return (
    <div ref={ref} className={classes.ghost} style={{ transform: ghostPlace(x, y) }} aria-hidden="true">
      <div className={classes.card}>
        <IconGripVertical size={15} stroke={2} className={classes.grip} />
        <b className={classes.lane}>
          <Lane from={load.pickupCity} to={load.deliveryCity} />
        </b>
        <span>{formatStopWhen(load.pickupAt, load.pickupZone, nowMs)}</span>
        <b className={classes.rate}>{formatMoney(shownGross(load))}</b>
      </div>
      {fit === null ? null : (
        <p className={classes.tip}>
          <FitMark verdict={fit.verdict} size={14} />
          {formatFitTip(fit)}
        </p>
      )}
    </div>
  );
}

/** "Can’t: next load 24830 would be 3 h late" */
export function formatFitTip({ verdict, fact, reasons }: FitRow): string {
  const words = verdict === 'LOOK' ? (reasons[0]?.words ?? fact) : fact;
  return `${verdictLabels[verdict]}: ${inSentence(words)}`;
}
