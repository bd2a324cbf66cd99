import { IconAlertTriangle, IconArrowLeft } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import classes from './work-header.module.css';

/** The title, the state line on the same baseline, and the actions at the right. */
export function WorkHeader({ title, state, children }: { title: string; state?: ReactNode; children?: ReactNode }) {
  return (
    <header className={classes.header}>
      <h1>{title}</h1>
      <div className={classes.state}>{state}</div>
      {children === undefined ? null : <div className={classes.actions}>{children}</div>}
    </header>
  );
}

/** The header of a screen that belongs to another screen, with a back button before the title. */
export function SubPageHeader({
  title,
  backTo,
  state,
  children,
}: {
  title: ReactNode;
  backTo: string;
  state?: ReactNode;
  children?: ReactNode;
}) {
  return (
    <header className={classes.bar}>
      <Link to={backTo} className={classes.back} aria-label="Back">
        <IconArrowLeft size={18} stroke={1.75} aria-hidden="true" />
      </Link>
      <h1>{title}</h1>
      <div className={classes.state}>{state}</div>
      {children === undefined ? null : <div className={classes.actions}>{children}</div>}
    </header>
  );
}

/** A part that needs attention has an amber dot, a problem has a red sign. A click on either can open the view that shows it. */
export interface StatePart {
  words: string;
  tone: 'need' | 'bad';
  onClick?: () => void;
}

/** The parts of a state line, split by middle dots: "14 active · 3 need attention". */
export function StateLine({ parts }: { parts: readonly (string | StatePart)[] }) {
  return (
    <p className={classes.line}>
      {parts.map((part, index) => (
        <span key={typeof part === 'string' ? part : part.words} className={classes.part}>
          {index > 0 ? <span className={classes.split}>·</span> : null}
          {typeof part === 'string' ? part : <Loud {...part} />}
        </span>
      ))}
    </p>
  );
}

function Loud({ words, tone, onClick }: StatePart) {
  const content = (
    <>
      {tone === 'bad' ? <IconAlertTriangle size={14} stroke={2} aria-hidden="true" /> : <span className={classes.dot} />}
      {words}
    </>
  );
  return onClick ? (
    <button type="button" className={classes.loud} data-tone={tone} onClick={onClick}>
      {content}
    </button>
  ) : (
    <span className={classes.loud} data-tone={tone}>
      {content}
    </span>
  );
}
