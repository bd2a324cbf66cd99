import type { LoadRow } from '@headhaul/contracts/loads/record';
import { type KeyboardEvent, useEffect, useRef } from 'react';
import { formatMiles } from '../../shared/format/distance.ts';
import { Keycap } from '../../shared/keyboard/keycap.tsx';
import { Avatar } from '../../shared/list/rows/avatar.tsx';
import type { NearRow } from './fit.ts';
import { formatTruck, nameOf } from './grid/row-line.tsx';
import classes from './truck-options.module.css';

interface TruckOptionsProps {
  load: LoadRow;
  options: readonly NearRow[];
  onChoose: (option: NearRow) => void;
  /** Focuses the first truck, so that Enter chooses it. */
  isFocused?: boolean;
}

/** Trucks that can take a load, nearest first. The user can choose by number key or Enter. */
export function TruckOptions({ load, options, onChoose, isFocused = false }: TruckOptionsProps) {
  const list = useRef<HTMLUListElement>(null);
  useEffect(() => {
    if (isFocused) list.current?.querySelector('button')?.focus({ preventScroll: true });
  }, [isFocused]);

  function handleKey(event: KeyboardEvent) {
    const buttons = Array.from(list.current?.querySelectorAll('button') ?? []);
    const index = buttons.indexOf(document.activeElement as HTMLButtonElement);
    const to = event.key === 'ArrowDown' ? index + 1 : event.key === 'ArrowUp' ? index - 1 : null;
    if (to !== null) {
      event.preventDefault();
      buttons[(to + buttons.length) % buttons.length]?.focus();
      return;
    }
    const option = isFocused ? options[Number(event.key) - 1] : undefined;
    if (option === undefined) return;
    event.preventDefault();
    onChoose(option);
  }

  if (options.length === 0) {
    return <p className={classes.none}>No truck can take {load.loadNumber}. Drag it over a row to see why.</p>;
  }
  return (
    <ul ref={list} className={classes.options} onKeyDown={handleKey}>
      {options.map((option, index) => (
        <li key={option.row.driver.id}>
          <button type="button" className={classes.option} onClick={() => onChoose(option)}>
            <Avatar name={nameOf(option.row.driver)} size={26} />
            <span className={classes.words}>
              <b>{nameOf(option.row.driver)}</b>
              {option.reason === null ? (
                <span>
                  {formatTruck(option.row)}
                  {option.row.driver.readyCity === null ? '' : `, from ${option.row.driver.readyCity}`}
                </span>
              ) : (
                <span data-tone="bad">{option.reason}</span>
              )}
            </span>
            <span className={classes.miles}>{option.miles === null ? '' : formatMiles(option.miles)}</span>
            {isFocused ? <Keycap>{index + 1}</Keycap> : null}
          </button>
        </li>
      ))}
    </ul>
  );
}
