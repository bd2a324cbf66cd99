import type { BoardId } from '@headhaul/domain/boards/board-load';
import { useState } from 'react';
import type { BoardsView, BoardView } from '../board/messages.ts';
import type { PackNews } from '../packs/pack-news.ts';

export interface BoardsPanelProps {
  view: BoardsView;
  onSwitch: (board: BoardId, isOn: boolean) => void;
  onLowest: (cents: number | null) => void;
  onShareCounts: (isOn: boolean) => void;
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

export function describeBoard({ isOn, report }: Pick<BoardView, 'isOn' | 'report'>): string {
  if (!isOn) return 'Off. Nothing is read or drawn there.';
  if (report === null) return "Open or reload the board's tab";
  if (report.state === 'DEGRADED') return 'Layout changed; filters paused';
  if (report.state === 'READING') return `Reading ${report.rows} ${report.rows === 1 ? 'load' : 'loads'}`;
  return report.state === 'OFF' ? 'Paused' : 'No list of loads on the page';
}

/** "2.4", "$2.40": cents. Null for nothing; undefined for what is no rate per mile. */
export function readDollars(text: string): number | null | undefined {
  const [whole, digits] = /^\$?(\d{1,2}(?:\.\d{1,2})?)$/.exec(text.trim()) ?? [];
  if (whole === undefined || Number(digits) === 0) return text.trim() === '' ? null : undefined;
  return Math.round(Number(digits) * 100);
}

function LowestRate({ cents, onLowest }: { cents: number | null; onLowest: BoardsPanelProps['onLowest'] }) {
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

function Switch({ label, isOn, onSwitch }: { label: string; isOn: boolean; onSwitch: (isOn: boolean) => void }) {
  return <button type="button" className="switch" role="switch" aria-checked={isOn} aria-label={label} onClick={() => onSwitch(!isOn)} />;
}

/** Which boards are read, how it goes, and a switch for each. */
export function BoardsPanel({ view, onSwitch, onLowest, onShareCounts }: BoardsPanelProps) {
  return (
    <section className="block boards" aria-label="Load boards">
      {view.boards.map((one) => (
        <div className="board" key={one.board}>
          <div>
            <p className="board-name">
              {boardNames[one.board]}
              {one.isBeta ? <span className="beta">Beta</span> : null}
            </p>
            <p className={one.report?.state === 'DEGRADED' && one.isOn ? 'board-line board-warn' : 'board-line'} role="status">
              {describeBoard(one)}
            </p>
            {one.news === null ? null : <p className="board-line">{newsLabels[one.news]}</p>}
          </div>
          <Switch label={`Read ${boardNames[one.board]}`} isOn={one.isOn} onSwitch={(isOn) => onSwitch(one.board, isOn)} />
        </div>
      ))}
      {view.canUpdate ? null : <p className="board-line board-warn">To get board updates, update your browser to version 137 or newer.</p>}
      <LowestRate cents={view.lowestCents} onLowest={onLowest} />
      <div className="board">
        <div>
          <p className="board-name">Send reading stats</p>
          <p className="board-line">How many rows could be read. No loads, no page text.</p>
        </div>
        <Switch label="Send reading stats" isOn={view.isSharingCounts} onSwitch={onShareCounts} />
      </div>
    </section>
  );
}
