import type { Load } from '@headhaul/contracts/loads/record';
import { lazy, type ReactNode, Suspense, useRef, useState } from 'react';
import { AskDialog } from '../../../shared/ui/ask-dialog.tsx';
import { type ConflictLine, compareDrafts, mergeDrafts, type NameOf, type Side } from './conflict/conflict-merge.ts';
import type { LoadDraft } from './draft/draft.ts';
import { orderErrors } from './draft/read.ts';
import { type Question, type SaveOutcome, useSaveLoad } from './save.ts';
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

/** One attempt: what is sent, the version of the edited load, and what the person has confirmed. */
interface Try {
  draft: LoadDraft;
  asDraft: boolean;
  version: number | null;
  confirmed: readonly Question[];
}

const questionTitles: Record<Question, string> = {
  DOUBLE_BOOKING: 'The driver is on another load then',
  FACTOR: 'Your factor may not buy this invoice',
};

/** Checks the form and sends it. Handles a busy driver, a factor's doubt and a teammate's changes. */
export function useSubmitLoad({ form, edited, deadheadMiles, draftOf, nameOf, zone, zones, onSaved }: SubmitOptions) {
  const { save, isSaving } = useSaveLoad();
  const [conflict, setConflict] = useState<{ current: Load; lines: ConflictLine[] } | null>(null);
  const [question, setQuestion] = useState<{ tried: Try; about: Question; words: string } | null>(null);
  // A second press during the first save would book the load twice. The book and save buttons of the dialogs check this too.
  const isBusy = useRef<boolean>(false);
  const isDone = useRef<boolean>(false);

  const finish = async (outcome: SaveOutcome, tried: Try): Promise<void> => {
    if (outcome.kind === 'saved') {
      isDone.current = true;
      onSaved(outcome.load, tried.asDraft);
    } else if (outcome.kind === 'question') setQuestion({ tried, about: outcome.about, words: outcome.words });
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

  const send = async (tried: Try): Promise<void> => {
    const known = edited === null || tried.version === null ? null : { id: edited.id, version: tried.version };
    const { asDraft, confirmed } = tried;
    await finish(await save(tried.draft, { asDraft, deadheadMiles, edited: known, confirmed }), tried);
  };

  const sendAlone = async (tried: Try): Promise<void> => {
    isBusy.current = true;
    try {
      await send(tried);
    } finally {
      // A saved form stays busy, because it may be on screen for another moment.
      isBusy.current = isDone.current;
    }
  };

  const submit = async (asDraft: boolean): Promise<void> => {
    if (isBusy.current) return;
    const errors = { ...orderErrors(form.draft.stops, zones), ...form.check(asDraft || edited?.status === 'DRAFT') };
    if (Object.keys(errors).length > 0) return focusFirstError(errors);
    await sendAlone({ draft: form.draft, asDraft, version: form.base?.version ?? null, confirmed: [] });
  };

  const saveMerged = (current: Load, choices: Record<string, Side>) => {
    if (isBusy.current) return;
    const theirs = draftOf(current);
    const draft = mergeDrafts(form.draft, theirs, choices, nameOf);
    form.replace(draft, { draft: theirs, version: current.version, savedAt: current.updatedAt });
    setConflict(null);
    void sendAlone({ draft, asDraft: false, version: current.version, confirmed: [] });
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
      {question === null ? null : (
        <AskDialog
          title={questionTitles[question.about]}
          action={edited === null ? 'Book anyway' : 'Save anyway'}
          isBusy={isSaving}
          onClose={() => setQuestion(null)}
          onSubmit={() => {
            if (isBusy.current) return;
            const { tried, about } = question;
            setQuestion(null);
            void sendAlone({ ...tried, confirmed: [...tried.confirmed, about] });
          }}
        >
          <p>{question.words}</p>
        </AskDialog>
      )}
    </>
  );
  return { submit, isSaving, dialogs };
}
