import { Popover } from '@mantine/core';
import { type KeyboardEvent, useId, useState } from 'react';
import classes from './quick-load.module.css';

export interface Suggestion {
  key: string;
  label: string;
  note?: string;
}

interface SuggestInputProps {
  label: string;
  placeholder: string;
  value: string;
  error: string | undefined;
  suggestions: readonly Suggestion[];
  onChange: (text: string) => void;
  onChoose: (suggestion: Suggestion) => void;
  isFirst?: boolean;
}

/** A text field with suggestions. Enter or Tab takes the marked one. The person can always type something else. */
export function SuggestInput({ label, placeholder, value, error, suggestions, onChange, onChoose, isFirst = false }: SuggestInputProps) {
  const id = useId();
  const [isOpen, setIsOpen] = useState(false);
  const [at, setAt] = useState(0);
  const isShown = isOpen && suggestions.length > 0;

  const choose = (suggestion: Suggestion) => {
    onChoose(suggestion);
    setIsOpen(false);
  };

  function handleKey(event: KeyboardEvent) {
    if (!isShown) return;
    const marked = suggestions[at];
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      setAt((at + (event.key === 'ArrowDown' ? 1 : -1) + suggestions.length) % suggestions.length);
    } else if ((event.key === 'Enter' || event.key === 'Tab') && marked !== undefined) {
      if (event.key === 'Enter') event.preventDefault();
      choose(marked);
    } else if (event.key === 'Escape') {
      // Escape closes only the suggestions. The quick entry line stays open.
      event.preventDefault();
      event.stopPropagation();
      setIsOpen(false);
    }
  }

  return (
    <Popover opened={isShown} position="bottom-start" offset={4} width={260} withRoles={false} trapFocus={false}>
      <Popover.Target>
        <input
          className={classes.input}
          role="combobox"
          aria-label={label}
          aria-expanded={isShown}
          aria-controls={isShown ? id : undefined}
          aria-activedescendant={isShown ? `${id}-${at}` : undefined}
          aria-autocomplete="list"
          aria-invalid={error !== undefined}
          title={error}
          placeholder={placeholder}
          value={value}
          autoComplete="off"
          spellCheck={false}
          ref={(input) => {
            if (isFirst && input !== null && !input.dataset.met) {
              input.dataset.met = 'yes';
              input.focus();
            }
          }}
          onChange={(event) => {
            onChange(event.currentTarget.value);
            setAt(0);
            setIsOpen(event.currentTarget.value.trim() !== '');
          }}
          onBlur={() => setIsOpen(false)}
          onKeyDown={handleKey}
        />
      </Popover.Target>
      <Popover.Dropdown className={classes.menu}>
        <div id={id} role="listbox" aria-label={label}>
          {suggestions.map((suggestion, index) => (
            <button
              key={suggestion.key}
              id={`${id}-${index}`}
              type="button"
              role="option"
              tabIndex={-1}
              aria-selected={index === at}
              className={classes.option}
              onMouseDown={(event) => event.preventDefault()}
              onMouseMove={() => setAt(index)}
              onClick={() => choose(suggestion)}
            >
              {suggestion.label}
              {suggestion.note === undefined ? null : <span>{suggestion.note}</span>}
            </button>
          ))}
        </div>
      </Popover.Dropdown>
    </Popover>
  );
}
