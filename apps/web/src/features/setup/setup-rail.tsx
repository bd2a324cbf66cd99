import { IconCheck } from '@tabler/icons-react';
import { Link, useLocation } from 'react-router';
import { carryPricingModal } from '../../shared/entry/entry-routing.ts';
import classes from './setup-rail.module.css';
import { type SetupStepId, setupSteps } from './setup-steps.ts';

/** The steps of the setup: which are done, which is current, and which are left. */
export function SetupRail({ current, done }: { current: number; done: ReadonlyMap<SetupStepId, string> }) {
  const { search } = useLocation();
  return (
    <nav className={classes.rail} aria-label="Setup steps">
      <h1>Four quick stops</h1>
      <p className={classes.lead}>About 4 minutes. Skip any of them.</p>
      <ol className={classes.steps}>
        {setupSteps.map(({ id, path, name, purpose }, index) => {
          const isDone = done.has(id);
          const state = index === current ? 'current' : isDone ? 'done' : 'next';
          return (
            <li key={id} data-passed={index < current}>
              <Link to={carryPricingModal(path, search)} aria-current={index === current ? 'step' : undefined} className={classes.step}>
                <span className={classes.square} data-state={state}>
                  {state === 'done' ? <IconCheck size={18} stroke={2.25} aria-label="Done" /> : index + 1}
                </span>
                <span className={classes.words}>
                  <b>{name}</b>
                  <span>{done.get(id) ?? purpose}</span>
                </span>
              </Link>
            </li>
          );
        })}
      </ol>
      <p className={classes.progress} role="status">
        <b>
          {done.size} of {setupSteps.length}
        </b>{' '}
        done
      </p>
    </nav>
  );
}
