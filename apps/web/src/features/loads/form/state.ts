import { useMemo, useRef, useState } from 'react';
import type { FieldState } from '../../../shared/form/field.tsx';
import type { FieldErrors } from '../../../shared/form/form-errors.ts';
import type { DraftOwner } from '../../../shared/session/draft-owner.ts';
import { blankStop, type LoadDraft, type StopDraft } from './draft/draft.ts';
import { dropDraft, type FormKey, type KeptDraft, keepDraft } from './draft/kept-draft.ts';
import { draftErrors } from './draft/to-input.ts';

type TextFields = { [K in keyof LoadDraft]: LoadDraft[K] extends string ? K : never }[keyof LoadDraft];
type StopTextFields = { [K in keyof StopDraft]: StopDraft[K] extends string ? K : never }[keyof StopDraft];

export interface LoadForm {
  draft: LoadDraft;
  base: KeptDraft['base'];
  /** When the draft was last kept; null before anything was typed. */
  keptAt: string | null;
  change: (part: Partial<LoadDraft>) => void;
  changeStop: (key: string, part: Partial<StopDraft>) => void;
  moveStop: (key: string, by: 1 | -1) => void;
  addStop: (kind: StopDraft['kind']) => void;
  removeStop: (key: string) => void;
  field: (name: TextFields) => FieldState;
  stopField: (key: string, name: StopTextFields) => FieldState;
  /** The error to show at a field, once the person has left the field. */
  error: (name: string) => string | undefined;
  /** Shows all errors from now on, and returns them. */
  check: (asDraft: boolean) => FieldErrors;
  refuse: (errors: FieldErrors) => void;
  /** Replaces the whole draft after a conflict was settled. */
  replace: (draft: LoadDraft, base: KeptDraft['base']) => void;
  forget: () => void;
}

interface FormOptions {
  owner: DraftOwner;
  form: FormKey;
  kept: KeptDraft | null;
  initial: LoadDraft;
  base: KeptDraft['base'];
  /** A draft on the server may have no rate yet. */
  isDraft: boolean;
}

/** The typed load, kept in the browser after every change. A field's error shows when the field is left, and all errors show on save. */
export function useLoadForm({ owner, form, kept, initial, base: firstBase, isDraft }: FormOptions): LoadForm {
  const [draft, setDraft] = useState(kept?.draft ?? initial);
  const [base, setBase] = useState(kept?.base ?? firstBase);
  const [keptAt, setKeptAt] = useState(kept?.keptAt ?? null);
  const [touched, setTouched] = useState<ReadonlySet<string> | 'all'>(new Set());
  const [refused, setRefused] = useState<FieldErrors>({});
  // Two changes may come before the next render, so each one starts from this and not from `draft`.
  const latest = useRef(draft);

  const keep = (next: LoadDraft, nextBase: KeptDraft['base']) => {
    latest.current = next;
    setDraft(next);
    const at = new Date().toISOString();
    setKeptAt(at);
    keepDraft(owner, form, { draft: next, keptAt: at, base: nextBase });
  };

  const change = (part: Partial<LoadDraft>) => {
    keep({ ...latest.current, ...part }, base);
    setRefused({});
  };
  /** Miles that came with the load belong to its old route. When the route changes, they are estimated again. Typed miles stay. */
  const changeStops = (edit: (stops: StopDraft[]) => StopDraft[]) => {
    const { stops, loadedMiles } = latest.current;
    const next = edit([...stops]);
    const isOtherWay = wayOf(next) !== wayOf(stops);
    change({ stops: next, ...(isOtherWay && loadedMiles === initial.loadedMiles ? { loadedMiles: '' } : {}) });
  };
  const changeStop = (key: string, part: Partial<StopDraft>) =>
    changeStops((stops) => stops.map((stop) => (stop.key === key ? { ...stop, ...part } : stop)));

  const errors = useMemo(() => draftErrors(draft, { asDraft: isDraft }), [draft, isDraft]);
  const error = (name: string) => refused[name] ?? (touched === 'all' || touched.has(name) ? errors[name] : undefined);
  // Checking the form moves the focus, so the field that loses it may call this right after `check` has set 'all'.
  const touch = (name: string) => setTouched((now) => (now === 'all' || now.has(name) ? now : new Set([...now, name])));

  return {
    draft,
    base,
    keptAt,
    change,
    changeStop,
    moveStop: (key, by) =>
      changeStops((stops) => {
        const from = stops.findIndex((stop) => stop.key === key);
        const [stop] = stops.splice(from, 1);
        if (stop !== undefined) stops.splice(Math.min(Math.max(from + by, 0), stops.length), 0, stop);
        return stops;
      }),
    addStop: (kind) =>
      changeStops((stops) => {
        // A new pickup goes before the first delivery, because freight is loaded before it is unloaded.
        const firstDelivery = stops.findIndex((stop) => stop.kind === 'DELIVERY');
        stops.splice(kind === 'PICKUP' && firstDelivery >= 0 ? firstDelivery : stops.length, 0, blankStop(kind));
        return stops;
      }),
    removeStop: (key) =>
      changeStops((stops) =>
        stops.length > 2
          ? stops.filter((stop) => stop.key !== key)
          : stops.map((stop) => (stop.key === key ? { ...blankStop(stop.kind, stop.schedule), key, id: stop.id } : stop)),
      ),
    field: (name) => ({
      name,
      value: draft[name],
      error: error(name),
      onChange: (value) => change({ [name]: value }),
      onBlur: () => touch(name),
    }),
    stopField: (key, name) => {
      const index = draft.stops.findIndex((stop) => stop.key === key);
      const path = `stops.${index}.${name}`;
      return {
        name: path,
        value: String(draft.stops[index]?.[name] ?? ''),
        error: error(path),
        onChange: (value) => changeStop(key, { [name]: value }),
        onBlur: () => touch(path),
      };
    },
    error,
    check: (asDraft) => {
      setTouched('all');
      return draftErrors(latest.current, { asDraft });
    },
    refuse: (given) => {
      setTouched('all');
      setRefused(given);
    },
    replace: (next, nextBase) => {
      setBase(nextBase);
      setRefused({});
      keep(next, nextBase);
    },
    forget: () => dropDraft(owner, form),
  };
}

function wayOf(stops: readonly StopDraft[]): string {
  return stops.map(({ place }) => place).join(';');
}

/** Focuses the first field with an error, in the order of the form. */
export function focusFirstError(errors: FieldErrors): void {
  const [first] = [...document.querySelectorAll<HTMLElement>('[data-form-field]')].filter(({ dataset }) =>
    Object.hasOwn(errors, dataset.formField ?? ''),
  );
  first?.focus();
  first?.scrollIntoView({ block: 'center' });
}
