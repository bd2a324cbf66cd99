import { stateNames } from '@headhaul/contracts/places';
import { type StateCode, stateCodes } from '@headhaul/domain/equipment';
import { Checkbox } from '@mantine/core';
import '@mantine/core/styles/Input.css';
import '@mantine/core/styles/InlineInput.css';
import '@mantine/core/styles/Checkbox.css';
import { IconX } from '@tabler/icons-react';
import { useId } from 'react';
import field from '../../shared/form/field.module.css';
import type { FieldState } from '../../shared/form/field.tsx';
import classes from './form/page.module.css';

const chosen = (value: string) => value.split(',').filter((one) => one !== '');

interface ChoiceFieldProps {
  /** Holds the chosen values, joined by commas. */
  state: FieldState;
  label: string;
  options: readonly { value: string; words: string }[];
}

export function ChoiceField({ state, label, options }: ChoiceFieldProps) {
  return (
    <Checkbox.Group
      label={label}
      value={chosen(state.value)}
      onChange={(values) =>
        state.onChange(
          options
            .filter(({ value }) => values.includes(value))
            .map(({ value }) => value)
            .join(','),
        )
      }
      classNames={{ label: classes.label ?? '' }}
    >
      <div className={classes.choices} data-form-field={state.name} tabIndex={-1}>
        {options.map(({ value, words }) => (
          <Checkbox key={value} value={value} label={words} />
        ))}
      </div>
    </Checkbox.Group>
  );
}

export function FlagField({ state, label }: { state: FieldState; label: string }) {
  return (
    <Checkbox label={label} checked={state.value === 'true'} onChange={(event) => state.onChange(String(event.currentTarget.checked))} />
  );
}

/** A list of states: added from a select, removed by their chips. */
export function StatesField({ state, label }: { state: FieldState; label: string }) {
  const id = useId();
  const codes = chosen(state.value) as StateCode[];
  const set = (next: readonly string[]) => state.onChange(next.join(','));
  return (
    <div className={field.field}>
      <label htmlFor={id}>{label}</label>
      <div className={classes.states}>
        {codes.map((code) => (
          <span key={code} className={classes.chip}>
            {stateNames[code]}
            <button type="button" aria-label={`Remove ${stateNames[code]}`} onClick={() => set(codes.filter((one) => one !== code))}>
              <IconX size={13} stroke={2} aria-hidden="true" />
            </button>
          </span>
        ))}
        <select
          id={id}
          className={field.control}
          data-form-field={state.name}
          value=""
          onChange={(event) => set([...codes, event.currentTarget.value])}
        >
          <option value="">{codes.length === 0 ? 'None' : 'Add a state'}</option>
          {stateCodes
            .filter((code) => !codes.includes(code))
            .map((code) => (
              <option key={code} value={code}>
                {stateNames[code]}
              </option>
            ))}
        </select>
      </div>
      {state.error === undefined ? null : <p className={field.error}>{state.error}</p>}
    </div>
  );
}
