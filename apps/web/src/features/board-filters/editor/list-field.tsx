import { IconX } from '@tabler/icons-react';
import { type KeyboardEvent, useId, useState } from 'react';
import classes from './rule-row.module.css';

interface ListFieldProps {
  /** The rule and the field: "Blocked brokers, names". */
  label: string;
  values: readonly string[];
  options: readonly { value: string; words: string }[] | undefined;
  example: string;
  isReadOnly: boolean;
  onChange: (values: readonly string[]) => void;
}

/** A list of values as chips. One of a fixed choice is added from a select, any other by Enter or a comma. */
export function ListField({ label, values, options, example, isReadOnly, onChange }: ListFieldProps) {
  const wordsOf = (value: string) => options?.find((option) => option.value === value)?.words ?? value;
  const add = (more: readonly string[]) => onChange([...new Set([...values, ...more])]);
  return (
    <div className={classes.list}>
      {values.map((value) => (
        <span key={value} className={classes.chip}>
          {wordsOf(value)}
          {isReadOnly ? null : (
            <button type="button" aria-label={`Remove ${wordsOf(value)}`} onClick={() => onChange(values.filter((one) => one !== value))}>
              <IconX size={13} stroke={2} aria-hidden="true" />
            </button>
          )}
        </span>
      ))}
      {isReadOnly ? (
        values.length === 0 ? (
          <span className={classes.none}>{example}</span>
        ) : null
      ) : options === undefined ? (
        <WordInput label={label} example={values.length === 0 ? example : ''} onAdd={add} />
      ) : (
        <select className={classes.control} aria-label={label} value="" onChange={(event) => add([event.currentTarget.value])}>
          <option value="">{values.length === 0 ? example : 'Add'}</option>
          {options
            .filter(({ value }) => !values.includes(value))
            .map(({ value, words }) => (
              <option key={value} value={value}>
                {words}
              </option>
            ))}
        </select>
      )}
    </div>
  );
}

function WordInput({ label, example, onAdd }: { label: string; example: string; onAdd: (words: readonly string[]) => void }) {
  const [typed, setTyped] = useState('');
  const helpId = useId();
  const take = (text: string) => {
    const words = text
      .split(/[,\n;]/)
      .map((word) => word.trim())
      .filter((word) => word !== '');
    if (words.length > 0) onAdd(words);
    setTyped('');
  };
  const press = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || typed.trim() === '') return;
    event.preventDefault();
    take(typed);
  };
  return (
    <>
      <input
        className={classes.control}
        aria-label={label}
        aria-describedby={helpId}
        placeholder={example}
        maxLength={2_000}
        autoComplete="off"
        value={typed}
        // A comma, or a pasted list, adds at once.
        onChange={({ currentTarget: { value } }) => (/[,\n;]/.test(value) ? take(value) : setTyped(value))}
        onKeyDown={press}
        onBlur={() => take(typed)}
      />
      <span id={helpId} className={classes.spoken}>
        Enter or a comma adds it.
      </span>
    </>
  );
}
