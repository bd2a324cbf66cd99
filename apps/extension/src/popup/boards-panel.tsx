import type { BoardId } from '@headhaul/domain/boards/board-load';
import { nameFields } from '@headhaul/domain/boards/field-labels';
import { useState } from 'react';
import { type BoardsView, type BoardTally, type BoardView, needsRepair } from '../board/messages.ts';
import type { PackNews } from '../packs/pack-news.ts';
import { formatMoment } from './account-panel.tsx';

export interface BoardsPanelProps {
  view: BoardsView;
  onSwitch: (board: BoardId, isOn: boolean) => void;
  onOpen: (url: string) => void;
  /** Asks the browser for the site. */
  onAllow: (site: string) => void;
}

/** What became of a board's last pack. */
const newsLabels: Record<PackNews, string> = {
  TAKEN: 'Board update installed',
  REFUSED: 'Board update rejected: it failed our checks',
  UNDONE: 'Board update undone: it read fewer loads',
  NEEDS_NEWER_EXTENSION: 'Update the Headhaul extension to get the latest board update',
  STORAGE_FULL: 'Board update not saved: free up disk space',
};

export const boardNames: Record<BoardId, string> = {
  dat: 'DAT One',
  truckstop: 'Truckstop',
  truckerpath: 'Trucker Path',
  '123loadboard': '123Loadboard',
  sylectus: 'Sylectus',
  relay: 'Amazon Relay',
  demo: 'Demo Board',
  other: 'Board you taught',
};

/** The lamp says the same by its shape as by its color. */
export type BoardLamp = 'on' | 'paused' | 'refused' | 'idle';

const count = (number: number) => number.toLocaleString('en-US');

/** "Working, 214 seen, 38 match" */
function describeReading(rows: number, tally: BoardTally | undefined): string {
  if (tally === undefined) return `Reading ${count(rows)} ${rows === 1 ? 'load' : 'loads'}`;
  return `Working, ${count(tally.seen)} seen${tally.hasFilter ? `, ${count(tally.matched)} match` : ''}`;
}

type Known = Pick<BoardView, 'isOn' | 'report' | 'sinceMs' | 'lackingSite'>;

export function describeBoard({ isOn, report, sinceMs, lackingSite }: Known, tally?: BoardTally): { lamp: BoardLamp; line: string } {
  if (lackingSite !== null) return { lamp: 'refused', line: 'Your browser doesn’t let us read this site' };
  if (!isOn) return { lamp: 'idle', line: 'Off. Nothing is read or drawn there.' };
  if (report === null) return { lamp: 'idle', line: "Open or reload the board's tab" };
  if (report.state === 'DEGRADED') {
    const since = sinceMs === null ? '' : ` ${formatMoment(sinceMs, Date.now())}`;
    return { lamp: 'paused', line: `Layout changed${since}; filters paused` };
  }
  if (needsRepair(report)) return { lamp: 'paused', line: `${nameFields(report.unread)} can’t be read on this page` };
  if (report.state === 'READING') return { lamp: 'on', line: describeReading(report.rows, tally) };
  return { lamp: 'idle', line: report.state === 'OFF' ? 'Paused' : 'No list of loads on the page' };
}

function Switch({ label, isOn, onSwitch }: { label: string; isOn: boolean; onSwitch: (isOn: boolean) => void }) {
  return <button type="button" className="switch" role="switch" aria-checked={isOn} aria-label={label} onClick={() => onSwitch(!isOn)} />;
}

function Board({
  one,
  tally,
  onSwitch,
  onOpen,
  onAllow,
}: { one: BoardView; tally: BoardTally | undefined } & Omit<BoardsPanelProps, 'view'>) {
  const name = boardNames[one.board];
  const { lamp, line } = describeBoard(one, tally);
  const { url, lackingSite: site } = one;
  return (
    <li className="board">
      <span className={`board-lamp board-lamp-${lamp}`} aria-hidden="true" />
      <div className="board-text">
        <p className="board-name">
          {name}
          {one.isBeta ? <span className="beta">Beta</span> : null}
        </p>
        <p className={`board-line board-${lamp}`} role="status">
          {line}
        </p>
        {one.news === null ? null : <p className="board-line">{newsLabels[one.news]}</p>}
      </div>
      {site === null ? null : (
        <button type="button" className="link" aria-label={`Allow ${name}`} onClick={() => onAllow(site)}>
          Allow
        </button>
      )}
      {site === null && one.isOn && one.report === null && url !== null ? (
        <button type="button" className="link" aria-label={`Open ${name}`} onClick={() => onOpen(url)}>
          Open
        </button>
      ) : null}
      {site === null ? <Switch label={`Read ${name}`} isOn={one.isOn} onSwitch={(isOn) => onSwitch(one.board, isOn)} /> : null}
    </li>
  );
}

/** Which boards are read, how it goes, and what to do about each. */
export function BoardsPanel({ view, ...acts }: BoardsPanelProps) {
  return (
    <section className="boards-list" aria-label="Load boards">
      <h2 className="list-head">Boards in this browser</h2>
      <ul>
        {view.boards.map((one) => (
          <Board key={one.board} one={one} tally={view.tallies?.[one.board]} {...acts} />
        ))}
      </ul>
      {view.canUpdate ? null : (
        <p className="board-line board-paused">To get board updates, update your browser to version 137 or newer.</p>
      )}
    </section>
  );
}

/** "2.4", "$2.40": cents. Null for nothing; undefined for what is no rate per mile. */
export function readDollars(text: string): number | null | undefined {
  const [whole, digits] = /^\$?(\d{1,2}(?:\.\d{1,2})?)$/.exec(text.trim()) ?? [];
  if (whole === undefined || Number(digits) === 0) return text.trim() === '' ? null : undefined;
  return Math.round(Number(digits) * 100);
}

interface SettingsProps {
  view: BoardsView;
  onLowest: (cents: number | null) => void;
  onShareCounts: (isOn: boolean) => void;
}

function LowestRate({ cents, onLowest }: { cents: number | null; onLowest: SettingsProps['onLowest'] }) {
  const [text, setText] = useState(cents === null ? '' : (cents / 100).toFixed(2));
  const read = readDollars(text);
  const save = () => {
    if (read !== undefined && read !== cents) onLowest(read);
  };
  return (
    <form
      className="lowest"
      onSubmit={(event) => {
        event.preventDefault();
        save();
      }}
    >
      <label htmlFor="lowest">Dim loads under, a mile with deadhead</label>
      <span className="money">
        $
        <input
          id="lowest"
          inputMode="decimal"
          autoComplete="off"
          value={text}
          aria-invalid={read === undefined}
          aria-describedby="lowest-hint"
          onChange={(event) => setText(event.target.value)}
          onBlur={save}
        />
      </span>
      <p id="lowest-hint" className="lowest-hint" role="status">
        {read === undefined ? 'Type dollars, such as 2.40.' : read === null ? 'Empty: no load is dimmed.' : ''}
      </p>
    </form>
  );
}

/** What is set once and seldom changed. */
export function BoardSettings({ view, onLowest, onShareCounts }: SettingsProps) {
  return (
    <section className="block boards" aria-label="Board settings">
      <LowestRate cents={view.lowestCents} onLowest={onLowest} />
      <div className="board">
        <div className="board-text">
          <p className="board-name">Send reading stats</p>
          <p className="board-line">How many rows could be read. No loads, no page text.</p>
        </div>
        <Switch label="Send reading stats" isOn={view.isSharingCounts} onSwitch={onShareCounts} />
      </div>
    </section>
  );
}
