import type { Ref } from 'react';
import { formatMoney } from '../../../shared/format/money.ts';
import { Lane } from '../../../shared/list/rows/two-line.tsx';
import type { Fit } from '../../loads/assign/load-fit.public.ts';
import { formatFit } from './row-line.tsx';
import classes from './shelf.module.css';
import { ghostPlace, type LoadDrag } from './use-load-drag.ts';

/** The card at the pointer during a drag: the load, and whether the truck under it can take it. */
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
        <span data-fit={fit.isFit ? 'fits' : 'clash'}>{formatFit(fit)}</span>
      )}
    </div>
  );
}
