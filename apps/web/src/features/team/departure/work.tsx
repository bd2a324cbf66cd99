import type { Departure } from '@headhaul/contracts/team';
import { type Choices, loadsTaker, type Taker } from './choices.ts';
import classes from './dialog.module.css';
import { formatCounts } from './labels.ts';
import { TakerSelect } from './taker-select.tsx';

interface WorkProps {
  /** "Jay’s work". */
  title: string;
  departure: Departure;
  takers: readonly Taker[];
  choices: Choices;
  onChange: (choices: Choices) => void;
}

export function Work({ title, departure, takers, choices, onChange }: WorkProps) {
  const { activeLoads, drivers, templates, sharedViews, ownFilters, webSessions, extensions } = departure;
  const loads = formatCounts([activeLoads, 'active load'], [drivers, 'driver']);
  const kept = formatCounts([templates, 'template'], [sharedViews, 'shared view']);
  const unused = formatCounts([ownFilters, 'own filter']);
  const ended = formatCounts([webSessions, 'sign-in'], [extensions, 'extension']);
  const taker = loadsTaker(departure, takers, choices);
  if (loads === null && kept === null && unused === null && ended === null) return null;
  return (
    <section className={classes.section}>
      <h3>{title}</h3>
      <ul className={classes.lines}>
        {loads === null ? null : (
          <li className={`${classes.line} ${classes.part}`}>
            <b>{loads}</b>
            {taker === null ? (
              <span className={classes.fate}>Stay as they are</span>
            ) : (
              <>
                <span className={classes.fate}>Hand over to</span>
                <TakerSelect
                  label={`Who takes over ${loads}`}
                  takers={takers}
                  value={taker.userId}
                  onChange={(loadsToUserId) => onChange({ ...choices, loadsToUserId })}
                />
              </>
            )}
          </li>
        )}
        {kept === null ? null : (
          <li className={`${classes.line} ${classes.part}`}>
            <b>{kept}</b>
            <span className={classes.fate}>Stay with the company</span>
          </li>
        )}
        {unused === null ? null : (
          <li className={`${classes.line} ${classes.part}`}>
            <b>{unused}</b>
            <span className={classes.fate}>Kept in case they return. Nobody else can use {ownFilters === 1 ? 'it' : 'them'}</span>
          </li>
        )}
        {ended === null ? null : (
          <li className={`${classes.line} ${classes.part}`}>
            <b>{ended}</b>
            <span className={classes.fate}>
              {extensions === 0 ? 'Ended' : 'Ended. The extension deletes your company’s data on that computer'}
            </span>
          </li>
        )}
      </ul>
    </section>
  );
}
