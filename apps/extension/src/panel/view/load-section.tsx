import type { BoardLoad } from '@headhaul/domain/boards/board-load';
import { formatPlace, type LoadFact, listFacts } from './load-facts.ts';
import { Section } from './parts.tsx';

function Value({ fact }: { fact: LoadFact }) {
  if (fact.value !== null) return <dd>{fact.value}</dd>;
  return <dd className="quiet">{fact.isFailed ? 'Not read' : 'Not shown'}</dd>;
}

/** Everything here is text of the board's page. React writes it as text, whatever is in it. */
export function LoadSection({ load }: { load: BoardLoad }) {
  const facts = listFacts(load);
  const known = facts.filter(({ value, isFailed }) => value !== null || isFailed);
  const missing = facts.filter(({ value, isFailed }) => value === null && !isFailed);
  return (
    <Section title="Load">
      <p className="lane">
        <span>{formatPlace(load.origin)}</span> <span aria-hidden="true">→</span> <span className="sr-only">to</span>{' '}
        <span>{formatPlace(load.destination)}</span>
      </p>
      <dl className="facts">
        {known.map((fact) => (
          <div key={fact.label}>
            <dt>{fact.label}</dt>
            <Value fact={fact} />
          </div>
        ))}
      </dl>
      {missing.length === 0 ? null : (
        <p className="line quiet">
          The board doesn’t show: {missing.map(({ label }) => label.replace(/^[A-Z](?=[a-z])/, (one) => one.toLowerCase())).join(', ')}.
        </p>
      )}
    </Section>
  );
}
