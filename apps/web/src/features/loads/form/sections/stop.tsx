import { dayAt, timeAt } from '@headhaul/domain/time/zoned-time';
import { ActionIcon, Tooltip } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconChevronDown, IconClock, IconGripVertical, IconTrash } from '@tabler/icons-react';
import { type DragEvent, type KeyboardEvent, useId, useState } from 'react';
import { TextAreaField, TextField } from '../../../../shared/form/field.tsx';
import type { StopDraft } from '../draft/draft.ts';
import { formatWhen } from '../draft/read.ts';
import { stopTitle } from '../draft/to-input.ts';
import type { ReadWhen } from '../draft/typed-dates.ts';
import type { LoadForm } from '../state.ts';
import { SuggestField } from '../suggest.tsx';
import { FacilityField, PlaceField } from './place.tsx';
import classes from './stops.module.css';

interface StopCardProps {
  form: LoadForm;
  stop: StopDraft;
  index: number;
  read: ReadWhen | null;
  /** The error when the stop is before a stop above it. */
  orderError: string | undefined;
  zone: string;
  isDragged: boolean;
  onDrag: (key: string | null) => void;
  onDragOver: () => void;
  onRemove: () => void;
}

const moves: Partial<Record<string, 1 | -1>> = { ArrowUp: -1, ArrowDown: 1 };

export function StopCard({ form, stop, index, read, orderError, zone, isDragged, onDrag, onDragOver, onRemove }: StopCardProps) {
  const [isWhole, setWhole] = useState(false);
  const title = stopTitle(form.draft.stops, index);
  const count = form.draft.stops.length;

  const handleKey = (event: KeyboardEvent) => {
    const by = moves[event.key];
    if (!event.altKey || by === undefined) return;
    event.preventDefault();
    form.moveStop(stop.key, by);
  };
  const drag = {
    onDragOver: (event: DragEvent) => {
      event.preventDefault();
      onDragOver();
    },
    onDrop: (event: DragEvent) => {
      event.preventDefault();
      onDrag(null);
    },
  };

  return (
    <li className={classes.stop} data-dragged={isDragged || undefined} onKeyDown={handleKey} {...drag}>
      <div className={classes.rail}>
        <span className={classes.mark} data-kind={stop.kind} aria-hidden="true" />
        <span
          className={classes.grip}
          draggable
          aria-hidden="true"
          onDragStart={(event) => {
            event.dataTransfer.effectAllowed = 'move';
            event.dataTransfer.setData('text/plain', title);
            onDrag(stop.key);
          }}
          onDragEnd={() => onDrag(null)}
        >
          <IconGripVertical size={16} stroke={1.75} />
        </span>
        <span className={classes.arrows} data-few={count < 3 || undefined}>
          <ActionIcon size={44} aria-label={`Move ${title} up`} disabled={index === 0} onClick={() => form.moveStop(stop.key, -1)}>
            <IconArrowUp size={16} stroke={1.75} />
          </ActionIcon>
          <ActionIcon size={44} aria-label={`Move ${title} down`} disabled={index === count - 1} onClick={() => form.moveStop(stop.key, 1)}>
            <IconArrowDown size={16} stroke={1.75} />
          </ActionIcon>
        </span>
      </div>
      <div className={classes.body}>
        {count > 2 ? (
          <select
            className={classes.title}
            aria-label={`Kind of stop ${index + 1}`}
            value={stop.kind}
            onChange={(event) => form.changeStop(stop.key, { kind: event.currentTarget.value as StopDraft['kind'] })}
          >
            <option value="PICKUP">{stop.kind === 'PICKUP' ? title : 'Pickup'}</option>
            <option value="DELIVERY">{stop.kind === 'DELIVERY' ? title : 'Delivery'}</option>
          </select>
        ) : (
          <b className={classes.title}>{title}</b>
        )}
        <div className={classes.fields}>
          <PlaceField form={form} stop={stop} label={title} />
          <FacilityField form={form} stop={stop} label={title} />
          <WhenField form={form} stop={stop} title={title} read={read} orderError={orderError} zone={zone} />
        </div>
        {/* Shown above the fields, but after them in tab order, because people use the fields most. */}
        <div className={classes.tools}>
          <Schedule stop={stop} title={title} onChange={(schedule) => form.changeStop(stop.key, { schedule })} />
          <Tooltip label={isWhole ? 'Less' : 'Address, contact, instructions'}>
            <ActionIcon
              className={classes.more}
              aria-label={`${title}, address, contact and instructions`}
              aria-expanded={isWhole}
              data-open={isWhole || undefined}
              onClick={() => setWhole(!isWhole)}
            >
              <IconChevronDown size={17} stroke={1.75} />
            </ActionIcon>
          </Tooltip>
          <Tooltip label={count > 2 ? 'Remove the stop' : 'Clear the stop'}>
            <ActionIcon aria-label={`Remove ${title}`} onClick={onRemove}>
              <IconTrash size={17} stroke={1.75} />
            </ActionIcon>
          </Tooltip>
        </div>
        {isWhole ? <StopDetails form={form} stop={stop} /> : null}
      </div>
    </li>
  );
}

interface ScheduleProps {
  stop: StopDraft;
  title: string;
  onChange: (schedule: StopDraft['schedule']) => void;
}

function Schedule({ stop, title, onChange }: ScheduleProps) {
  const name = useId();
  return (
    <fieldset className={classes.schedule}>
      <legend>{title}, how it is scheduled</legend>
      {(['APPOINTMENT', 'FCFS'] as const).map((schedule) => (
        <label key={schedule}>
          <input type="radio" name={name} checked={stop.schedule === schedule} onChange={() => onChange(schedule)} />
          <span>{schedule === 'APPOINTMENT' ? 'Appointment' : 'FCFS'}</span>
        </label>
      ))}
    </fieldset>
  );
}

interface WhenFieldProps {
  form: LoadForm;
  stop: StopDraft;
  title: string;
  read: ReadWhen | null;
  orderError: string | undefined;
  zone: string;
}

/** A time typed as text. The line below shows how it was read, in the place's time zone. */
function WhenField({ form, stop, title, read, orderError, zone }: WhenFieldProps) {
  const state = form.stopField(stop.key, 'when');
  const type = (when: string) => {
    const now = Date.now();
    form.changeStop(stop.key, { when, typedOn: { today: dayAt(now, zone), now: timeAt(now, zone) } });
  };
  return (
    <SuggestField
      state={{ ...state, error: state.error ?? orderError, onChange: type }}
      label={`${title}, when`}
      isLabelHidden
      icon={IconClock}
      placeholder={stop.kind === 'PICKUP' ? 'tom 8am' : stop.schedule === 'FCFS' ? 'sat 2pm to 6pm' : 'sat 2pm'}
      maxLength={60}
      help={read !== null && 'when' in read ? formatWhen(read.when, zone) : undefined}
    />
  );
}

/** Fields that only some stops need. */
function StopDetails({ form, stop }: { form: LoadForm; stop: StopDraft }) {
  const field = (name: Parameters<LoadForm['stopField']>[1]) => form.stopField(stop.key, name);
  return (
    <div className={classes.details}>
      <div className={classes.wide}>
        <TextField state={field('address')} label="Address" maxLength={300} placeholder="Street and number" />
      </div>
      <TextField state={field('contactName')} label="Contact" maxLength={200} />
      <TextField state={field('contactPhone')} label="Phone" maxLength={40} inputMode="tel" />
      <TextField state={field('reference')} label={stop.kind === 'PICKUP' ? 'Pickup number' : 'Delivery number'} maxLength={100} />
      <TextField state={field('sealNumber')} label="Seal" maxLength={100} />
      <TextField state={field('pieces')} label="Pieces" maxLength={12} inputMode="numeric" />
      <TextField state={field('weightLb')} label="Weight, lb" maxLength={12} inputMode="numeric" />
      <div className={classes.checks}>
        <label>
          <input
            type="checkbox"
            checked={stop.handling === 'DROP_AND_HOOK'}
            onChange={(event) => form.changeStop(stop.key, { handling: event.currentTarget.checked ? 'DROP_AND_HOOK' : 'LIVE' })}
          />
          Drop and hook
        </label>
        <label>
          <input
            type="checkbox"
            checked={stop.lumperNeeded}
            onChange={(event) => form.changeStop(stop.key, { lumperNeeded: event.currentTarget.checked })}
          />
          Lumper needed
        </label>
      </div>
      <div className={classes.wide}>
        <TextAreaField state={field('instructions')} label="Instructions" maxLength={2000} />
      </div>
    </div>
  );
}
