import { CallLink, listPosted } from '../view/actions.tsx';
import { formatPlace } from '../view/load-facts.ts';
import { Bones } from '../view/parts.tsx';
import { formatPosted, formatTrip } from './matches-tab.tsx';
import type { MatchRow } from './messages.ts';
import type { MatchesPhase } from './use-matches.ts';

function Call({ row: { load, mail } }: { row: MatchRow }) {
  const lane = `${formatPlace(load.origin)} to ${formatPlace(load.destination)}`;
  const facts = [load.broker.name, formatTrip(load), formatPosted(load), mail].filter((part) => part !== null && part !== '');
  return (
    <li className="section">
      <strong>{lane}</strong>
      <p className="line quiet">{facts.join(', ')}</p>
      <div className="calls">
        {listPosted(load).map((number) => (
          <CallLink key={number.e164} number={number} about={lane} />
        ))}
      </div>
    </li>
  );
}

/** The loads that the user has seen and whose broker can be called. */
export function CallsTab({ phase }: { phase: MatchesPhase }) {
  if (phase.kind === 'loading') {
    return (
      <div className="message">
        <Bones label="Loading numbers" />
      </div>
    );
  }
  const calls = phase.kind === 'known' ? phase.view.calls.filter(({ load }) => listPosted(load).length > 0) : [];
  if (calls.length === 0) {
    return (
      <div className="message">
        <h2>Nobody to call yet</h2>
        <p>Loads on your screen that show a phone number are listed here, those without an email address first.</p>
      </div>
    );
  }
  return (
    <>
      <ul className="matches" aria-label="Loads to call about">
        {calls.map((row) => (
          <Call key={row.load.rowKey} row={row} />
        ))}
      </ul>
      <p className="foot quiet">Loads without an email address come first. Loads that your filters hold back aren’t listed.</p>
    </>
  );
}
