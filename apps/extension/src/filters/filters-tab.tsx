import { useCallback, useEffect, useRef, useState } from 'react';
import type { Asked } from '../panel/messages.ts';
import { askWorker, useHost } from '../panel/view/panel-host.ts';
import { Bones, FailureLine } from '../panel/view/parts.tsx';
import type { ChoosableFilter, FilterChoice } from './choose-filter.ts';
import { type Edited, type Editing, FilterEditor } from './filter-editor.tsx';

const page = '/dispatcher/smart-filters';
const unreachable = { ok: false, failure: 'UNREACHABLE' } as const;

interface ChoiceProps {
  choice: FilterChoice;
  isBusy: boolean;
  onChoose: (filterId: string | null, isOn: boolean) => void;
  onEdit: (edited: Edited) => void;
}

/** One's own is changed here. Of the team's the user makes a version of their own, if the owner lets them. */
function EditButton({ filter, onEdit }: { filter: ChoosableFilter; onEdit: ChoiceProps['onEdit'] }) {
  if (filter.isShared && !filter.isAdjustable) return null;
  const words = filter.isShared ? 'Change for me' : 'Edit';
  return (
    <button
      type="button"
      className="link choice-edit"
      aria-label={`${words}: ${filter.name}`}
      onClick={() => onEdit({ kind: filter.isShared ? 'COPY' : 'OWN', filter })}
    >
      {words}
    </button>
  );
}

function Choices({ choice: { filters, always, chosenId, isOn }, isBusy, onChoose, onEdit }: ChoiceProps) {
  return (
    <>
      <fieldset className="choices" disabled={isBusy}>
        <legend>Filter on your boards</legend>
        <label className="choice">
          <input type="radio" name="filter" checked={chosenId === null} onChange={() => onChoose(null, true)} />
          <span>
            <strong>No filter</strong>
            <span className="quiet choice-rules">Rows have their rate and no mark</span>
          </span>
        </label>
        {filters.map((filter) => (
          <div key={filter.id} className="choice-line">
            <label className="choice">
              <input type="radio" name="filter" checked={filter.id === chosenId} onChange={() => onChoose(filter.id, true)} />
              <span>
                <strong>{filter.name}</strong>
                {filter.isShared ? <span className="quiet"> · team</span> : null}
                <span className="quiet choice-rules">{filter.words}</span>
              </span>
            </label>
            <EditButton filter={filter} onEdit={onEdit} />
          </div>
        ))}
      </fieldset>
      {chosenId === null ? null : (
        <label className="choice choice-off">
          <input type="checkbox" checked={!isOn} disabled={isBusy} onChange={() => onChoose(chosenId, !isOn)} />
          <span>Off for now</span>
        </label>
      )}
      {always.length === 0 ? null : (
        <section className="section" aria-labelledby="always">
          <h2 id="always">For everyone, always on</h2>
          <ul>
            {always.map(({ id, name, words }) => (
              <li key={id}>
                {name} <span className="quiet choice-rules">{words}</span>
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  );
}

/** Which filter runs on the user's boards, and the editor of the user's own. The team's are changed in the web app. */
export function FiltersTab({ onEditing }: { onEditing: (editing: Editing) => void }) {
  const host = useHost();
  const [answer, setAnswer] = useState<Asked<FilterChoice> | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const [edited, setEdited] = useState<Edited | null>(null);
  const [wasEditing, setWasEditing] = useState(false);
  const makeButton = useRef<HTMLButtonElement>(null);
  // Who comes back from the editor by the keyboard is not at the page's beginning.
  useEffect(() => {
    if (wasEditing && edited === null) makeButton.current?.focus();
  }, [wasEditing, edited]);

  const look = useCallback(async () => setAnswer((await askWorker(host, { type: 'panel:filters' })) ?? unreachable), [host]);
  useEffect(() => void look(), [look]);

  async function choose(filterId: string | null, isOn: boolean): Promise<void> {
    setIsBusy(true);
    const next = (await askWorker(host, { type: 'panel:choose-filter', filterId, isOn })) ?? unreachable;
    setIsBusy(false);
    setAnswer(next);
  }

  function edit(next: Edited | null): void {
    setEdited(next);
    setWasEditing(true);
  }
  function finish(choice: FilterChoice): void {
    setAnswer({ ok: true, value: choice, atMs: Date.now(), isOld: false });
    edit(null);
  }

  if (edited !== null) return <FilterEditor edited={edited} onEditing={onEditing} onDone={finish} onClose={() => edit(null)} />;
  if (answer === null) {
    return (
      <div className="message">
        <Bones label="Loading filters" />
      </div>
    );
  }
  return (
    <>
      {answer.ok ? (
        <Choices choice={answer.value} isBusy={isBusy} onChoose={(filterId, isOn) => void choose(filterId, isOn)} onEdit={edit} />
      ) : (
        <div className="section">
          <FailureLine failure={answer} failed="Couldn’t load your filters" onRetry={() => void look()} />
        </div>
      )}
      <p className="foot">
        {answer.ok ? (
          <button type="button" ref={makeButton} className="button button-line" onClick={() => edit({ kind: 'NEW' })}>
            New filter
          </button>
        ) : null}
        <button type="button" className="button button-plain" onClick={() => host.openWeb(page)}>
          Open in Headhaul
        </button>
      </p>
    </>
  );
}
