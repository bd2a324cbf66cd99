import classes from './reward-road.module.css';
import type { Road } from './road-signs.ts';

/** The earned days as signs along a road. The dashes are amber up to the last earned sign. */
export function RewardRoad({ signs, travelled }: Road) {
  return (
    <div className={classes.scene}>
      <ol className={classes.signs}>
        {signs.map(({ days, isEarned, place }) => (
          <li key={days} data-earned={isEarned} style={{ left: `${place}%` }}>
            {days} days<span className={classes.spoken}>{isEarned ? ', earned' : ', not yet'}</span>
          </li>
        ))}
      </ol>
      <div className={classes.road} aria-hidden="true">
        <span className={classes.behind} style={{ width: `max(0px, round(down, ${travelled}% - 22px, 30px) - 12px)` }} />
        <svg
          aria-hidden="true"
          className={classes.here}
          style={{ left: `max(8px, ${travelled}% - 13px)` }}
          viewBox="0 0 15 22"
          width="15"
          height="22"
        >
          <path d="M0 0 15 11 0 22 5 11Z" fill="#fff" />
        </svg>
        <span className={classes.ahead} style={{ left: `calc(${travelled}% + 34px)` }} />
      </div>
    </div>
  );
}
