import type { EmptyNear } from '@headhaul/contracts/fit';
import { Link } from 'react-router';
import { Avatar } from '../../../shared/list/rows/avatar.tsx';
import { GroupTitle } from '../../../shared/list/rows/group-row.tsx';
import { FitMark } from '../../fit/fit-mark.public.tsx';
import { truckLine } from '../labels.ts';
import { DriveLeft } from './drive-left.tsx';
import { formatDistance, formatEmptyTime, formatOver } from './labels.ts';
import { groupsOf, Next } from './near-table.tsx';
import classes from './page.module.css';

/** The answer on a phone. */
export function NearCards({ answer, nowMs, onFind }: { answer: EmptyNear; nowMs: number; onFind: (driverId: string) => void }) {
  return groupsOf(answer).map(({ title, rows, isOutside }) => (
    <section key={title} className={classes.cards}>
      {title === null ? null : <GroupTitle name={title} count={rows.length} />}
      <ul>
        {rows.map((row) => {
          const [distance, empty] = [formatDistance(row), formatEmptyTime(row, nowMs)];
          return (
            <li key={row.driverId} className={classes.card} data-outside={isOutside || undefined}>
              <Link to={`/dispatcher/my-drivers/${row.driverId}`} className={classes.who}>
                <FitMark verdict={row.verdict} />
                <Avatar name={row.name} size={36} />
                <span>
                  <b>{row.name}</b>
                  <span>{truckLine(row)}</span>
                </span>
              </Link>
              <DriveLeft minutes={row.empty.driveMinutesLeft} />
              <p>
                <b>{distance.first}</b>
                {distance.second === undefined ? '' : `, ${distance.second}`}
                <br />
                {empty.first}
                {empty.second === undefined ? '' : `, ${empty.second}`}
              </p>
              {isOutside ? <span>{formatOver(row)}</span> : <Next row={row} nowMs={nowMs} onFind={onFind} />}
            </li>
          );
        })}
      </ul>
    </section>
  ));
}
