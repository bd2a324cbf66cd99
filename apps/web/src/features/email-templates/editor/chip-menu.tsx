import { isMailVariable, type MailValues } from '@headhaul/domain/mail/variables';
import { Button } from '@mantine/core';
import { type FormEvent, type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import classes from './insert-menu.module.css';
import { withSampleLoad } from './sample-values.public.ts';
import { useStayOnScreen } from './use-stay-on-screen.ts';
import { cleanFallback, type Variable, variableLabel } from './variable-text.public.ts';

interface ChipMenuProps {
  place: { left: number; top: number };
  variable: Variable;
  /** The values of the preview. */
  values: MailValues;
  onSave: (fallback: string) => void;
  onRemove: () => void;
  onClose: () => void;
}

/** Edits the fallback of one chip, or removes the chip. */
export function ChipMenu({ place, variable, values, onSave, onRemove, onClose }: ChipMenuProps) {
  const id = useId();
  const [fallback, setFallback] = useState(variable.fallback);
  const input = useRef<HTMLInputElement>(null);
  const box = useStayOnScreen(place);
  useEffect(() => input.current?.focus({ preventScroll: true }), []);
  useEffect(() => {
    const close = (event: PointerEvent) => {
      if (event.target instanceof Node && !box.current?.contains(event.target)) onClose();
    };
    document.addEventListener('pointerdown', close);
    return () => document.removeEventListener('pointerdown', close);
  }, [box, onClose]);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    // This form may be inside another form, which must not be submitted.
    event.stopPropagation();
    onSave(cleanFallback(fallback));
  };
  const handleKey = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return;
    event.preventDefault();
    event.stopPropagation();
    onClose();
  };
  const isKnown = isMailVariable(variable.name);
  const shown: Partial<Record<string, string>> = withSampleLoad(values);
  const usual = shown[variable.name];
  return createPortal(
    <div ref={box} className={classes.menu} role="dialog" aria-label={variableLabel(variable.name)} onKeyDown={handleKey}>
      <form className={classes.form} onSubmit={submit}>
        {isKnown ? (
          <>
            <label htmlFor={id}>When there is no “{variableLabel(variable.name)}”, write</label>
            <input
              ref={input}
              id={id}
              value={fallback}
              maxLength={100}
              placeholder="Nothing"
              onChange={(event) => setFallback(event.currentTarget.value)}
            />
            <p>
              {usual === undefined
                ? 'Without it the part of the sentence is left out.'
                : `Example: ${usual}. Leave this empty to leave that part of the sentence out.`}
            </p>
          </>
        ) : (
          <p>No mail can fill “{variable.name}”. Remove it and choose another.</p>
        )}
        <div className={classes.buttons}>
          <Button variant="default" size="xs" onClick={onRemove}>
            Remove
          </Button>
          {isKnown ? (
            <Button type="submit" size="xs">
              Save
            </Button>
          ) : null}
        </div>
      </form>
    </div>,
    document.body,
  );
}
