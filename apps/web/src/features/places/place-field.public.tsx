import { type Place, placeLabel } from '@headhaul/contracts/places';
import { useDebouncedValue } from '@mantine/hooks';
import { type KeyboardEvent, useId, useState } from 'react';
import field from '../../shared/form/field.module.css';
import type { FieldState } from '../../shared/form/field.tsx';
import classes from './place-field.module.css';
import { placesApi } from './places.api.ts';

const typingPauseMs = 120;
const shownPlaces = 6;
/** One letter would match too many places. */
const minLetters = 2;

interface PlaceFieldProps {
  state: FieldState;
  label: string;
  help?: string;
  placeholder?: string;
}

/** A city, typed or chosen from the table of places: "Tulsa, OK". */
export function PlaceField({ state, label, help, placeholder = 'City, state' }: PlaceFieldProps) {
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  const [active, setActive] = useState(0);
  const [search] = useDebouncedValue(state.value.trim(), typingPauseMs);
  const { data } = placesApi.useSearchPlacesQuery(
    { query: { search, limit: shownPlaces } },
    { skip: !isOpen || search.length < minLetters },
  );
  const places = isOpen && state.value.trim().length >= minLetters ? (data?.places ?? []) : [];
  const note = state.error ?? help;

  function choose(place: Place) {
    state.onChange(placeLabel({ ...place, zip: null }));
    setOpen(false);
  }

  function handleKey(event: KeyboardEvent) {
    const place = places[active];
    if (places.length === 0) return;
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      setActive((active + (event.key === 'ArrowDown' ? 1 : places.length - 1)) % places.length);
    } else if (event.key === 'Enter' && place !== undefined) {
      event.preventDefault();
      choose(place);
    } else if (event.key === 'Escape') {
      // Escape closes the list only. The dialog or menu around it stays open.
      event.preventDefault();
      event.stopPropagation();
      setOpen(false);
    }
  }

  return (
    <div className={field.field}>
      <label htmlFor={id}>{label}</label>
      <div className={classes.anchor}>
        <input
          id={id}
          className={field.control}
          role="combobox"
          aria-expanded={places.length > 0}
          aria-controls={`${id}-list`}
          aria-autocomplete="list"
          aria-activedescendant={places.length > 0 ? `${id}-${active}` : undefined}
          aria-describedby={note === undefined ? undefined : `${id}-note`}
          aria-invalid={state.error !== undefined}
          data-form-field={state.name}
          value={state.value}
          placeholder={placeholder}
          maxLength={110}
          autoComplete="off"
          onChange={(event) => {
            state.onChange(event.currentTarget.value);
            setActive(0);
            setOpen(true);
          }}
          onKeyDown={handleKey}
          onBlur={() => {
            setOpen(false);
            state.onBlur();
          }}
        />
        {places.length === 0 ? null : (
          <div ref={turn} id={`${id}-list`} role="listbox" aria-label={label} className={classes.list}>
            {places.map((place, index) => (
              // biome-ignore lint/a11y/useKeyWithClickEvents: The input keeps the focus and handles the keys.
              <div
                key={place.id}
                id={`${id}-${index}`}
                role="option"
                aria-selected={index === active}
                tabIndex={-1}
                className={classes.option}
                // Otherwise the press would take the focus from the field before the click chooses.
                onPointerDown={(event) => event.preventDefault()}
                onClick={() => choose(place)}
              >
                <Typed text={placeLabel({ ...place, zip: null })} typed={search} />
                <span className={classes.county}>{place.zip ?? place.county}</span>
              </div>
            ))}
          </div>
        )}
      </div>
      {note === undefined ? null : (
        <p id={`${id}-note`} className={state.error === undefined ? field.help : field.error}>
          {note}
        </p>
      )}
    </div>
  );
}

/** Opens the list upward when there is no room below. */
function turn(list: HTMLElement | null): void {
  if (list !== null && list.getBoundingClientRect().bottom > window.innerHeight) list.dataset.up = '';
}

/** Shows the typed part of a place in bold. */
function Typed({ text, typed }: { text: string; typed: string }) {
  const isStart = text.toLowerCase().startsWith(typed.toLowerCase());
  return isStart ? (
    <span>
      <b>{text.slice(0, typed.length)}</b>
      {text.slice(typed.length)}
    </span>
  ) : (
    <span>{text}</span>
  );
}
