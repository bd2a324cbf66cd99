import type { FitRow } from '@headhaul/contracts/fit';
import type { Load } from '@headhaul/contracts/loads/record';
import { lazy, type ReactNode, Suspense, useRef, useState } from 'react';
import { AskDialog } from '../../../shared/ui/ask-dialog.tsx';
import { type Anyway, AssignQuestion } from '../assign/assign-question.tsx';
import { needsConsent } from '../assign/fit-groups.ts';
import { type ConflictLine, compareDrafts, mergeDrafts, type NameOf, type Side } from './conflict/conflict-merge.ts';
import type { LoadDraft } from './draft/draft.ts';
import { loadToAssign } from './draft/load-to-assign.ts';
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
  /** How every driver fits the load as it is typed, best first. */
  fits: readonly FitRow[];
  onSaved: (load: Load, asDraft: boolean) => void;
}

/** One attempt: what is sent, the version of the edited load, and what the person has confirmed. */
interface Try {
  draft: LoadDraft;
  asDraft: boolean;
  version: number | null;
  confirmed: readonly Question[];
  /** The person wants the driver though the fit is against it. */
  anyway: Anyway | null;
  deadheadMiles: number;
}

const questionTitles: Record<Question, string> = {
  DOUBLE_BOOKING: 'The driver is on another load then',
  FACTOR: 'Your factor may not buy this invoice',
};

/** Checks the form and sends it. Handles a driver who can't, a busy driver, a factor's doubt and a teammate's changes. */
export function useSubmitLoad({ form, edited, deadheadMiles, draftOf, nameOf, zone, zones, fits, onSaved }: SubmitOptions) {
  const { save, isSaving } = useSaveLoad();
  const [conflict, setConflict] = useState<{ current: Load; lines: ConflictLine[] } | null>(null);
  const [question, setQuestion] = useState<{ tried: Try; about: Question; words: string } | null>(null);
  const [doubt, setDoubt] = useState<{ tried: Try; row: FitRow } | null>(null);
  // A second press during the first save would book the load twice. The book and save buttons of the dialogs check this too.
  const isBusy = useRef<boolean>(false);
  const isDone = useRef<boolean>(false);

  const finish = async (outcome: SaveOutcome, tried: Try): Promise<void> => {
    if (outcome.kind === 'saved') {
      isDone.current = true;
      onSaved(outcome.load, tried.asDraft);
    } else if (outcome.kind === 'fit') setDoubt({ tried, row: outcome.row });
    else if (outcome.kind === 'question') setQuestion({ tried, about: outcome.about, words: outcome.words });
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

  const firstTry = { confirmed: [], anyway: null, deadheadMiles };

  const send = async (tried: Try): Promise<void> => {
    const known = edited === null || tried.version === null ? null : { id: edited.id, version: tried.version };
    const { draft, version: _version, ...options } = tried;
    await finish(await save(draft, { ...options, edited: known }), tried);
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
    await sendAlone({ ...firstTry, draft: form.draft, asDraft, version: form.base?.version ?? null });
  };

  const saveMerged = (current: Load, choices: Record<string, Side>) => {
    if (isBusy.current) return;
    const theirs = draftOf(current);
    const draft = mergeDrafts(form.draft, theirs, choices, nameOf);
    form.replace(draft, { draft: theirs, version: current.version, savedAt: current.updatedAt });
    setConflict(null);
    void sendAlone({ ...firstTry, draft, asDraft: false, version: current.version });
  };

  const answerDoubt = (answer: (tried: Try) => Try) => {
    if (isBusy.current || doubt === null) return;
    setDoubt(null);
    void sendAlone(answer(doubt.tried));
  };

  /** The driver brings the truck and the trailer. */
  const takeInstead = ({ driverId, teamPartnerId, deadhead }: FitRow) => {
    const crew = { driverId, coDriverId: teamPartnerId, truckId: null, trailerId: null };
    form.change(crew);
    answerDoubt((tried) => ({ ...tried, draft: { ...tried.draft, ...crew }, deadheadMiles: deadhead?.miles ?? 0 }));
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
      {doubt === null ? null : (
        <AssignQuestion
          doubt={{
            kind: 'fit',
            load: loadToAssign(doubt.tried.draft, zones, edited),
            others: [],
            to: doubt.row,
            instead: fits.find((row) => row.driverId !== doubt.row.driverId && !needsConsent(row)) ?? null,
            words: '',
            at: null,
          }}
          onInstead={takeInstead}
          onAnyway={(anyway) => answerDoubt((tried) => ({ ...tried, anyway }))}
          onReplace={() => undefined}
          onClose={() => setDoubt(null)}
        />
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
