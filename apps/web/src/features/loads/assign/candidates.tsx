import type { FitRow } from '@headhaul/contracts/fit';
import type { LoadRow } from '@headhaul/contracts/loads/record';
import { Button } from '@mantine/core';
import { type KeyboardEvent, useId, useRef, useState } from 'react';
import { formatDuration } from '../../../shared/format/duration.ts';
import { formatStopWhen } from '../../../shared/format/stop-time.ts';
import { Keycap } from '../../../shared/keyboard/keycap.tsx';
import { useNow } from '../../../shared/time/use-now.ts';
import { fitApi } from '../../fit/fit.api.ts';
import { uncheckedText } from '../../fit/unchecked.public.ts';
import classes from './assign-menu.module.css';
import { CandidateRow } from './candidate-row.tsx';
import { formatNeeds } from './checks.ts';
import { groupFits } from './fit-groups.ts';

interface CandidatesProps {
  loads: readonly LoadRow[];
  onChoose: (row: FitRow | null, listed: readonly FitRow[]) => void;
  onClose: () => void;
}

/** Every active driver in the order of the fit. Several loads are ranked by the first one, and each is checked when it is given. */
export function Candidates({ loads, onChoose, onClose }: CandidatesProps) {
  const id = useId();
  const now = useNow();
  const box = useRef<HTMLDivElement>(null);
  const [text, setText] = useState('');
  const [open, setOpen] = useState<readonly string[]>([]);
  const [load] = loads;
  const {
    data: fits,
    error,
    isFetching,
    refetch,
  } = fitApi.useFindFitsQuery({ body: { loadId: load?.id ?? '' } }, { skip: load === undefined, refetchOnMountOrArgChange: true });
  const isChecking = fits === undefined && (error === undefined || isFetching);
  const groups = fits === undefined ? [] : groupFits(fits, text);
  const first = groups[0]?.rows[0];
  const choose = (row: FitRow | null) => onChoose(row, fits?.rows ?? []);
  const hasDriver = loads.some(({ driverId }) => driverId !== null);

  /** The arrows walk from the search field through the rows and back. */
  function handleKey(event: KeyboardEvent) {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (event.key === 'Escape') return onClose();
    if (step === 0) return;
    event.preventDefault();
    const stops = [...(box.current?.querySelectorAll<HTMLElement>('input, [data-candidate]') ?? [])];
    const at = stops.indexOf(document.activeElement as HTMLElement);
    stops[(at + step + stops.length) % stops.length]?.focus();
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: The arrow keys move between the controls inside.
    <div ref={box} className={classes.candidates} onKeyDown={handleKey}>
      <div className={classes.head}>
        <div className={classes.title}>
          <b>{assignTitle(loads)}</b>
          {load === undefined || loads.length > 1 ? null : (
            <span>
              {load.pickupCity}, {load.pickupState} → {load.deliveryCity}, {load.deliveryState} · {formatNeeds(load)} · pickup{' '}
              {formatStopWhen(load.pickupAt, load.pickupZone, now).replace('Today', 'today')}
            </span>
          )}
          {loads.length > 1 ? <span>Ranked for {load?.loadNumber}. Each load is checked before it is given.</span> : null}
        </div>
        <input
          className={classes.find}
          type="search"
          aria-label="Find a driver"
          placeholder="Find a driver"
          value={text}
          data-autofocus
          onChange={(event) => setText(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return;
            event.preventDefault();
            if (first !== undefined) choose(first);
          }}
        />
      </div>
      <div className={classes.list}>
        {groups.map(({ key, title, rows, shown }) => {
          const isAll = open.includes(key) || text.trim() !== '';
          return (
            <section key={key} aria-labelledby={`${id}-${key}`}>
              <div className={classes.group}>
                <h3 id={`${id}-${key}`}>
                  {title} <span className={classes.count}>{rows.length}</span>
                </h3>
                {isAll || shown === rows.length ? (
                  key === 'can' ? (
                    <span className={classes.column}>Drive time left</span>
                  ) : null
                ) : (
                  <button type="button" className={classes.all} onClick={() => setOpen([...open, key])}>
                    Show all {rows.length}
                  </button>
                )}
              </div>
              <ul className={classes.rows}>
                {rows.slice(0, isAll ? rows.length : shown).map((row) => (
                  <CandidateRow key={row.driverId} row={row} isFirst={row === first} onChoose={choose} />
                ))}
              </ul>
            </section>
          );
        })}
      </div>
      {isChecking ? <CandidatesWaiting /> : null}
      {groups.length > 0 || isChecking ? null : (
        <div className={classes.none} role="status">
          {fits !== undefined ? (
            fits.rows.length === 0 ? (
              'No drivers yet. Add one on the Drivers screen.'
            ) : (
              'No results'
            )
          ) : (
            <>
              <p>{uncheckedText}.</p>
              <Button size="xs" variant="default" onClick={() => void refetch()}>
                Try again
              </Button>
            </>
          )}
        </div>
      )}
      {hasDriver ? (
        <button type="button" className={classes.nobody} onClick={() => choose(null)}>
          Unassign {loads.length === 1 ? (load?.driverName ?? 'the driver') : 'their drivers'}
        </button>
      ) : null}
      {fits === undefined ? null : (
        <p className={classes.foot}>
          <span className={classes.keys}>
            <Keycap>↑</Keycap> <Keycap>↓</Keycap> move <Keycap>↵</Keycap> assign
          </span>
          <span>
            Planned at {fits.assumptions.milesPerHour} mph, {formatDuration(fits.assumptions.liveDockMinutes)} at a live dock
          </span>
        </p>
      )}
    </div>
  );
}

const bones = [0, 1, 2, 3, 4];

function CandidatesWaiting() {
  return (
    <div aria-busy="true">
      <p className={classes.spoken} role="status">
        Checking who can make it…
      </p>
      <div className={classes.group} />
      {bones.map((bone) => (
        <div key={bone} className={classes.waiting} aria-hidden="true">
          <span data-shape="mark" />
          <span data-shape="face" />
          <span data-shape="who" />
          <span data-shape="why" />
        </div>
      ))}
    </div>
  );
}

export function assignTitle(loads: readonly LoadRow[]): string {
  return loads.length === 1 ? `Assign ${loads[0]?.loadNumber}` : `Assign ${loads.length} loads`;
}
