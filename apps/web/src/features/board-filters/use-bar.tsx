import type { BoardFilter, BoardFilterUse } from '@headhaul/contracts/boards/filters';
import { useId } from 'react';
import { boardFiltersApi } from './board-filters.api.ts';
import { Toggle } from './editor/switches.tsx';
import classes from './use-bar.module.css';

/** What the person's own boards are filtered by, and whether they are. */
export function UseBar({ filters, mine }: { filters: readonly BoardFilter[]; mine: BoardFilterUse | undefined }) {
  const id = useId();
  const [choose, { isLoading }] = boardFiltersApi.useChooseBoardFilterMutation();
  const filterId = mine?.filter?.id ?? null;
  const isOn = mine?.isOn ?? true;
  const offered = filters.filter(({ isForEveryone }) => !isForEveryone);
  const everyones = filters.filter(({ isForEveryone }) => isForEveryone);
  const option = ({ id: value, name }: BoardFilter) => (
    <option key={value} value={value}>
      {name}
    </option>
  );
  const [team, own] = [offered.filter(({ isShared }) => isShared), offered.filter(({ isShared }) => !isShared)];
  return (
    <div className={classes.bar}>
      <label htmlFor={id}>On your boards</label>
      <select
        id={id}
        value={filterId ?? ''}
        disabled={isLoading}
        onChange={({ currentTarget: { value } }) => void choose({ body: { filterId: value === '' ? null : value, isOn: true } })}
      >
        <option value="">No filter</option>
        {team.length === 0 ? null : <optgroup label="Team">{team.map(option)}</optgroup>}
        {own.length === 0 ? null : <optgroup label="Mine">{own.map(option)}</optgroup>}
      </select>
      {filterId === null ? null : (
        <span className={classes.switch}>
          <Toggle
            label="Filter on"
            isOn={isOn}
            isReadOnly={isLoading}
            onChange={(next) => void choose({ body: { filterId, isOn: next } })}
          />
        </span>
      )}
      {everyones.length === 0 ? null : <span className={classes.note}>Always on: {everyones.map(({ name }) => name).join(', ')}</span>}
    </div>
  );
}
