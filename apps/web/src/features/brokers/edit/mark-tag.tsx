import type { BrokerMark } from '@headhaul/contracts/brokers';
import classes from './mark-tag.module.css';

/** What the office has made of a broker; nothing when it hasn't. */
export function MarkTag({ mark }: { mark: BrokerMark }) {
  if (mark === 'NONE') return null;
  return (
    <span className={classes.tag} data-mark={mark}>
      {mark === 'PREFERRED' ? 'Preferred' : 'Blocked'}
    </span>
  );
}
