import {
  actionLabels,
  checkDraft,
  compareFilters,
  type DraftErrors,
  emptyDraft,
  type FilterDraft,
  isSameDraft,
  type RuleDraft,
  readyRules,
  startRule,
  toDraft,
  unknownLabels,
} from '@headhaul/contracts/boards/filter-draft';
import { type BoardFilter, filterLimits } from '@headhaul/contracts/boards/filters';
import { listOffered, type RuleKind, ruleForms } from '@headhaul/contracts/boards/rule-forms';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import type { Asked } from '../panel/messages.ts';
import { askWorker, useHost } from '../panel/view/panel-host.ts';
import { FailureLine } from '../panel/view/parts.tsx';
import type { ChoosableFilter, FilterChoice, FilterSaving } from './choose-filter.ts';
import { AllCount, useRuleCounts } from './rule-counts.tsx';
import { RuleFields } from './rule-fields.tsx';

/** Whether the editor is open, and whether it holds what isn't saved. */
export type Editing = 'NO' | 'OPEN' | 'UNSAVED';

/** COPY: the user's own version of a filter of the team. */
export type Edited = { kind: 'NEW' } | { kind: 'OWN' | 'COPY'; filter: ChoosableFilter };

type Failure = Exclude<Asked<unknown>, { ok: true }>;
const unreachable: Failure = { ok: false, failure: 'UNREACHABLE' };
const noErrors: DraftErrors = { rules: {} };

function startOf(edited: Edited): FilterDraft {
  if (edited.kind === 'NEW') return emptyDraft;
  // What only a filter of the team can be stays with the team's.
  return { ...toDraft(edited.filter), isForEveryone: false, isAdjustable: true };
}

interface ChoiceProps<T extends string> {
  label: string;
  value: T;
  words: Record<T, string>;
  onChange: (value: T) => void;
}

function Choice<T extends string>({ label, value, words, onChange }: ChoiceProps<T>) {
  const id = useId();
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <select id={id} value={value} onChange={(event) => onChange(event.target.value as T)}>
        {(Object.entries(words) as [T, string][]).map(([one, text]) => (
          <option key={one} value={one}>
            {text}
          </option>
        ))}
      </select>
    </div>
  );
}

interface StaleProps {
  theirs: BoardFilter;
  draft: FilterDraft;
  onKeepMine: () => void;
  onTakeTheirs: () => void;
}

/** The filter was changed in the web app or in another browser meanwhile. */
function Stale({ theirs, draft, onKeepMine, onTakeTheirs }: StaleProps) {
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => title.current?.focus(), []);
  const rows = compareFilters(theirs, { ...draft, rules: readyRules(draft.rules) });
  return (
    <section className="stale" aria-labelledby="stale-title">
      <h3 id="stale-title" ref={title} tabIndex={-1}>
        This filter was changed meanwhile. Choose which to keep
      </h3>
      <table>
        <thead>
          <tr>
            <th scope="col">Part</th>
            <th scope="col">Saved</th>
            <th scope="col">You have</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(([part, saved, mine]) => (
            <tr key={part}>
              <th scope="row">{part}</th>
              <td>{saved === '' ? '–' : saved}</td>
              <td>{mine === '' ? '–' : mine}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <div className="buttons">
        <button type="button" className="button button-filled" onClick={onKeepMine}>
          Keep mine
        </button>
        <button type="button" className="button button-line" onClick={onTakeTheirs}>
          Take the saved one
        </button>
      </div>
    </section>
  );
}

function AddRule({ used, onAdd }: { used: readonly RuleKind[]; onAdd: (kind: RuleKind) => void }) {
  const offered = listOffered(used);
  if (offered.length === 0) return <p className="line quiet">A filter has at most {filterLimits.rules} rules.</p>;
  return (
    <div className="field">
      <select aria-label="Add a rule" value="" onChange={(event) => onAdd(event.target.value as RuleKind)}>
        <option value="">Add a rule</option>
        {offered.map((kind) => (
          <option key={kind} value={kind}>
            {ruleForms[kind].label}
          </option>
        ))}
      </select>
    </div>
  );
}

interface EditorProps {
  edited: Edited;
  onEditing: (editing: Editing) => void;
  onDone: (choice: FilterChoice) => void;
  onClose: () => void;
}

const titles: Record<Edited['kind'], string> = { NEW: 'New filter', OWN: 'Edit filter', COPY: 'Your own version' };
type Action = 'SAVE' | 'DELETE';
const failedLabels: Record<Action, string> = { SAVE: 'Couldn’t save this filter', DELETE: 'Couldn’t delete this filter' };
type Ask = 'DISCARD' | 'DELETE';
const questions: Record<Ask, { text: string; yes: string; no: string }> = {
  DISCARD: { text: 'Discard your changes?', yes: 'Discard', no: 'Keep editing' },
  DELETE: { text: 'Delete this filter?', yes: 'Delete filter', no: 'Keep it' },
};

/** The rules of one of the user's own filters, with the web app's forms and checks. */
export function FilterEditor({ edited, onEditing, onDone, onClose }: EditorProps) {
  const host = useHost();
  const id = useId();
  const form = useRef<HTMLFormElement>(null);
  const [start, setStart] = useState(() => startOf(edited));
  const [draft, setDraft] = useState(start);
  /** Of a draft that doesn't change, so that the API makes one filter of it, however often it is tried. */
  const [opId, setOpId] = useState(() => crypto.randomUUID());
  const [version, setVersion] = useState(edited.kind === 'OWN' ? edited.filter.version : 0);
  const [errors, setErrors] = useState(noErrors);
  const [failed, setFailed] = useState<{ action: Action; failure: Failure } | null>(null);
  const [stale, setStale] = useState<BoardFilter | null>(null);
  const [busy, setBusy] = useState<Action | null>(null);
  const [asking, setAsking] = useState<Ask | null>(null);
  /** The rule that was added last gets the focus once it is there. */
  const [added, setAdded] = useState<string | null>(null);
  useEffect(() => {
    const selector = added === null ? `[id="${id}"]` : `[data-rule="${added}"] :is(input, select)`;
    form.current?.querySelector<HTMLElement>(selector)?.focus();
  }, [added, id]);

  const counts = useRuleCounts(draft.rules);
  const isUnsaved = !isSameDraft(draft, start);
  useEffect(() => {
    onEditing(isUnsaved ? 'UNSAVED' : 'OPEN');
    return () => onEditing('NO');
  }, [isUnsaved, onEditing]);

  function change(part: Partial<FilterDraft>): void {
    setErrors(noErrors);
    setFailed(null);
    setOpId(crypto.randomUUID());
    setDraft((before) => ({ ...before, ...part }));
  }

  async function save(at = version): Promise<void> {
    const checked = checkDraft(draft);
    if (busy !== null || !checked.ok) {
      if (!checked.ok) setErrors(checked.errors);
      return;
    }
    const { name, rules, onUnknown, action } = checked.input;
    const target: FilterSaving['target'] =
      edited.kind === 'OWN'
        ? { kind: 'saved', id: edited.filter.id, version: at }
        : { kind: 'new', basedOnId: edited.kind === 'COPY' ? edited.filter.id : null };
    setBusy('SAVE');
    const saving = { input: { name, rules, onUnknown, action }, target };
    const answer = (await askWorker(host, { type: 'panel:save-filter', opId, saving })) ?? unreachable;
    setBusy(null);
    setStale(null);
    setFailed(answer.ok ? null : { action: 'SAVE', failure: answer });
    if (!answer.ok) return;
    if (answer.value.kind === 'STALE') setStale(answer.value.theirs);
    else if (answer.value.kind === 'NAME_TAKEN') setErrors({ rules: {}, name: answer.value.text });
    else onDone(answer.value.choice);
  }

  async function remove(): Promise<void> {
    if (edited.kind !== 'OWN' || busy !== null) return;
    setBusy('DELETE');
    const message = { type: 'panel:delete-filter' as const, opId: crypto.randomUUID(), id: edited.filter.id };
    const answer = (await askWorker(host, message)) ?? unreachable;
    setBusy(null);
    setAsking(null);
    if (answer.ok) onDone(answer.value);
    else setFailed({ action: 'DELETE', failure: answer });
  }

  function takeTheirs(theirs: BoardFilter): void {
    const next = toDraft(theirs);
    setVersion(theirs.version);
    setStart(next);
    setDraft(next);
    setStale(null);
  }

  const leave = () => (isUnsaved ? setAsking('DISCARD') : onClose());
  function press(event: KeyboardEvent): void {
    if (event.key === 'Escape') leave();
    if (event.key.toLowerCase() !== 's' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    void save();
  }

  return (
    <form
      ref={form}
      className="section filter-editor"
      aria-label={titles[edited.kind]}
      noValidate
      onKeyDown={press}
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <h2>{titles[edited.kind]}</h2>
      {edited.kind === 'COPY' ? <p className="line quiet">A copy of “{edited.filter.name}”, only for you.</p> : null}
      <div className="field">
        <label htmlFor={id}>Name</label>
        <input
          id={id}
          maxLength={60}
          placeholder="Van, Southeast"
          autoComplete="off"
          value={draft.name}
          aria-invalid={errors.name !== undefined}
          aria-describedby={`${id}-error`}
          onChange={(event) => change({ name: event.target.value })}
        />
        <p id={`${id}-error`} className="line bad" role={errors.name === undefined ? undefined : 'alert'}>
          {errors.name}
        </p>
      </div>
      {draft.rules.length === 0 ? <p className="line quiet">No rules yet. A load has to pass every rule that you add.</p> : null}
      <ul className="rules">
        {draft.rules.map((rule: RuleDraft) => (
          <RuleFields
            key={rule.key}
            rule={rule}
            error={errors.rules[rule.key]}
            count={counts?.each.get(rule.key)}
            onChange={(next) => change({ rules: draft.rules.map((one) => (one.key === next.key ? next : one)) })}
            onRemove={() => change({ rules: draft.rules.filter(({ key }) => key !== rule.key) })}
          />
        ))}
      </ul>
      {errors.whole === undefined ? null : (
        <p className="line bad" role="alert">
          {errors.whole}
        </p>
      )}
      <AddRule
        used={draft.rules.map(({ kind }) => kind)}
        onAdd={(kind) => {
          const rule = startRule(kind);
          change({ rules: [...draft.rules, rule] });
          setAdded(rule.key);
        }}
      />
      <Choice
        label="When a post doesn’t say"
        value={draft.onUnknown}
        words={unknownLabels}
        onChange={(onUnknown) => change({ onUnknown })}
      />
      <Choice label="Loads that fail" value={draft.action} words={actionLabels} onChange={(action) => change({ action })} />
      {counts === null ? null : <AllCount counts={counts} />}
      {failed === null ? null : (
        <FailureLine
          failure={failed.failure}
          failed={failedLabels[failed.action]}
          onRetry={() => void (failed.action === 'SAVE' ? save() : remove())}
        />
      )}
      {stale === null ? null : (
        <Stale
          theirs={stale}
          draft={draft}
          onKeepMine={() => {
            setVersion(stale.version);
            void save(stale.version);
          }}
          onTakeTheirs={() => takeTheirs(stale)}
        />
      )}
      {asking === null ? (
        <div className="buttons">
          <button type="submit" className="button button-filled" disabled={busy !== null}>
            {busy === 'SAVE' ? 'Saving…' : 'Save'}
          </button>
          <button type="button" className="button button-line" onClick={leave}>
            Cancel
          </button>
          {edited.kind === 'OWN' ? (
            <button type="button" className="button button-plain" onClick={() => setAsking('DELETE')}>
              Delete
            </button>
          ) : null}
        </div>
      ) : (
        <div className="buttons" role="alertdialog" aria-label={questions[asking].text}>
          <p className="line">{questions[asking].text}</p>
          <button
            type="button"
            className="button button-filled"
            // biome-ignore lint/a11y/noAutofocus: The user has just asked for it.
            autoFocus
            disabled={busy !== null}
            onClick={() => (asking === 'DELETE' ? void remove() : onClose())}
          >
            {questions[asking].yes}
          </button>
          <button type="button" className="button button-line" onClick={() => setAsking(null)}>
            {questions[asking].no}
          </button>
        </div>
      )}
    </form>
  );
}
