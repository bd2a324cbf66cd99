import { formatHourClock } from '../../../shared/format/duration.ts';
import classes from './drive-left.module.css';

/** What the law allows between two rests. */
const fullMinutes = 11 * 60;
const amberMinutes = 270;
const redMinutes = 120;

/** The time left to drive with a bar: green, amber below 4:30, red below 2:00. A dash when it isn't known. */
export function DriveLeft({ minutes }: { minutes: number | null }) {
  if (minutes === null) {
    return (
      <span className={classes.unknown} title="Drive time isn’t known">
        –
      </span>
    );
  }
  const tone = minutes < redMinutes ? 'bad' : minutes < amberMinutes ? 'need' : 'good';
  return (
    <span className={classes.left}>
      {formatHourClock(minutes)}
      <span className={classes.bar} aria-hidden="true">
        <span data-tone={tone} style={{ width: `${Math.min((100 * minutes) / fullMinutes, 100)}%` }} />
      </span>
    </span>
  );
}
