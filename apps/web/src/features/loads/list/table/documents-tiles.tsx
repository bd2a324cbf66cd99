import { Tooltip } from '@mantine/core';
import classes from './documents-tiles.module.css';

export type TileKind = 'RATE_CONFIRMATION' | 'BOL' | 'POD';

export interface DocumentTile {
  kind: TileKind;
  state: 'have' | 'waiting' | 'missing';
  /** What the tooltip says about the document: "Here", "Waited for" or "Not here yet". */
  note: string;
}

const documentStates: Record<TileKind, { letter: string; name: string }> = {
  RATE_CONFIRMATION: { letter: 'R', name: 'Rate con' },
  BOL: { letter: 'B', name: 'BOL' },
  POD: { letter: 'P', name: 'POD' },
};

interface DocumentsTilesProps {
  documents: readonly DocumentTile[];
  onOpen?: (kind: TileKind) => void;
  /** `title` is the browser's own hint, for lists of hundreds of rows. Our tooltip costs as much as a row. */
  hint?: 'tooltip' | 'title';
}

/** The three documents of a load, each a letter. With `onOpen` each letter is a button. */
export function DocumentsTiles({ documents, onOpen, hint = 'tooltip' }: DocumentsTilesProps) {
  return (
    <span className={classes.tiles}>
      {documents.map(({ kind, state, note }) => {
        const { letter, name } = documentStates[kind];
        const label = `${name}. ${note}`;
        const shared = { className: classes.tile, 'data-state': state, 'aria-label': label, title: hint === 'title' ? label : undefined };
        const tile = onOpen ? (
          <button
            key={kind}
            type="button"
            {...shared}
            onClick={(event) => {
              event.stopPropagation();
              onOpen(kind);
            }}
          >
            {letter}
          </button>
        ) : (
          <span key={kind} {...shared} role="img">
            {letter}
          </span>
        );
        return hint === 'title' ? (
          tile
        ) : (
          <Tooltip key={kind} label={label}>
            {tile}
          </Tooltip>
        );
      })}
    </span>
  );
}
