import type { ReactNode } from 'react';
import classes from './plan-sign.module.css';

interface PlanSignProps {
  /** Green when the plan is on, blue for another way, amber for a failure, grey while waiting. */
  tone: 'done' | 'guide' | 'work' | 'waiting';
  title: string;
  lead: ReactNode;
  /** Links and buttons, the filled one first. */
  actions?: ReactNode;
  /** Content between the lead and the buttons. */
  children?: ReactNode;
  /** The receipt. */
  aside?: ReactNode;
}

/** A page inside the shell, styled like a road sign, that shows how a payment ended. */
export function PlanSign({ tone, title, lead, actions, children, aside }: PlanSignProps) {
  return (
    <div className={classes.page}>
      <div>
        <h1 className={classes.sign} data-tone={tone}>
          {title}
        </h1>
        <p className={classes.lead} role="status">
          {lead}
        </p>
        {children}
        {actions === undefined ? null : <div className={classes.actions}>{actions}</div>}
      </div>
      {aside}
    </div>
  );
}
