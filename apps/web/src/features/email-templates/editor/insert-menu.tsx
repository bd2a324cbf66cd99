import { type MailValues, type MailVariableName, mailVariables } from '@headhaul/domain/mail/variables';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import classes from './insert-menu.module.css';
import { withSampleLoad } from './sample-values.public.ts';
import { useStayOnScreen } from './use-stay-on-screen.ts';

interface InsertMenuProps {
  place: { left: number; top: number };
  /** The values of the preview, with samples for missing ones. */
  values: MailValues;
  onPick: (name: MailVariableName) => void;
  onClose: () => void;
  onEscape?: () => void;
}

const all = Object.entries(mailVariables).filter(([name]) => name !== 'signature') as [
  keyof MailValues,
  (typeof mailVariables)[MailVariableName],
][];

/** The list that `{` opens. Typing filters it, and Enter takes the selected variable. */
export function InsertMenu({ place, values, onPick, onClose, onEscape }: InsertMenuProps) {
  const [text, setText] = useState('');
  const [chosen, setChosen] = useState(0);
  const input = useRef<HTMLInputElement>(null);
  const box = useStayOnScreen(place);
  useEffect(() => input.current?.focus({ preventScroll: true }), []);
  const wanted = text.trim().toLowerCase();
  const found = all.filter(([name, { label }]) => label.toLowerCase().includes(wanted) || name.includes(wanted));
  const active = Math.min(chosen, found.length - 1);
  const shown = withSampleLoad(values);

  const handleKey = (event: KeyboardEvent) => {
    if (event.key === 'Escape') {
      onEscape?.();
      onClose();
    } else if (event.key === 'Enter' || event.key === 'Tab') {
      const pick = found[active];
      if (pick !== undefined) onPick(pick[0]);
      else onClose();
    } else if (event.key === 'ArrowDown') setChosen((active + 1) % Math.max(found.length, 1));
    else if (event.key === 'ArrowUp') setChosen((active - 1 + found.length) % Math.max(found.length, 1));
    else return;
    event.preventDefault();
    event.stopPropagation();
  };

  // Rendered outside the field that opened it, so that the field's styles do not apply.
  return createPortal(
    <div ref={box} className={classes.menu} role="dialog" aria-label="Insert a variable" aria-modal="true">
      <input
        ref={input}
        value={text}
        placeholder="Find a variable"
        aria-label="Find a variable"
        role="combobox"
        aria-expanded="true"
        aria-controls="variable-list"
        aria-activedescendant={found[active] ? `variable-${found[active][0]}` : undefined}
        autoComplete="off"
        onChange={(event) => {
          setText(event.currentTarget.value);
          setChosen(0);
        }}
        onKeyDown={handleKey}
        onBlur={onClose}
      />
      <div id="variable-list" className={classes.list} role="listbox" aria-label="Variables">
        {found.map(([name, { label }], index) => (
          // The input keeps the focus and the keys. The options only react to the pointer.
          <div
            key={name}
            id={`variable-${name}`}
            ref={index === active ? (option) => option?.scrollIntoView?.({ block: 'nearest' }) : undefined}
            role="option"
            tabIndex={-1}
            aria-selected={index === active}
            className={classes.option}
            onPointerMove={() => setChosen(index)}
            onPointerDown={(event) => {
              event.preventDefault();
              onPick(name);
            }}
          >
            <b>{label}</b>
            <span>{shown[name] ?? 'none yet'}</span>
          </div>
        ))}
      </div>
      {found.length === 0 ? <p className={classes.none}>No results for “{text.trim()}”.</p> : null}
    </div>,
    document.body,
  );
}
