import type { FitRow } from '@headhaul/contracts/fit';
import { Problem } from '@headhaul/contracts/http/errors';
import { Load } from '@headhaul/contracts/loads/record';
import { useState } from 'react';
import { describeFailure, failureCode, suppressToast } from '../../../shared/api/api-failure.ts';
import type { FieldErrors } from '../../../shared/form/form-errors.ts';
import { notify } from '../../../shared/notify.ts';
import type { Anyway } from '../assign/assign-question.tsx';
import { doubtedFit } from '../assign/doubted-fit.ts';
import { loadChangesApi } from '../changes.api.ts';
import type { LoadDraft } from './draft/draft.ts';
import { fieldOf, readDraft } from './draft/to-input.ts';

/** What a person has to confirm in one sentence: that the driver has another load then, or what the factor says against the broker. */
export type Question = 'DOUBLE_BOOKING' | 'FACTOR';

/** How a save ended: saved, or what prevented it. */
export type SaveOutcome =
  | { kind: 'saved'; load: Load }
  | { kind: 'refused'; errors: FieldErrors }
  | { kind: 'stale'; current: Load }
  | { kind: 'question'; about: Question; words: string }
  | { kind: 'fit'; row: FitRow }
  | { kind: 'failed' };

interface SaveOptions {
  asDraft: boolean;
  /** Deadhead miles for a load on which none were typed. */
  deadheadMiles: number;
  /** Only for an existing load: its id and the version that the form started from. */
  edited: { id: string; version: number } | null;
  /** What the person has confirmed. */
  confirmed?: readonly Question[];
  anyway?: Anyway | null;
}

function problemOf(failure: unknown): Problem | null {
  const body = typeof failure === 'object' && failure !== null && 'data' in failure ? failure.data : null;
  return Problem.safeParse(body).data ?? null;
}

function outcomeOf(failure: unknown): SaveOutcome {
  const problem = problemOf(failure);
  const code = failureCode(failure);
  const current = Load.safeParse(problem?.current);
  if (code === 'version_stale' && current.success) return { kind: 'stale', current: current.data };
  const doubtful = doubtedFit(failure);
  if (doubtful !== null) return { kind: 'fit', row: doubtful };
  if (code === 'confirmation_needed') {
    return { kind: 'question', about: problem?.confirm === 'FACTOR' ? 'FACTOR' : 'DOUBLE_BOOKING', words: problem?.detail ?? '' };
  }
  if (code === 'already_taken') return { kind: 'refused', errors: { loadNumber: problem?.detail } };
  const errors: Record<string, string> = {};
  for (const { path, message } of problem?.errors ?? []) {
    const [part, ...rest] = path.split('.');
    if (part === 'body') errors[fieldOf(rest)] ??= message;
  }
  if (Object.keys(errors).length > 0) return { kind: 'refused', errors };
  const { type, message } = describeFailure(failure);
  notify(type, `${message} What you typed is kept.`);
  return { kind: 'failed' };
}

/** Sends the typed load as a new load, or as changes to an existing one. */
export function useSaveLoad() {
  const [create] = loadChangesApi.useCreateLoadMutation();
  const [update] = loadChangesApi.useUpdateLoadMutation();
  const [isSaving, setSaving] = useState(false);

  const save = async (
    draft: LoadDraft,
    { asDraft, deadheadMiles, edited, confirmed = [], anyway = null }: SaveOptions,
  ): Promise<SaveOutcome> => {
    setSaving(true);
    try {
      const body = {
        ...readDraft(draft, { asDraft, deadheadMiles }).input,
        confirmDoubleBooking: confirmed.includes('DOUBLE_BOOKING'),
        confirmFactor: confirmed.includes('FACTOR'),
        ...(anyway === null ? {} : { anyway }),
      };
      const answer =
        edited === null
          ? await create({ ...suppressToast, body })
          : await update({ ...suppressToast, params: { id: edited.id }, query: { version: edited.version }, body });
      return answer.data === undefined ? outcomeOf(answer.error) : { kind: 'saved', load: answer.data };
    } finally {
      setSaving(false);
    }
  };
  return { save, isSaving };
}
