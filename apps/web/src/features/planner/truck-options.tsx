import type { FitRow } from '@headhaul/contracts/fit';
import type { LoadRow } from '@headhaul/contracts/loads/record';
import { type KeyboardEvent, type MouseEvent, useRef } from 'react';
import { Avatar } from '../../shared/list/rows/avatar.tsx';
import { fitApi } from '../fit/fit.api.ts';
import { FitMark } from '../fit/fit-mark.public.tsx';
import { uncheckedText } from '../fit/unchecked.public.ts';
import type { AnchorBox } from '../loads/assign/use-assign.public.tsx';
import classes from './truck-options.module.css';

const shownCount = 3;

interface TruckOptionsProps {
  load: LoadRow;
  onChoose: (row: FitRow, listed: readonly FitRow[], at: AnchorBox) => void;
}

/** The three best drivers for a load, by the fit. */
export function TruckOptions({ load, onChoose }: TruckOptionsProps) {
  const list = useRef<HTMLUListElement>(null);
  const { currentData, isError, refetch } = fitApi.useFindFitsQuery({ body: { loadId: load.id } });
  const all = currentData?.rows ?? [];
  const others = all.filter(({ driverId }) => driverId !== load.driverId);

  function handleKey(event: KeyboardEvent) {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (step === 0) return;
    event.preventDefault();
    const buttons = Array.from(list.current?.querySelectorAll('button') ?? []);
    const index = buttons.indexOf(document.activeElement as HTMLButtonElement) + step;
    buttons[(index + buttons.length) % buttons.length]?.focus();
  }

  if (isError && currentData === undefined) {
    return (
      <p className={classes.none} role="status">
        {uncheckedText}.{' '}
        <button type="button" className={classes.again} onClick={() => void refetch()}>
          Try again
        </button>
      </p>
    );
  }
  if (currentData === undefined) return <Waiting />;
  if (others.length === 0) return <p className={classes.none}>There is no other driver.</p>;
  return (
    <ul ref={list} className={classes.options} onKeyDown={handleKey}>
      {others.slice(0, shownCount).map((row) => (
        <li key={row.driverId}>
          <button
            type="button"
            className={classes.option}
            data-driver={row.driverId}
            data-verdict={row.verdict}
            onClick={(event: MouseEvent<HTMLElement>) => onChoose(row, all, event.currentTarget.getBoundingClientRect())}
          >
            <FitMark verdict={row.verdict} />
            <Avatar name={row.name} size={26} />
            <span className={classes.words}>
              <b>{row.name}</b>
              <span>{[row.fact, row.detail].filter((words) => words !== '').join('. ')}</span>
            </span>
          </button>
        </li>
      ))}
    </ul>
  );
}

function Waiting() {
  return (
    <div className={classes.waiting} aria-busy="true">
      <p className={classes.spoken} role="status">
        Checking who can make it…
      </p>
      {[0, 1, 2].map((line) => (
        <span key={line} className={classes.bone} />
      ))}
    </div>
  );
}
