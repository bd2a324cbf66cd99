import type { Ref } from 'react';
import type { Fit } from '../../shared/dispatch/load-fit.ts';
import { formatMoney } from '../../shared/format/money.ts';
import { Lane } from '../../shared/list/two-line.tsx';
import { fitWords } from './plan-row-line.tsx';
import classes from './plan-shelf.module.css';
import { ghostPlace, type LoadDrag } from './use-load-drag.ts';

/** What hangs on the pointer: the load, and what the truck under it says. */
export function DragGhost({ drag: { load, x, y }, fit, ref }: { drag: LoadDrag; fit: Fit | null; ref: Ref<HTMLDivElement> }) {
  return (
    <div ref={ref} className={classes.ghost} style={{ transform: ghostPlace(x, y) }} aria-hidden="true">
      <b>
        <Lane from={load.pickupCity} to={load.deliveryCity} />
      </b>
      {fit === null ? (
        <span>
          {load.loadNumber}, {formatMoney(load.grossCents)}
        </span>
      ) : (
        <span data-fit={fit.isFit ? 'fits' : 'clash'}>{fitWords(fit)}</span>
      )}
    </div>
  );
}
