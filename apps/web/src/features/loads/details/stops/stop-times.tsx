import { loadEndpoints } from '@headhaul/contracts/loads/loads';
import type { Stop } from '@headhaul/contracts/loads/record';
import { Button } from '@mantine/core';
import { type FormEvent, useId, useState } from 'react';
import { describeFailure, suppressToast } from '../../../../shared/api/api-failure.ts';
import { schemaErrors, serverErrors } from '../../../../shared/form/form-errors.ts';
import { formatStopMoment } from '../../../../shared/format/stop-time.ts';
import { loadChangesApi } from '../../changes.api.ts';
import classes from './stop-times.module.css';
import { readStopTimes, type TypedTimes, writeStopTimes } from './times.ts';

interface StopTimesProps {
  loadId: string;
  stop: Stop;
  name: string;
  onClose: () => void;
}

/** Edits when the truck came and left, in place and in the stop's time zone. */
export function StopTimes({ loadId, stop, name, onClose }: StopTimesProps) {
  const [typed, setTyped] = useState(() => writeStopTimes(stop, stop, Date.now()));
  const [error, setError] = useState<string | null>(null);
  const [setTimes, { isLoading }] = loadChangesApi.useSetStopTimesMutation();
  const read = readStopTimes(typed, stop, Date.now());
  const times = 'times' in read ? read.times : null;

  const change = (part: Partial<TypedTimes>) => {
    setTyped({ ...typed, ...part });
    setError(null);
  };
  const setNow = (field: keyof TypedTimes) => {
    const at = new Date().toISOString();
    const known = { arrivedAt: times?.arrivedAt ?? null, departedAt: times?.departedAt ?? null };
    change(writeStopTimes(field === 'arrived' ? { ...known, arrivedAt: at } : { ...known, departedAt: at }, stop, Date.now()));
  };

  const save = async (event: FormEvent) => {
    event.preventDefault();
    if ('problem' in read) return setError(read.problem);
    const [problem] = Object.values(schemaErrors(loadEndpoints.setStopTimes.body, read.times));
    if (problem !== undefined) return setError(problem);
    const answer = await setTimes({ ...suppressToast, params: { id: loadId, stopId: stop.id }, body: read.times });
    if (answer.error === undefined) return onClose();
    setError(Object.values(serverErrors(answer.error))[0] ?? describeFailure(answer.error).message);
  };

  return (
    <form
      className={classes.form}
      aria-label={`${name}, in and out`}
      noValidate
      onSubmit={(event) => void save(event)}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        event.stopPropagation();
        onClose();
      }}
    >
      <TimeField
        label="In"
        value={typed.arrived}
        at={times?.arrivedAt ?? null}
        zone={stop.timeZone}
        onChange={(arrived) => change({ arrived })}
        onNow={() => setNow('arrived')}
        isFirst
      />
      <TimeField
        label="Out"
        value={typed.departed}
        at={times?.departedAt ?? null}
        zone={stop.timeZone}
        onChange={(departed) => change({ departed })}
        onNow={() => setNow('departed')}
      />
      {error === null ? null : (
        <p className={classes.error} role="alert">
          {error}
        </p>
      )}
      <div className={classes.buttons}>
        <Button type="submit" size="xs" loading={isLoading}>
          Save times
        </Button>
        <Button size="xs" variant="default" onClick={onClose}>
          Cancel
        </Button>
      </div>
    </form>
  );
}

interface TimeFieldProps {
  label: string;
  value: string;
  /** The typed time, as the form reads it. */
  at: string | null;
  zone: string;
  onChange: (value: string) => void;
  onNow: () => void;
  isFirst?: boolean;
}

function TimeField({ label, value, at, zone, onChange, onNow, isFirst = false }: TimeFieldProps) {
  const id = useId();
  return (
    <div className={classes.field}>
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        value={value}
        placeholder={isFirst ? '07:42' : '11:30'}
        maxLength={40}
        autoComplete="off"
        aria-describedby={`${id}-read`}
        // biome-ignore lint/a11y/noAutofocus: The field takes the place of the button that was pressed.
        autoFocus={isFirst}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      <button type="button" aria-label={`${label} now`} onClick={onNow}>
        Now
      </button>
      <span id={`${id}-read`} className={classes.read}>
        {at === null ? '' : formatStopMoment(at, zone)}
      </span>
    </div>
  );
}
