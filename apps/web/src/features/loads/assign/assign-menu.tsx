import type { LoadRow } from '@headhaul/contracts/loads/record';
import { Popover } from '@mantine/core';
import { type KeyboardEvent, useId, useState } from 'react';
import { Avatar } from '../../../shared/list/rows/avatar.tsx';
import { useNow } from '../../../shared/time/use-now.ts';
import { DriverStatusPill } from '../../drivers/driver-status-pill.public.tsx';
import { driversApi } from '../../drivers/drivers.api.ts';
import { homesOf } from '../../drivers/home-place.public.ts';
import { useLocatedPlaces } from '../../places/places.api.ts';
import { loadsApi } from '../loads.api.ts';
import { type AnchorBox, MenuAnchor } from '../menu-anchor.tsx';
import classes from './assign-menu.module.css';
import { type Candidate, formatCandidate, rankDrivers } from './assign-rank.ts';
import { useAssign } from './use-assign.tsx';

interface AssignMenuProps {
  rows: readonly LoadRow[];
  box: AnchorBox;
  onClose: () => void;
}

/** Lists the drivers who could take the load. Drivers who are empty in time come first, nearest first. */
export default function AssignMenu({ rows, box, onClose }: AssignMenuProps) {
  const { assign, question } = useAssign(onClose);
  return (
    <>
      <Popover
        opened={question === null}
        onChange={(opened) => {
          if (!opened) onClose();
        }}
        position="bottom-start"
        offset={5}
        width={340}
        trapFocus
        returnFocus
        withRoles={false}
      >
        <Popover.Target>
          <MenuAnchor box={box} />
        </Popover.Target>
        <Popover.Dropdown className={classes.menu} role="dialog" aria-label={assignTitle(rows)}>
          <Candidates rows={rows} onChoose={(candidate) => void assign(rows, candidate)} onClose={onClose} />
        </Popover.Dropdown>
      </Popover>
      {question}
    </>
  );
}

function assignTitle(rows: readonly LoadRow[]): string {
  return rows.length === 1 ? `A driver for ${rows[0]?.loadNumber}` : `A driver for ${rows.length} loads`;
}

interface CandidatesProps {
  rows: readonly LoadRow[];
  onChoose: (candidate: Candidate | null) => void;
  onClose: () => void;
}

function Candidates({ rows, onChoose, onClose }: CandidatesProps) {
  const id = useId();
  const now = useNow();
  const [text, setText] = useState('');
  const [at, setAt] = useState(0);
  const [row] = rows;
  const { data: drivers } = driversApi.useListDriversQuery({ query: { employment: 'ACTIVE', sort: 'EMPTY', limit: 500 } });
  const { data: load } = loadsApi.useGetLoadQuery({ params: { id: row?.id ?? '' } }, { skip: row === undefined });
  const stop = load?.stops[0];
  const point = stop?.lat == null || stop.lng == null ? null : { lat: stop.lat, lng: stop.lng };
  const words = text.trim().toLowerCase();
  const located = useLocatedPlaces(homesOf(drivers?.drivers ?? []));
  const found = rankDrivers(drivers?.drivers ?? [], { point, endsAt: row?.pickupEndsAt ?? '' }, located).filter(({ name, driver }) =>
    `${name} ${driver.truckNumber ?? ''}`.toLowerCase().includes(words),
  );
  const hasDriver = rows.some(({ driverId }) => driverId !== null);

  function handleKey(event: KeyboardEvent) {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (step !== 0) {
      event.preventDefault();
      const next = (at + step + found.length) % Math.max(found.length, 1);
      setAt(next);
      document.getElementById(`${id}-${next}`)?.scrollIntoView({ block: 'nearest' });
    } else if (event.key === 'Enter') {
      event.preventDefault();
      const candidate = found[at];
      if (candidate !== undefined) onChoose(candidate);
    } else if (event.key === 'Escape') onClose();
  }

  return (
    <>
      <input
        className={classes.find}
        role="combobox"
        aria-expanded="true"
        aria-controls={id}
        aria-activedescendant={found[at] === undefined ? undefined : `${id}-${at}`}
        aria-label={assignTitle(rows)}
        placeholder={`${assignTitle(rows)}: name or truck`}
        value={text}
        data-autofocus
        onChange={(event) => {
          setText(event.currentTarget.value);
          setAt(0);
        }}
        onKeyDown={handleKey}
      />
      <div id={id} className={classes.list} role="listbox" aria-label="Drivers">
        {found.map((candidate, index) => (
          <button
            key={candidate.driver.id}
            id={`${id}-${index}`}
            type="button"
            role="option"
            tabIndex={-1}
            aria-selected={index === at}
            className={classes.driver}
            onMouseMove={() => setAt(index)}
            onClick={() => onChoose(candidate)}
          >
            <Avatar name={candidate.name} size={26} />
            <span className={classes.words}>
              <b>
                {candidate.name}
                {candidate.driver.truckNumber === null ? null : <span> {candidate.driver.truckNumber}</span>}
              </b>
              <span data-late={candidate.lateMinutes > 0 || undefined}>{formatCandidate(candidate, now)}</span>
            </span>
            <DriverStatusPill status={candidate.driver.status} />
          </button>
        ))}
      </div>
      {found.length > 0 ? null : (
        <p className={classes.none} role="status">
          {drivers === undefined
            ? 'Getting the drivers…'
            : words === ''
              ? 'No drivers yet. Add one on the Drivers screen.'
              : 'Nobody of that name'}
        </p>
      )}
      {hasDriver ? (
        <button type="button" className={classes.nobody} onClick={() => onChoose(null)}>
          Take it from {rows.length === 1 ? (row?.driverName ?? 'the driver') : 'their drivers'}
        </button>
      ) : null}
    </>
  );
}
