import type { Driver } from '@headhaul/contracts/drivers';
import { driverStatusLabels, type OwnDriverStatus, ownDriverStatuses } from '@headhaul/domain/drivers/status';
import { dayAt, timeAt, wallToInstant, zoneShort } from '@headhaul/domain/time/zoned-time';
import { Button, Popover } from '@mantine/core';
import { type FormEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { describeFailure, suppressToast } from '../../shared/api/api-failure.ts';
import { TextField } from '../../shared/form/field.tsx';
import { serverErrors } from '../../shared/form/form-errors.ts';
import { Keycap } from '../../shared/keyboard/keycap.tsx';
import { notify } from '../../shared/notify.ts';
import { notifyUndo } from '../../shared/notify-undo.tsx';
import { readClock } from '../../shared/time/read-clock.ts';
import { PlaceField } from '../places/place-field.public.tsx';
import { readPlace, writePlace } from '../places/place-text.public.ts';
import { DriverStatusPill } from './driver-status-pill.public.tsx';
import { driversApi } from './drivers.api.ts';
import { driverName } from './labels.ts';
import table from './list/table.module.css';
import classes from './status-menu.module.css';

const effects: Record<OwnDriverStatus, string> = {
  READY: 'Available',
  HOME: 'Home time, back on a day',
  REST: '34 h reset or a night’s sleep',
  IN_SHOP: 'The truck is being repaired',
  NOT_READY: 'Unavailable',
};

interface DriverStatusMenuProps {
  driver: Driver;
  /** The office's time zone, used when the driver's place is not known. */
  timeZone: string;
  size?: 'table' | 'free';
}

/** The status of a driver as a button. It opens a form in which the office can change it. */
export function DriverStatusMenu({ driver, timeZone, size = 'table' }: DriverStatusMenuProps) {
  const [isOpen, setOpen] = useState(false);
  if (driver.deletedAt !== null) return <DriverStatusPill status={driver.status} size={size} />;
  return (
    <Popover opened={isOpen} onChange={setOpen} position="bottom-start" offset={6} width={320} trapFocus returnFocus>
      <Popover.Target>
        <button
          type="button"
          className={table.pill}
          aria-label={`${driverStatusLabels[driver.status]}, change status of ${driverName(driver)}`}
          onClick={(event) => {
            event.stopPropagation();
            setOpen(!isOpen);
          }}
        >
          <DriverStatusPill status={driver.status} size={size} />
        </button>
      </Popover.Target>
      <Popover.Dropdown className={classes.menu} onClick={(event) => event.stopPropagation()}>
        {isOpen ? <StatusForm driver={driver} timeZone={driver.readyZone ?? timeZone} onDone={() => setOpen(false)} /> : null}
      </Popover.Dropdown>
    </Popover>
  );
}

interface Said {
  status: OwnDriverStatus;
  note: string;
  day: string;
  time: string;
  place: string;
}

function saidOf(driver: Driver, timeZone: string): Said {
  // A time and place that come from loads were not entered by the office, so the form does not show them.
  const isOwn = driver.currentLoad === null && driver.nextLoad === null;
  const readyAt = isOwn ? driver.readyAt : null;
  return {
    status: driver.ownStatus,
    note: driver.statusNote ?? '',
    day: readyAt === null ? '' : dayAt(readyAt, timeZone),
    time: readyAt === null ? '' : timeAt(readyAt, timeZone),
    place: isOwn ? writePlace(driver.readyCity, driver.readyState) : '',
  };
}

function bodyOf({ status, note, day, time, place }: Said, timeZone: string) {
  const { city, state } = readPlace(place);
  return {
    newStatus: status,
    note,
    readyAt: day === '' ? null : wallToInstant(day, readClock(time) ?? '08:00', timeZone),
    readyCity: city,
    readyState: state,
  };
}

function StatusForm({ driver, timeZone, onDone }: { driver: Driver; timeZone: string; onDone: () => void }) {
  const before = saidOf(driver, timeZone);
  const [said, setSaid] = useState(before);
  const [errors, setErrors] = useState<Partial<Record<string, string>>>({});
  const [change, { isLoading }] = driversApi.useChangeDriverStatusMutation();
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => list.current?.querySelector<HTMLElement>('[aria-checked="true"]')?.focus({ preventScroll: true }), []);

  const field = (name: 'note' | 'day' | 'time' | 'place', error?: string) => ({
    name,
    value: said[name],
    error,
    onChange: (value: string) => setSaid({ ...said, [name]: value }),
    onBlur: () => undefined,
  });

  function handleKey(event: KeyboardEvent) {
    const index = ownDriverStatuses.indexOf(said.status);
    const count = ownDriverStatuses.length;
    const steps: Record<string, number> = { ArrowDown: index + 1, ArrowUp: index - 1 };
    const to = steps[event.key] ?? (/^[1-5]$/.test(event.key) ? Number(event.key) - 1 : null);
    const status = to === null ? undefined : ownDriverStatuses[(to + count) % count];
    if (status === undefined) return;
    event.preventDefault();
    setSaid({ ...said, status });
    list.current?.querySelector<HTMLElement>(`[data-status="${status}"]`)?.focus();
  }

  async function save(event: FormEvent) {
    event.preventDefault();
    if (said.time !== '' && readClock(said.time) === null) return setErrors({ time: 'Use 24 h time, 08:00' });
    const params = { id: driver.id };
    const { error } = await change({ ...suppressToast, params, body: bodyOf(said, timeZone) });
    if (error !== undefined) {
      const wrong = serverErrors(error);
      setErrors(wrong);
      if (Object.keys(wrong).length === 0) {
        const { type, message } = describeFailure(error);
        notify(type, message);
      }
      return;
    }
    onDone();
    notifyUndo({
      title: `${driverName(driver)} is ${driverStatusLabels[said.status].toLowerCase()}`,
      ...(said.note === '' ? {} : { line: said.note }),
      onUndo: () => void change({ params, body: bodyOf(before, timeZone) }),
    });
  }

  return (
    <form className={classes.form} onSubmit={(event) => void save(event)}>
      {driver.currentLoad === null ? null : (
        <p className={classes.hint}>On load {driver.currentLoad.loadNumber} until it is delivered. This counts after it.</p>
      )}
      <div ref={list} role="radiogroup" aria-label="Status" onKeyDown={handleKey}>
        {ownDriverStatuses.map((status, index) => (
          // biome-ignore lint/a11y/useSemanticElements: A radio input can't hold two lines and a keycap.
          <button
            key={status}
            type="button"
            role="radio"
            aria-checked={status === said.status}
            tabIndex={status === said.status ? 0 : -1}
            data-status={status}
            className={classes.option}
            onClick={() => setSaid({ ...said, status })}
          >
            <DriverStatusPill status={status} />
            <span>{effects[status]}</span>
            <Keycap>{index + 1}</Keycap>
          </button>
        ))}
      </div>
      <div className={classes.fields}>
        <TextField state={field('note')} label="Note" maxLength={200} />
        <div className={classes.pair}>
          <TextField state={field('day', errors.readyAt)} label="Empty again" type="date" maxLength={10} />
          <TextField
            state={field('time', errors.time)}
            label={`At, ${zoneShort(Date.now(), timeZone)}`}
            maxLength={10}
            placeholder="08:00"
          />
        </div>
        <PlaceField state={field('place', errors.readyState ?? errors.readyCity)} label="Where" />
      </div>
      <div className={classes.buttons}>
        <Button variant="default" onClick={onDone}>
          Cancel
        </Button>
        <Button type="submit" loading={isLoading}>
          Save
        </Button>
      </div>
    </form>
  );
}
