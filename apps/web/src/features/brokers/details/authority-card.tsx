import type { BrokerDetails } from '@headhaul/contracts/brokers';
import type { CheckedRecord } from '@headhaul/contracts/fmcsa';
import { Button } from '@mantine/core';
import { formatSource } from '../lookup/labels.public.ts';
import { LookUpNote } from '../lookup/look-up-note.tsx';
import { type RegisterNumber, useLookUp } from '../lookup/use-look-up.public.ts';
import classes from './cards.module.css';
import { Timeline } from './timeline.tsx';

export interface RecordState {
  /** Undefined while it is loading, null if nobody has looked the broker up. */
  checked: CheckedRecord | null | undefined;
  hasFailed: boolean;
  onRetry: () => void;
}

interface AuthorityCardProps extends RecordState {
  broker: BrokerDetails;
  now: number;
  zone: string;
}

function numberOf({ dot, mc }: BrokerDetails): RegisterNumber | null {
  if (dot !== null) return { dot };
  return mc === null ? null : { mc };
}

/** The broker's authority at FMCSA over time, with the age of the answer, or the way to look it up. */
export function AuthorityCard({ broker, checked, hasFailed, onRetry, now, zone }: AuthorityCardProps) {
  const { lookUp, result, isLookingUp } = useLookUp();
  const number = numberOf(broker);
  const answer = result?.kind === 'ANSWER' ? result.answer : null;
  const isRecent = answer?.outcome === 'FOUND' && answer.keptBecause === 'RECENT';
  const ask = () => {
    if (number !== null && !isLookingUp) void lookUp(number);
  };
  return (
    <section className={classes.card} aria-labelledby="authority-title">
      <header className={classes.head}>
        <h2 id="authority-title">Authority</h2>
        {checked ? (
          <p>
            {formatSource(checked, now, zone)}
            <button type="button" className={classes.link} aria-disabled={isLookingUp} onClick={ask}>
              {isLookingUp ? 'Looking up…' : 'Look up again'}
            </button>
          </p>
        ) : null}
      </header>
      {result === null || number === null ? null : <LookUpNote result={result} number={number} />}
      {isRecent ? (
        <p className={classes.line} role="status">
          FMCSA was asked in the last 24 hours. It can be asked again after that.
        </p>
      ) : null}
      {answer?.keptBecause === 'UNAVAILABLE' ? (
        <p className={classes.line} role="status">
          FMCSA isn’t answering now. This is its last answer, and no lookup was used.
        </p>
      ) : null}
      {checked ? (
        <Timeline checked={checked} now={now} zone={zone} />
      ) : checked === undefined ? (
        <Waiting hasFailed={hasFailed} onRetry={onRetry} />
      ) : (
        <div className={classes.empty}>
          <p>
            <b>Not looked up</b>
            {number === null
              ? 'Add their MC or USDOT number to see authority, bond and phone at FMCSA.'
              : 'FMCSA knows their authority, bond, phone and what changed.'}
          </p>
          {number === null ? null : (
            <Button variant="default" loading={isLookingUp} onClick={ask}>
              Look up
            </Button>
          )}
        </div>
      )}
    </section>
  );
}

function Waiting({ hasFailed, onRetry }: Pick<RecordState, 'hasFailed' | 'onRetry'>) {
  if (!hasFailed) return <div className={classes.bone} aria-hidden="true" />;
  return (
    <div className={classes.empty} role="alert">
      <p>Couldn’t load FMCSA’s record.</p>
      <Button variant="default" onClick={onRetry}>
        Try again
      </Button>
    </div>
  );
}
