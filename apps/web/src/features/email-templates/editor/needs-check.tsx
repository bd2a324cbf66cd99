import { type BrokerNeed, brokerNeeds } from '@headhaul/domain/mail/variables';
import { IconAlertTriangle, IconCircleCheckFilled, IconCircleDashed } from '@tabler/icons-react';
import classes from './needs-check.module.css';

interface NeedsCheckProps {
  missing: readonly BrokerNeed[];
  /** Other hints, such as a variable that is often empty or that no mail can fill. */
  notes: readonly string[];
}

const needs = Object.keys(brokerNeeds) as BrokerNeed[];
const numbers = ['zero', 'one', 'two', 'three', 'four', 'five', 'six', 'seven'];

/** The facts that brokers look for first, and whether the template has them. */
export function NeedsCheck({ missing, notes }: NeedsCheckProps) {
  const met = needs.length - missing.length;
  return (
    <div className={classes.check}>
      <div className={classes.head}>
        <b>Brokers look for these {numbers[needs.length] ?? needs.length} first</b>
        <span data-whole={met === needs.length} aria-live="polite">
          {met} of {needs.length}
        </span>
      </div>
      <ul className={classes.needs}>
        {needs.map((need) => {
          const isMissing = missing.includes(need);
          return (
            <li key={need} data-missing={isMissing || undefined}>
              {isMissing ? (
                <IconCircleDashed size={16} stroke={2} aria-label="Missing:" />
              ) : (
                <IconCircleCheckFilled size={16} aria-label="There:" />
              )}
              {brokerNeeds[need].label}
            </li>
          );
        })}
      </ul>
      {notes.map((note) => (
        <p key={note} className={classes.note}>
          <IconAlertTriangle size={15} stroke={2} aria-hidden="true" />
          {note}
        </p>
      ))}
    </div>
  );
}
