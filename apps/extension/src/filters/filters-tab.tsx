import { useCallback, useEffect, useState } from 'react';
import type { Asked } from '../panel/messages.ts';
import { askWorker, useHost } from '../panel/view/panel-host.ts';
import { Bones, FailureLine } from '../panel/view/parts.tsx';
import type { FilterChoice } from './choose-filter.ts';

const page = '/dispatcher/smart-filters';
const unreachable = { ok: false, failure: 'UNREACHABLE' } as const;

interface ChoiceProps {
  choice: FilterChoice;
  isBusy: boolean;
  onChoose: (filterId: string | null, isOn: boolean) => void;
}

function Choices({ choice: { filters, always, chosenId, isOn }, isBusy, onChoose }: ChoiceProps) {
  const options = [{ id: null, name: 'No filter', rules: 'Rows have their rate and no mark', isShared: false }, ...filters];
  return (
    <>
      <fieldset className="choices" disabled={isBusy}>
        <legend>Filter on your boards</legend>
        {options.map(({ id, name, rules, isShared }) => (
          <label key={id ?? 'none'} className="choice">
            <input type="radio" name="filter" checked={id === chosenId} onChange={() => onChoose(id, true)} />
            <span>
              <strong>{name}</strong>
              {isShared ? <span className="quiet"> · team</span> : null}
              <span className="quiet choice-rules">{rules}</span>
            </span>
          </label>
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
            {always.map(({ id, name, rules }) => (
              <li key={id}>
                {name} <span className="quiet choice-rules">{rules}</span>
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  );
}

/** Which filter runs on the user's boards. Filters are made and changed in the web app. */
export function FiltersTab() {
  const host = useHost();
  const [answer, setAnswer] = useState<Asked<FilterChoice> | null>(null);
  const [isBusy, setIsBusy] = useState(false);

  const look = useCallback(async () => setAnswer((await askWorker(host, { type: 'panel:filters' })) ?? unreachable), [host]);
  useEffect(() => void look(), [look]);

  async function choose(filterId: string | null, isOn: boolean): Promise<void> {
    setIsBusy(true);
    const next = (await askWorker(host, { type: 'panel:choose-filter', filterId, isOn })) ?? unreachable;
    setIsBusy(false);
    setAnswer(next);
  }

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
        <Choices choice={answer.value} isBusy={isBusy} onChoose={(filterId, isOn) => void choose(filterId, isOn)} />
      ) : (
        <div className="section">
          <FailureLine failure={answer} failed="Couldn’t load your filters" onRetry={() => void look()} />
        </div>
      )}
      <p className="foot">
        <button type="button" className="button button-line" onClick={() => host.openWeb(page)}>
          {answer.ok && answer.value.filters.length === 0 ? 'Make a filter' : 'Edit filters'}
        </button>
      </p>
    </>
  );
}
