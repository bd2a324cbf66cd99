import { chipDebounceMs } from '@headhaul/contracts/constants';
import { IconAlertCircle, IconX } from '@tabler/icons-react';
import { type ClipboardEvent, type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import classes from './email-chips.module.css';
import { addEmails, isValidEmail, splitAll, splitPasted, splitTyped, whatIsTooMuch, whatIsWrong } from './email-list.ts';

interface EmailChipsProps {
  label: string;
  emails: readonly string[];
  /** The text after the last chip, which is not a chip yet. */
  typed: string;
  isDisabled: boolean;
  onChange: (emails: string[], typed: string) => void;
}

/** A box that turns typed or pasted addresses into chips. */
export function EmailChips({ label, emails, typed, isDisabled, onChange }: EmailChipsProps) {
  const id = useId();
  const box = useRef<HTMLDivElement>(null);
  const input = useRef<HTMLInputElement>(null);
  // Only one chip is a tab stop, so that Tab passes fifty chips in one step. The arrow keys move between them.
  const [stop, setStop] = useState(0);
  const [isTyping, setTyping] = useState(false);
  const wrongChip = emails.find((email) => !isValidEmail(email));
  // An incomplete address shows an error only after the user has left the field.
  const wrongText = isTyping ? undefined : splitAll(typed).find((email) => !isValidEmail(email));
  const wrong = wrongChip ?? wrongText;
  const hint = wrong === undefined ? whatIsTooMuch(emails) : null;

  useEffect(() => {
    const { finished, rest } = splitTyped(typed);
    if (finished.length === 0) return;
    const timer = setTimeout(() => onChange(addEmails(emails, finished), rest), chipDebounceMs);
    return () => clearTimeout(timer);
  }, [typed, emails, onChange]);

  const endTyped = () => {
    const finished = splitAll(typed);
    if (finished.length > 0) onChange(addEmails(emails, finished), '');
  };

  const leave = () => {
    setTyping(false);
    if (splitAll(typed).every(isValidEmail)) endTyped();
  };

  const focusChip = (index: number) => {
    setStop(index);
    box.current?.querySelectorAll<HTMLElement>('[data-chip]')[index]?.focus();
  };

  const remove = (index: number) => {
    onChange(
      emails.filter((_, other) => other !== index),
      typed,
    );
    setStop(Math.max(index - 1, 0));
    input.current?.focus();
  };

  const handleInputKey = (event: KeyboardEvent<HTMLInputElement>) => {
    const isAtStart = event.currentTarget.selectionStart === 0 && event.currentTarget.selectionEnd === 0;
    const last = emails.at(-1);
    // An Enter that only ends a word of an input method does not count.
    if (event.key === 'Enter' && !event.nativeEvent.isComposing) {
      endTyped();
      event.preventDefault();
    } else if (event.key === 'Backspace' && typed === '' && last !== undefined) {
      onChange(emails.slice(0, -1), last);
      event.preventDefault();
    } else if (event.key === 'ArrowLeft' && isAtStart && emails.length > 0) {
      focusChip(emails.length - 1);
      event.preventDefault();
    }
  };

  const handleChipKey = (event: KeyboardEvent, index: number) => {
    if (event.key === 'Delete' || event.key === 'Backspace') remove(index);
    else if (event.key === 'ArrowLeft') focusChip(Math.max(index - 1, 0));
    else if (event.key === 'ArrowRight' && index < emails.length - 1) focusChip(index + 1);
    else if (event.key === 'ArrowRight') input.current?.focus();
    else return;
    event.preventDefault();
  };

  const handlePaste = (event: ClipboardEvent<HTMLInputElement>) => {
    const text = event.clipboardData.getData('text');
    const pasted = splitPasted(text);
    // A single word is pasted as text. Several become chips at once.
    if (pasted.length < 2 && pasted[0] === text) return;
    event.preventDefault();
    onChange(addEmails(emails, [...splitAll(typed), ...pasted]), '');
  };

  return (
    <div className={classes.field}>
      <label htmlFor={id}>{label}</label>
      {/* A press anywhere in the box focuses the input. */}
      <div ref={box} className={classes.box} data-invalid={wrong !== undefined || hint !== null} onPointerUp={() => input.current?.focus()}>
        {emails.map((email, index) => (
          <button
            key={email}
            type="button"
            data-chip
            className={classes.chip}
            data-invalid={!isValidEmail(email)}
            tabIndex={index === Math.min(stop, emails.length - 1) ? 0 : -1}
            aria-label={isValidEmail(email) ? `Remove ${email}` : `Remove ${email}, it ${whatIsWrong(email)}`}
            disabled={isDisabled}
            onFocus={() => setStop(index)}
            onClick={() => remove(index)}
            onKeyDown={(event) => handleChipKey(event, index)}
          >
            {isValidEmail(email) ? null : <IconAlertCircle size={14} stroke={2} aria-hidden="true" />}
            <span className={classes.chipText}>{email}</span>
            <IconX size={14} stroke={2} aria-hidden="true" />
          </button>
        ))}
        <input
          ref={input}
          id={id}
          data-autofocus
          className={classes.input}
          value={typed}
          type="text"
          inputMode="email"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          disabled={isDisabled}
          aria-describedby={`${id}-note`}
          aria-invalid={wrong !== undefined || hint !== null}
          onChange={(event) => onChange([...emails], event.currentTarget.value)}
          onKeyDown={handleInputKey}
          onPaste={handlePaste}
          onFocus={() => setTyping(true)}
          onBlur={leave}
        />
      </div>
      <div id={`${id}-note`} className={classes.notes}>
        {wrong === undefined && hint === null ? null : (
          <p className={classes.error} role="status">
            <IconAlertCircle size={16} stroke={1.75} aria-hidden="true" />
            {wrong === undefined ? (
              <span>{hint}</span>
            ) : (
              <span>
                <b>{wrong}</b> {whatIsWrong(wrong)}
                {wrongChip === undefined ? null : ' Click it to remove.'}
              </span>
            )}
          </p>
        )}
        <p>Space, comma or Enter ends an address.</p>
      </div>
    </div>
  );
}
