import type { Load } from '@headhaul/contracts/loads/record';
import { lazy, type ReactNode, Suspense, useRef, useState } from 'react';
import { AskDialog } from '../../../shared/ui/ask-dialog.tsx';
import { type ConflictLine, compareDrafts, mergeDrafts, type NameOf, type Side } from './conflict/conflict-merge.ts';
import type { LoadDraft } from './draft/draft.ts';
import { orderErrors } from './draft/read.ts';
import { type SaveOutcome, useSaveLoad } from './save.ts';
import { focusFirstError, type LoadForm } from './state.ts';

const ConflictDialog = lazy(() => import('./conflict/conflict-dialog.tsx'));

interface SubmitOptions {
  form: LoadForm;
  edited: Load | null;
  /** Deadhead miles for a load on which none were typed. */
  deadheadMiles: number;
  /** Turns a load from the server into a draft for the form. */
  draftOf: (load: Load) => LoadDraft;
  nameOf: NameOf;
  zone: string;
  /** The time zone of each stop. */
  zones: readonly string[];
  onSaved: (load: Load, asDraft: boolean) => void;
}

/** One attempt: what is sent, and the version of the edited load. */
interface Try {
  draft: LoadDraft;
  asDraft: boolean;
  version: number | null;
}

/** Checks the form and sends it. Handles a busy driver and a teammate's changes. */
export function useSubmitLoad({ form, edited, deadheadMiles, draftOf, nameOf, zone, zones, onSaved }: SubmitOptions) {
  const { save, isSaving } = useSaveLoad();
  const [conflict, setConflict] = useState<{ current: Load; lines: ConflictLine[] } | null>(null);
  const [clash, setClash] = useState<{ tried: Try; words: string } | null>(null);
  // A second press during the first save would book the load twice. The book and save buttons of the dialogs check this too.
  const isBusy = useRef<boolean>(false);
  const isDone = useRef<boolean>(false);

  const finish = async (outcome: SaveOutcome, tried: Try): Promise<void> => {
    if (outcome.kind === 'saved') {
      isDone.current = true;
      onSaved(outcome.load, tried.asDraft);
    } else if (outcome.kind === 'double-booking') setClash({ tried, words: outcome.words });
    else if (outcome.kind === 'refused') {
      form.refuse(outcome.errors);
      requestAnimationFrame(() => focusFirstError(outcome.errors));
    } else if (outcome.kind === 'stale') {
      const { current } = outcome;
      const lines = compareDrafts(form.base?.draft ?? tried.draft, tried.draft, draftOf(current), nameOf);
      // A teammate's note or status is no conflict, because the form has neither.
      if (lines.every(({ by }) => by === 'me')) await send({ ...tried, version: current.version });
      else setConflict({ current, lines });
    }
  };

  const send = async (tried: Try, confirmDoubleBooking = false): Promise<void> => {
    const known = edited === null || tried.version === null ? null : { id: edited.id, version: tried.version };
    await finish(await save(tried.draft, { asDraft: tried.asDraft, deadheadMiles, edited: known, confirmDoubleBooking }), tried);
  };

  const sendAlone = async (tried: Try, confirmDoubleBooking = false): Promise<void> => {
    isBusy.current = true;
    try {
      await send(tried, confirmDoubleBooking);
    } finally {
      // A saved form stays busy, because it may be on screen for another moment.
      isBusy.current = isDone.current;
    }
  };

  const submit = async (asDraft: boolean): Promise<void> => {
    if (isBusy.current) return;
    const errors = { ...orderErrors(form.draft.stops, zones), ...form.check(asDraft || edited?.status === 'DRAFT') };
    if (Object.keys(errors).length > 0) return focusFirstError(errors);
    await sendAlone({ draft: form.draft, asDraft, version: form.base?.version ?? null });
  };

  const saveMerged = (current: Load, choices: Record<string, Side>) => {
    if (isBusy.current) return;
    const theirs = draftOf(current);
    const draft = mergeDrafts(form.draft, theirs, choices, nameOf);
    form.replace(draft, { draft: theirs, version: current.version, savedAt: current.updatedAt });
    setConflict(null);
    void sendAlone({ draft, asDraft: false, version: current.version });
  };

  const dialogs: ReactNode = (
    <>
      {conflict === null ? null : (
        <Suspense>
          <ConflictDialog
            loadId={conflict.current.id}
            loadNumber={conflict.current.loadNumber}
            lines={conflict.lines}
            since={form.base?.savedAt ?? conflict.current.createdAt}
            zone={zone}
            isSaving={isSaving}
            onSave={(choices) => saveMerged(conflict.current, choices)}
            onClose={() => setConflict(null)}
          />
        </Suspense>
      )}
      {clash === null ? null : (
        <AskDialog
          title="The driver is on another load then"
          action={edited === null ? 'Book anyway' : 'Save anyway'}
          isBusy={isSaving}
          onClose={() => setClash(null)}
          onSubmit={() => {
            if (isBusy.current) return;
            setClash(null);
            void sendAlone(clash.tried, true);
          }}
        >
          <p>{clash.words}</p>
        </AskDialog>
      )}
    </>
  );
  return { submit, isSaving, dialogs };
}
