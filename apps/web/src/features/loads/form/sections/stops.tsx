import { Button, Menu } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { formatMiles } from '../../../../shared/format/distance.ts';
import { notifyUndo } from '../../../../shared/notify-undo.tsx';
import type { StopDraft } from '../draft/draft.ts';
import { orderErrors, readTimes } from '../draft/read.ts';
import { stopTitle } from '../draft/to-input.ts';
import type { FormFigures } from '../figures.ts';
import type { LoadForm } from '../state.ts';
import { StopCard } from './stop.tsx';
import classes from './stops.module.css';

interface StopsProps {
  form: LoadForm;
  figures: FormFigures;
  /** The time zone of each stop. */
  zones: readonly string[];
  /** The city of the last stop, such as "Conley". Null while it isn't known. */
  lastCity: string | null;
}

/** "420 mi loaded to Conley, 9 mi empty, by the maps service". Miles of a straight line start with "About". */
function formatMilesText({ loadedMiles, deadheadMiles, loadedSource, milesNote }: FormFigures, lastCity: string | null): string | null {
  if (loadedMiles === null) return null;
  const to = lastCity === null ? '' : ` to ${lastCity}`;
  const empty = deadheadMiles === null || deadheadMiles === 0 ? '' : `, ${formatMiles(deadheadMiles)} empty`;
  return `${loadedSource === 'ESTIMATE' ? 'About ' : ''}${formatMiles(loadedMiles)} loaded${to}${empty}${milesNote === null ? '' : `, ${milesNote}`}`;
}

/** The stops in order. A stop is moved by its grip, with Alt and an arrow key, or by the arrow buttons on a touch screen. */
export function Stops({ form, figures, zones, lastCity }: StopsProps) {
  const { draft } = form;
  const [dragged, setDragged] = useState<string | null>(null);
  const times = readTimes(draft.stops);
  // This error shows while the person types, not only after they press Book.
  const outOfOrder = orderErrors(draft.stops, zones);
  const miles = formatMilesText(figures, lastCity);
  const error = form.error('stops');

  const remove = (stop: StopDraft, index: number) => {
    const before = draft.stops;
    form.removeStop(stop.key);
    const isBlank = stop.place === '' && stop.when === '' && stop.facility === '';
    if (isBlank) return;
    notifyUndo({
      title: `${stopTitle(before, index)} removed`,
      ...(stop.place === '' ? {} : { line: stop.place }),
      onUndo: () => form.change({ stops: before }),
    });
  };

  return (
    <>
      <div className={classes.head}>
        <h2>Stops</h2>
        <span className={classes.keys}>Drag to reorder, or Alt + ↑ ↓</span>
        <span className={classes.miles}>{miles}</span>
      </div>
      <ol className={classes.stops}>
        {draft.stops.map((stop, index) => (
          <StopCard
            key={stop.key}
            form={form}
            stop={stop}
            index={index}
            read={times[index] ?? null}
            orderError={outOfOrder[`stops.${index}.when`]}
            zone={zones[index] ?? 'America/Chicago'}
            isDragged={dragged === stop.key}
            onDrag={setDragged}
            onDragOver={() => {
              const from = draft.stops.findIndex(({ key }) => key === dragged);
              if (dragged !== null && from >= 0 && from !== index) form.moveStop(dragged, from < index ? 1 : -1);
            }}
            onRemove={() => remove(stop, index)}
          />
        ))}
      </ol>
      {error === undefined ? null : <p className={classes.error}>{error}</p>}
      <Menu position="bottom-start" width={160}>
        <Menu.Target>
          <Button size="xs" variant="default" leftSection={<IconPlus size={16} stroke={1.75} />} className={classes.add}>
            Add stop
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={() => form.addStop('PICKUP')}>Pickup</Menu.Item>
          <Menu.Item onClick={() => form.addStop('DELIVERY')}>Delivery</Menu.Item>
        </Menu.Dropdown>
      </Menu>
    </>
  );
}
