import type { BoardId } from '@headhaul/domain/boards/board-load';
import { boardNames } from '../../popup/boards-panel.tsx';

/** What the lamp in the head is about. `on`: loads are read now. */
export interface HeadState {
  lamp: 'on' | 'paused' | 'off';
  words: string;
}

/** The board beside the panel, or what stands in the way. Null: nothing is known yet. */
export function describeHead(about: {
  isSilent: boolean;
  board: BoardId | null;
  state: 'READING' | 'DEGRADED' | 'OTHER';
}): HeadState | null {
  const { isSilent, board, state } = about;
  if (isSilent) return { lamp: 'off', words: 'No connection' };
  if (board === null) return null;
  if (state === 'DEGRADED') return { lamp: 'paused', words: `${boardNames[board]}, paused` };
  return { lamp: state === 'READING' ? 'on' : 'off', words: boardNames[board] };
}

export function Head({ state }: { state: HeadState | null }) {
  return (
    <header className="head">
      <img src="/icon/on-128.png" width={24} height={24} alt="" />
      <h1>Headhaul</h1>
      {state === null ? null : (
        <span className="board">
          <span className={`lamp lamp-${state.lamp}`} aria-hidden="true" />
          {state.words}
        </span>
      )}
    </header>
  );
}
