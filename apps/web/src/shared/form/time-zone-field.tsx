import { listTimeZones } from '../time/time-zones.ts';
import { type FieldState, SelectField } from './field.tsx';

const groups = listTimeZones();

interface TimeZoneFieldProps {
  state: FieldState;
  help?: string;
  /** The text of the empty option, where a choice is optional. */
  noneLabel?: string;
}

export function TimeZoneField({ state, help, noneLabel }: TimeZoneFieldProps) {
  return (
    <SelectField state={state} label="Time zone" help={help}>
      {noneLabel === undefined ? null : <option value="">{noneLabel}</option>}
      {groups.map(({ label, zones }) => (
        <optgroup key={label} label={label}>
          {zones.map(({ zone, name }) => (
            <option key={zone} value={zone}>
              {name}
            </option>
          ))}
        </optgroup>
      ))}
    </SelectField>
  );
}
