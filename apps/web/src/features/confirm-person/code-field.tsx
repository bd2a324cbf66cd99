import { TextField } from '../../shared/form/field.tsx';
import classes from './confirm-person.module.css';
import type { CodeEntry } from './email-code.ts';

/** The field for the six digits, which phones can fill in from the mail, and a button to send new ones. */
export function CodeField({ entry }: { entry: CodeEntry }) {
  const state = { name: 'digits', value: entry.digits, error: entry.error, onChange: entry.type, onBlur: () => {} };
  return (
    <div className={classes.code}>
      <TextField state={state} label="Six digits" maxLength={9} inputMode="numeric" autoComplete="one-time-code" data-autofocus />
      <p className={classes.again} aria-live="polite">
        {entry.isSentAgain ? 'We emailed new digits. ' : 'Nothing there? Look in spam, or '}
        <button type="button" disabled={entry.state !== 'waiting'} onClick={() => void entry.send()}>
          {entry.isSentAgain ? 'Send once more' : 'send new digits'}
        </button>
      </p>
    </div>
  );
}
