import type { FitRow } from '@headhaul/contracts/fit';
import { FitMark } from '../../fit/fit-mark.public.tsx';
import { spotOf } from './bar.tsx';
import classes from './fit-bar.module.css';

/** The dragged load in a truck's row: whether it fits, and why. */
export function FitBar({ fit: { verdict, brief }, spot }: { fit: FitRow; spot: { left: number; width: number } }) {
  return (
    <span className={classes.bar} data-verdict={verdict} style={spotOf(spot)}>
      <b>
        <FitMark verdict={verdict} size={13} />
        {brief.fact}
      </b>
      <span>{brief.detail}</span>
    </span>
  );
}

/** The same while the API computes. */
export function FitBarWaiting({ spot }: { spot: { left: number; width: number } }) {
  return <span className={classes.waiting} style={spotOf(spot)} aria-hidden="true" />;
}
