import { useId } from 'react';
import classes from './switches.module.css';

interface ChoiceProps<T extends string> {
  label: string;
  value: T;
  options: readonly { value: T; words: string }[];
  isReadOnly: boolean;
  onChange: (value: T) => void;
}

/** One of a few, all in sight. */
export function Choice<T extends string>({ label, value, options, isReadOnly, onChange }: ChoiceProps<T>) {
  const name = useId();
  return (
    <fieldset className={classes.line} disabled={isReadOnly}>
      <legend className={classes.label}>{label}</legend>
      <span className={classes.options}>
        {options.map((option) => (
          <label key={option.value} className={classes.option}>
            <input type="radio" name={name} checked={option.value === value} onChange={() => onChange(option.value)} />
            <span>{option.words}</span>
          </label>
        ))}
      </span>
    </fieldset>
  );
}

interface ToggleProps {
  label: string;
  help?: string;
  isOn: boolean;
  isReadOnly?: boolean;
  onChange: (isOn: boolean) => void;
}

export function Toggle({ label, help, isOn, isReadOnly = false, onChange }: ToggleProps) {
  const id = useId();
  return (
    <div className={classes.line}>
      <span className={classes.label} id={id}>
        {label}
        {help === undefined ? null : <span className={classes.help}>{help}</span>}
      </span>
      <button
        type="button"
        role="switch"
        aria-checked={isOn}
        aria-labelledby={id}
        disabled={isReadOnly}
        className={classes.switch}
        onClick={() => onChange(!isOn)}
      >
        <span />
      </button>
    </div>
  );
}
