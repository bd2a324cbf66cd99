import type { SessionEnd } from '@headhaul/contracts/session-end';
import { zoneOf } from '../../shared/time/calendar.ts';
import classes from './invite-notice.module.css';
import { describeSessionEnd } from './session-end-labels.ts';

/** Why the person has to sign in again. */
export default function SessionEndNotice({ end }: { end: SessionEnd }) {
  return (
    <p className={classes.dead} role="status">
      {describeSessionEnd(end, Date.now(), zoneOf(undefined))}
    </p>
  );
}
