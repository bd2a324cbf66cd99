import type { MailVariableName } from '@headhaul/domain/mail/variables';
import { useState } from 'react';
import classes from './variable-palette.module.css';
import { usualVariables, variableGroups, variableLabel } from './variable-text.public.ts';

/** The variables in groups. A click inserts one at the cursor. */
export function VariablePalette({ onInsert }: { onInsert: (name: MailVariableName) => void }) {
  const [hasAll, setHasAll] = useState(false);
  return (
    <div className={classes.palette}>
      {variableGroups.map(({ group, names }) => (
        <fieldset key={group} className={classes.group} aria-label={`${group} variables`}>
          <span className={classes.name} aria-hidden="true">
            {group}
          </span>
          <span className={classes.chips}>
            {names
              .filter((name) => hasAll || usualVariables.includes(name))
              .map((name) => (
                <button
                  key={name}
                  type="button"
                  // The text keeps its cursor.
                  onPointerDown={(event) => event.preventDefault()}
                  onClick={() => onInsert(name)}
                >
                  {variableLabel(name)}
                </button>
              ))}
            {group === 'Us' && !hasAll ? (
              <button type="button" className={classes.more} onClick={() => setHasAll(true)}>
                Show all
              </button>
            ) : null}
          </span>
        </fieldset>
      ))}
    </div>
  );
}
