import { IconSearch } from '@tabler/icons-react';
import { type KeyboardEvent, useRef } from 'react';
import { Keycap } from '../../keyboard/keycap.tsx';
import { useKeys } from '../../keyboard/use-hotkeys.ts';
import classes from './find-field.module.css';

interface FindFieldProps {
  value: string;
  onChange: (value: string) => void;
  placeholder?: string;
}

/** Searches the list on screen. `/` goes to the field, Escape empties and leaves it. */
export function FindField({ value, onChange, placeholder = 'Find in this view' }: FindFieldProps) {
  const input = useRef<HTMLInputElement>(null);
  useKeys({
    '/': () => {
      input.current?.focus();
      input.current?.select();
    },
  });

  function handleKey(event: KeyboardEvent<HTMLInputElement>) {
    if (event.key !== 'Escape') return;
    // Escape was meant for this field, so the drawer beside the list stays open.
    event.preventDefault();
    onChange('');
    input.current?.blur();
  }

  return (
    <label className={classes.field}>
      <IconSearch size={15} stroke={1.75} aria-hidden="true" />
      <input
        ref={input}
        type="search"
        aria-label={placeholder}
        placeholder={placeholder}
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
        onKeyDown={handleKey}
        autoComplete="off"
        spellCheck={false}
      />
      <span className={classes.key} aria-hidden="true">
        <Keycap>/</Keycap>
      </span>
    </label>
  );
}
