import type { BrokerMark } from '@headhaul/contracts/brokers';
import classes from './mark-tag.module.css';

/** The office's mark for a broker. Renders nothing when there is none. */
export function MarkTag({ mark }: { mark: BrokerMark }) {
  if (mark === 'NONE') return null;
  return (
    <span className={classes.tag} data-mark={mark}>
      {mark === 'PREFERRED' ? 'Preferred' : 'Blocked'}
    </span>
  );
}
