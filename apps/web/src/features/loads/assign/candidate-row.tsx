import type { FitRow } from '@headhaul/contracts/fit';
import { Link } from 'react-router';
import { Avatar } from '../../../shared/list/rows/avatar.tsx';
import { formatAction } from '../../fit/fit-action.public.ts';
import { FitMark } from '../../fit/fit-mark.public.tsx';
import classes from './assign-menu.module.css';
import { formatDriveLeft, needsConsent } from './fit-groups.ts';

interface CandidateRowProps {
  row: FitRow;
  /** Enter in the search field assigns this one. */
  isFirst: boolean;
  onChoose: (row: FitRow) => void;
}

/** A driver with the fact and the reason. What would make an unknown fit known is a link beside it. */
export function CandidateRow({ row, isFirst, onChoose }: CandidateRowProps) {
  const driveLeft = formatDriveLeft(row);
  const action = formatAction(row);
  return (
    <li className={classes.item}>
      <button
        type="button"
        data-candidate
        data-first={isFirst || undefined}
        data-verdict={row.verdict}
        className={classes.driver}
        onClick={() => onChoose(row)}
      >
        <FitMark verdict={row.verdict} />
        <span className={classes.face}>
          <Avatar name={row.name} size={26} />
        </span>
        <span className={classes.who}>
          <b>{row.name}</b>
          <span>{[row.truckNumber, row.from].filter((part) => part !== null && part !== '').join(', ')}</span>
        </span>
        <span className={classes.why}>
          <b>{row.fact}</b>
          <span>{row.detail}</span>
        </span>
        <span className={classes.end}>
          {needsConsent(row) || driveLeft === null ? null : <span className={classes.left}>{driveLeft}</span>}
          <span className={classes.assign} aria-hidden="true">
            Assign ↵
          </span>
        </span>
      </button>
      {row.verdict === 'NOT_KNOWN' && action !== null ? (
        <Link className={classes.action} to={`/dispatcher/my-drivers/${row.driverId}`}>
          {action}
        </Link>
      ) : null}
    </li>
  );
}
