import { IconChevronRight, IconHistory } from '@tabler/icons-react';
import { Link } from 'react-router';
import { PlanCard } from './plan-card.tsx';
import { PlanUsageCard } from './plan-usage-card.tsx';
import classes from './team-rail.module.css';

interface TeamRailProps {
  isTeamOwner: boolean;
  canManageBilling: boolean;
  /** How many people work here and how many may. Undefined while loading. */
  people: { working: number; seats: number } | undefined;
}

/** The column beside the list: the plan and its usage. The owner also sees the seats and a link to the log. */
export function TeamRail({ isTeamOwner, canManageBilling, people }: TeamRailProps) {
  return (
    <aside className={classes.rail} aria-label="Plan and team">
      <PlanCard isTeamOwner={isTeamOwner} canManageBilling={canManageBilling} />
      <PlanUsageCard />
      {isTeamOwner && people !== undefined ? <OwnersCards {...people} /> : null}
    </aside>
  );
}

function OwnersCards({ working, seats }: { working: number; seats: number }) {
  const isFull = working >= seats;
  return (
    <>
      <div className={classes.card}>
        <div className={classes.line}>
          <h2>Seats</h2>
          <span className={classes.count} data-full={isFull}>
            <b>{working}</b> of {seats}
          </span>
        </div>
        <progress className={classes.bar} data-full={isFull} value={Math.min(working, seats)} max={seats} aria-label="Seats taken" />
        <p>
          {isFull
            ? 'Every seat is taken. Nobody can join until one is free.'
            : 'Anyone with the invite link can join while a seat is free.'}
        </p>
      </div>
      <Link to="/dispatcher/account-team/audit" className={classes.log}>
        <IconHistory size={18} stroke={1.75} aria-hidden="true" />
        <span>
          <b className={classes.logTitle}>Team log</b>
          <small>Who invited, removed or changed what</small>
        </span>
        <IconChevronRight size={18} stroke={1.75} aria-hidden="true" />
      </Link>
    </>
  );
}
