import type { BoardLoad } from '@headhaul/domain/boards/board-load';
import { postedCents } from '@headhaul/domain/boards/figures';
import { formatMoney } from '@headhaul/domain/format-money';
import { formatMonthDay } from '@headhaul/domain/time/when';
import type { MatchOrder } from '../../board/messages.ts';
import { formatPlace } from '../view/load-facts.ts';
import { askWorker, useHost } from '../view/panel-host.ts';
import { Bones, formatClock } from '../view/parts.tsx';
import type { MatchesView, MatchRow } from './messages.ts';
import { PausedFoot } from './paused-foot.tsx';
import type { Matches } from './use-matches.ts';

const orderLabels: Record<MatchOrder, string> = { NEW: 'New', RPM: 'RPM', RATE: 'Rate' };
const count = (number: number) => number.toLocaleString('en-US');

/** "905 mi, DH 27, Nov 14". What the board doesn't show is left out. */
export function formatTrip({ tripMiles, deadheadOrigin, pickup }: BoardLoad): string {
  const parts = [
    tripMiles === null ? null : `${count(tripMiles)} mi`,
    deadheadOrigin === null ? null : `DH ${count(deadheadOrigin)}`,
    pickup.earliest === null ? null : formatMonthDay(pickup.earliest),
  ];
  return parts.filter((part) => part !== null).join(', ');
}

export function formatPosted(load: BoardLoad): string {
  const cents = postedCents(load);
  return cents === null ? 'No rate' : formatMoney(cents);
}

function Match({ row, isOld, isOpen, onOpen }: { row: MatchRow; isOld: boolean; isOpen: boolean; onOpen: () => void }) {
  const { load, perMile, broker, mail, seenAtMs } = row;
  const line = [isOld ? `Read ${formatClock(seenAtMs)}` : '', mail].filter((part) => part !== '').join(', ');
  return (
    <li>
      <button type="button" className="match" aria-current={isOpen ? 'true' : undefined} onClick={onOpen}>
        <span className="match-lane">
          {formatPlace(load.origin)} <span aria-hidden="true">→</span>
          <span className="sr-only">to</span> {formatPlace(load.destination)}
        </span>
        <span className="match-rate">{formatPosted(load)}</span>
        <span className="match-trip">{formatTrip(load)}</span>
        <span className="match-marks">
          {broker === null ? null : (
            <span className={`chip chip-${broker.tone}`}>
              <span className="sr-only">{broker.label}</span>
              <span aria-hidden="true">
                {broker.letter === '' ? null : <b>{broker.letter}</b>} {broker.text}
              </span>
            </span>
          )}
          {perMile === null ? null : (
            <strong>
              {perMile}
              <span className="sr-only"> a mile</span>
            </strong>
          )}
        </span>
        {line === '' ? null : <span className={mail === '' ? 'match-mail match-read' : 'match-mail'}>{line}</span>}
      </button>
    </li>
  );
}

/** How many of the seen loads match, and about how many nobody can say. */
function Share({ view: { matched, unknown, seen } }: { view: MatchesView }) {
  const percent = (part: number) => `${seen === 0 ? 0 : (100 * part) / seen}%`;
  return (
    <>
      <div className="share" aria-hidden="true">
        <span className="share-match" style={{ width: percent(matched) }} />
        <span className="share-unknown" style={{ width: percent(unknown) }} />
      </div>
      <p>
        <strong>{count(matched)} match</strong> of {count(seen)} seen{unknown === 0 ? '' : `, ${count(unknown)} not known`}
      </p>
    </>
  );
}

function HeldBack({ heldBack }: Pick<MatchesView, 'heldBack'>) {
  if (heldBack.length === 0) return null;
  return (
    <section className="section" aria-labelledby="held-back">
      <h2 id="held-back">What holds most of them back</h2>
      <dl className="facts">
        {heldBack.map(({ rule, loads }) => (
          <div key={rule}>
            <dt>{rule}</dt>
            <dd>{count(loads)} out</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

/** Null when the page is read. */
function describeStop({ state, seen, matched, hasFilter }: MatchesView): { title: string; text: string } | null {
  if (state === 'OFF') return { title: 'Off on this board', text: 'Turn Headhaul on for this board in its toolbar popup.' };
  if (state === 'DEGRADED' && matched === 0)
    return { title: 'Nothing is read here now', text: 'The board’s layout changed, so our marks are off rather than wrong.' };
  if (state === 'WAITING' && seen === 0)
    return { title: 'No list of loads yet', text: 'Search on the board. Loads that match appear here.' };
  if (!hasFilter) return { title: 'No filter is on', text: 'Choose a filter, and the loads that pass it are listed here.' };
  return null;
}

interface ListProps {
  view: MatchesView;
  order: MatchOrder;
  openKey: string | null;
  onOrder: (order: MatchOrder) => void;
  onOpened: () => void;
  onStartOver: () => void;
}

function List({ view, order, openKey, onOrder, onOpened, onStartOver }: ListProps) {
  const host = useHost();
  const { tabId, frameId, rows, matched, sinceMs, stateSinceMs } = view;
  const isOld = view.state === 'DEGRADED';
  const isOne = matched === 1;

  async function open({ load }: MatchRow): Promise<void> {
    await askWorker(host, { type: 'panel:show', tabId, frameId, load });
    onOpened();
  }

  return (
    <>
      {isOld ? (
        <div className="strip strip-need" role="status">
          <strong>Layout changed{stateSinceMs === null ? '' : ` at ${formatClock(stateSinceMs)}`}.</strong>{' '}
          {isOne ? 'This load was' : `These ${count(matched)} were`} read before that. {isOne ? 'Its' : 'Their'} place on the page may have
          moved, so open {isOne ? 'it' : 'them'} from here.
        </div>
      ) : null}
      <div className="section">
        <Share view={view} />
        {matched < 2 ? null : (
          <fieldset className="orders">
            <legend className="sr-only">Sort</legend>
            {(Object.keys(orderLabels) as MatchOrder[]).map((one) => (
              <button key={one} type="button" aria-pressed={one === order} onClick={() => onOrder(one)}>
                {orderLabels[one]}
              </button>
            ))}
          </fieldset>
        )}
      </div>
      {matched === 0 ? (
        <HeldBack heldBack={view.heldBack} />
      ) : (
        <ul className="matches" aria-label="Matches">
          {rows.map((row) => (
            <Match key={row.load.rowKey} row={row} isOld={isOld} isOpen={row.load.rowKey === openKey} onOpen={() => void open(row)} />
          ))}
        </ul>
      )}
      <p className="foot quiet">
        {rows.length < matched ? `The first ${rows.length} are listed. ` : ''}
        {sinceMs === null ? '' : `Seen on your screen since ${formatClock(sinceMs)}. `}
        {isOld ? null : (
          <>
            Scroll the board to add more.{' '}
            <button type="button" className="link" onClick={onStartOver}>
              Start over
            </button>
          </>
        )}
      </p>
    </>
  );
}

interface MatchesTabProps extends Matches {
  order: MatchOrder;
  openKey: string | null;
  onOrder: (order: MatchOrder) => void;
  onOpened: () => void;
}

/** The loads on the user's screen that pass the filters. */
export function MatchesTab({ phase, startOver, ...list }: MatchesTabProps) {
  const host = useHost();
  if (phase.kind === 'loading') {
    return (
      <div className="message">
        <Bones label="Loading matches" />
      </div>
    );
  }
  const stop =
    phase.kind === 'no-board'
      ? { title: 'Open a load board', text: 'This tab shows no board that Headhaul reads. Loads that pass your filters are listed here.' }
      : describeStop(phase.view);
  const foot = phase.kind === 'known' && phase.view.state === 'DEGRADED' ? <PausedFoot view={phase.view} /> : null;
  if (phase.kind === 'known' && stop === null) {
    return (
      <>
        <div className="body">
          <List view={phase.view} onStartOver={startOver} {...list} />
        </div>
        {foot}
      </>
    );
  }
  return (
    <>
      <div className="body message">
        <h2>{stop?.title}</h2>
        <p>{stop?.text}</p>
        {phase.kind === 'known' && !phase.view.hasFilter ? (
          <button type="button" className="button button-filled" onClick={() => host.openWeb('/dispatcher/smart-filters')}>
            Choose a filter
          </button>
        ) : null}
      </div>
      {foot}
    </>
  );
}
