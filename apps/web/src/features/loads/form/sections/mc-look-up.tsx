import { authorityFact } from '../../../brokers/lookup/labels.public.ts';
import { describeFailedLookUp, useLookUp } from '../../../brokers/lookup/use-look-up.public.ts';
import { brokerLabel } from '../draft/from-load.ts';
import classes from '../form.module.css';

interface McLookUpProps {
  /** An MC number that is not in the office's book. */
  mc: string;
  /** Puts the broker's name before its number. */
  onFound: (broker: string) => void;
}

/** Offers to ask FMCSA who has this number, before a load is booked from them. */
export function McLookUp({ mc, onFound }: McLookUpProps) {
  const { lookUp, result, isLookingUp } = useLookUp();
  const checked = result?.kind === 'ANSWER' ? result.answer.found : null;
  if (checked) {
    const { tone, fact, detail } = authorityFact(checked.record);
    const { legalName: name } = checked.record;
    return (
      <p
        className={`${classes.brokerLine} ${classes.brokerNote}`}
        role="status"
        data-tone={tone === 'GOOD' ? 'good' : tone === 'BAD' ? 'bad' : undefined}
      >
        {name === null ? 'No name published' : name}: {fact.toLowerCase()}, {detail}.
        {name === null ? null : (
          <button type="button" className={classes.brokerAction} onClick={() => onFound(brokerLabel({ name, mc }))}>
            Use this name
          </button>
        )}
      </p>
    );
  }
  const failure = result === null ? null : describeFailedLookUp(result, { mc });
  return (
    <p className={`${classes.brokerLine} ${classes.brokerNote}`} role="status">
      {failure ?? `MC ${mc} is new to you.`}
      <button
        type="button"
        className={classes.brokerAction}
        aria-disabled={isLookingUp}
        onClick={() => void (isLookingUp || lookUp({ mc }))}
      >
        {isLookingUp ? 'Looking up…' : 'Look up at FMCSA'}
      </button>
    </p>
  );
}
