import { type HTMLAttributes, type ReactNode, useId } from 'react';
import classes from './field.module.css';

export interface FieldState {
  name: string;
  value: string;
  error: string | undefined;
  onChange: (value: string) => void;
  onBlur: () => void;
}

interface LabelledProps {
  label: string;
  help?: string;
  error: string | undefined;
  children: (ids: { id: string; 'aria-describedby': string | undefined; 'aria-invalid': boolean }) => ReactNode;
}

/** Label above, help under, error instead of the help. */
function Labelled({ label, help, error, children }: LabelledProps) {
  const id = useId();
  const note = error ?? help;
  return (
    <div className={classes.field}>
      <label htmlFor={id}>{label}</label>
      {children({ id, 'aria-describedby': note === undefined ? undefined : `${id}-note`, 'aria-invalid': error !== undefined })}
      {note === undefined ? null : (
        <p id={`${id}-note`} className={error === undefined ? classes.help : classes.error}>
          {note}
        </p>
      )}
    </div>
  );
}

interface TextFieldProps {
  state: FieldState;
  label: string;
  help?: string;
  maxLength: number;
  autoComplete?: string;
  inputMode?: HTMLAttributes<HTMLInputElement>['inputMode'];
  type?: 'text' | 'date' | 'password';
  placeholder?: string;
  /** The id of a list of suggestions. */
  list?: string;
  /** A dialog that opens puts the focus here. */
  'data-autofocus'?: boolean;
}

export function TextField({ state, label, help, autoComplete = 'off', ...input }: TextFieldProps) {
  return (
    <Labelled label={label} help={help} error={state.error}>
      {(ids) => (
        <input
          {...ids}
          className={classes.control}
          data-form-field={state.name}
          {...input}
          value={state.value}
          autoComplete={autoComplete}
          onChange={(event) => state.onChange(event.currentTarget.value)}
          onBlur={state.onBlur}
        />
      )}
    </Labelled>
  );
}

/** For text of more than one line. The field grows with its text. */
export function TextAreaField({ state, label, help, maxLength }: Pick<TextFieldProps, 'state' | 'label' | 'help' | 'maxLength'>) {
  return (
    <Labelled label={label} help={help} error={state.error}>
      {(ids) => (
        <textarea
          {...ids}
          className={`${classes.control} ${classes.area}`}
          data-form-field={state.name}
          value={state.value}
          maxLength={maxLength}
          onChange={(event) => state.onChange(event.currentTarget.value)}
          onBlur={state.onBlur}
        />
      )}
    </Labelled>
  );
}

interface SelectFieldProps {
  state: FieldState;
  label: string;
  help?: string;
  children: ReactNode;
}

/** The browser's own `select`. It opens as people expect, also on a phone, and typed letters jump to an entry. */
export function SelectField({ state, label, help, children }: SelectFieldProps) {
  return (
    <Labelled label={label} help={help} error={state.error}>
      {(ids) => (
        <select
          {...ids}
          className={classes.control}
          data-form-field={state.name}
          value={state.value}
          onChange={(event) => state.onChange(event.currentTarget.value)}
          onBlur={state.onBlur}
        >
          {children}
        </select>
      )}
    </Labelled>
  );
}
