import type { Icon } from '@tabler/icons-react';
import { type KeyboardEvent, type ReactNode, useId, useState } from 'react';
import type { FieldState } from '../../../shared/form/field.tsx';
import { Keycap } from '../../../shared/keyboard/keycap.tsx';
import classes from './suggest.module.css';

export interface Suggestion {
  key: string;
  label: string;
  /** Shown at the right: the county, how often the office was there, or the broker's mark. */
  note?: string;
  /** After the note: what else is known, such as a broker's letter. */
  tags?: ReactNode;
  icon: Icon;
  /** From the office's own history, or a preferred broker. The icon is blue. */
  isOwn?: boolean;
  isBad?: boolean;
}

interface SuggestFieldProps {
  state: FieldState;
  label: string;
  /** Only screen readers get the label. On screen the icon replaces it. */
  isLabelHidden?: boolean;
  icon?: Icon;
  placeholder?: string;
  maxLength: number;
  /** Under the field, unless there is an error. */
  help?: ReactNode;
  /** Below the help or the error: an action that helps with what was typed. */
  after?: ReactNode;
  /** Left out for a field without suggestions. */
  suggestions?: readonly Suggestion[];
  onChoose?: (suggestion: Suggestion) => void;
  /** Tells whether the list is open, so that the caller asks the server only then. */
  onOpen?: (isOpen: boolean) => void;
  /** Tab also takes the marked suggestion. */
  takesOnTab?: boolean;
  /** At the right of the list's foot: "or type a ZIP". */
  hint?: string;
  isFirst?: boolean;
  /** Opens the list on focus, before anything is typed. */
  opensOnFocus?: boolean;
}

/** A text field with suggestions below it. Enter takes the marked one. The person can always type something else. */
export function SuggestField({
  state,
  label,
  suggestions = [],
  onChoose,
  onOpen,
  takesOnTab = false,
  opensOnFocus = false,
  ...look
}: SuggestFieldProps) {
  const id = useId();
  const [isOpen, setIsOpen] = useState(false);
  const [at, setAt] = useState(0);
  const isShown = isOpen && suggestions.length > 0;
  const note = state.error ?? look.help;

  const open = (next: boolean) => {
    setIsOpen(next);
    setAt(0);
    onOpen?.(next);
  };
  const choose = (suggestion: Suggestion) => {
    onChoose?.(suggestion);
    open(false);
  };

  function handleKey(event: KeyboardEvent) {
    // With a modifier the key belongs to the form, which moves a stop or books the load.
    if (onChoose === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
    const marked = suggestions[at];
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      if (!isShown) return open(true);
      setAt((at + (event.key === 'ArrowDown' ? 1 : -1) + suggestions.length) % suggestions.length);
    } else if (isShown && marked !== undefined && (event.key === 'Enter' || (event.key === 'Tab' && takesOnTab && !event.shiftKey))) {
      if (event.key === 'Enter') event.preventDefault();
      choose(marked);
    } else if (event.key === 'Escape' && isShown) {
      event.preventDefault();
      event.stopPropagation();
      open(false);
    }
  }

  const combobox =
    onChoose === undefined
      ? {}
      : {
          role: 'combobox',
          'aria-expanded': isShown,
          'aria-controls': isShown ? `${id}-list` : undefined,
          'aria-activedescendant': isShown ? `${id}-${at}` : undefined,
          'aria-autocomplete': 'list' as const,
        };
  const LeadIcon = look.icon;
  return (
    <div className={classes.field}>
      <label htmlFor={id} data-hidden={look.isLabelHidden || undefined}>
        {label}
      </label>
      <div className={classes.anchor} data-icon={LeadIcon === undefined ? undefined : true}>
        {LeadIcon === undefined ? null : <LeadIcon className={classes.lead} size={17} stroke={1.75} aria-hidden="true" />}
        <input
          id={id}
          {...combobox}
          data-form-field={state.name}
          aria-invalid={state.error !== undefined}
          aria-describedby={note == null ? undefined : `${id}-note`}
          value={state.value}
          placeholder={look.placeholder}
          maxLength={look.maxLength}
          autoComplete="off"
          spellCheck={false}
          // biome-ignore lint/a11y/noAutofocus: A new load begins at this field, so the focus skips nothing.
          autoFocus={look.isFirst}
          onChange={(event) => {
            state.onChange(event.currentTarget.value);
            if (onChoose !== undefined) open(event.currentTarget.value.trim() !== '');
          }}
          onFocus={() => {
            if (opensOnFocus && state.value === '') open(true);
          }}
          onKeyDown={handleKey}
          onBlur={() => {
            if (isOpen) open(false);
            state.onBlur();
          }}
        />
        {isShown ? (
          <div className={classes.list}>
            <div id={`${id}-list`} role="listbox" aria-label={label}>
              {suggestions.map((suggestion, index) => (
                <button
                  key={suggestion.key}
                  id={`${id}-${index}`}
                  type="button"
                  role="option"
                  tabIndex={-1}
                  aria-selected={index === at}
                  data-own={suggestion.isOwn || undefined}
                  data-bad={suggestion.isBad || undefined}
                  // A press would take the focus from the field before the click chooses.
                  onPointerDown={(event) => event.preventDefault()}
                  onMouseMove={() => setAt(index)}
                  onClick={() => choose(suggestion)}
                >
                  <suggestion.icon size={16} stroke={1.75} aria-hidden="true" />
                  <Typed text={suggestion.label} typed={state.value.trim()} />
                  <span className={classes.note}>{suggestion.note}</span>
                  <span className={classes.tags}>{suggestion.tags}</span>
                </button>
              ))}
            </div>
            <div className={classes.foot} aria-hidden="true">
              <Keycap>↑</Keycap>
              <Keycap>↓</Keycap>
              <span>choose</span>
              <Keycap>↵</Keycap>
              <span>take</span>
              <span className={classes.hint}>{look.hint}</span>
            </div>
          </div>
        ) : null}
      </div>
      {note == null ? null : (
        <p id={`${id}-note`} className={classes.help} data-error={state.error === undefined ? undefined : true}>
          {note}
        </p>
      )}
      {look.after}
    </div>
  );
}

/** Shows the typed beginning of a suggestion in bold. */
function Typed({ text, typed }: { text: string; typed: string }) {
  const isStart = typed !== '' && text.toLowerCase().startsWith(typed.toLowerCase());
  return (
    <span className={classes.words}>
      {isStart ? <b>{text.slice(0, typed.length)}</b> : null}
      {isStart ? text.slice(typed.length) : text}
    </span>
  );
}
