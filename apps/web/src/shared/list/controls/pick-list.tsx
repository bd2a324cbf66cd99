import { useState } from 'react';
import { FilterOptions } from './filter-options.tsx';
import classes from './pick-list.module.css';

interface PickListProps {
  label: string;
  options: readonly { value: string; label: string }[];
  selected: readonly string[];
  onChange: (values: string[]) => void;
  isSingle?: boolean;
  /** Called with the typed text, when the caller does the search. */
  onFind?: (text: string) => void;
  /** Shown when nothing is found. */
  none?: string;
}

const longList = 8;

/** The choices of a filter. A long list has a search field. */
export function PickList({ label, options, selected, onChange, isSingle, onFind, none = 'Nothing found' }: PickListProps) {
  const [text, setText] = useState('');
  const words = text.trim().toLowerCase();
  const isLong = onFind !== undefined || options.length > longList;
  const found = onFind === undefined ? options.filter((option) => option.label.toLowerCase().includes(words)) : options;
  return (
    <div className={classes.list}>
      {isLong ? (
        <input
          className={classes.find}
          value={text}
          placeholder={`Find ${label.toLowerCase()}`}
          aria-label={`Find ${label.toLowerCase()}`}
          data-autofocus
          onChange={(event) => {
            setText(event.currentTarget.value);
            onFind?.(event.currentTarget.value.trim());
          }}
        />
      ) : null}
      {found.length === 0 ? (
        <p className={classes.none}>{none}</p>
      ) : (
        <FilterOptions label={label} options={found} selected={selected} onChange={onChange} isSingle={isSingle} />
      )}
    </div>
  );
}
