import type { LoadRow } from '@headhaul/contracts/loads/record';
import { attentionOf } from '@headhaul/domain/loads/attention';
import { shownGross } from '@headhaul/domain/loads/shown';
import { type KeyboardEvent, memo } from 'react';
import { formatMoney } from '../../../shared/format/money.ts';
import { formatStopWhen } from '../../../shared/format/stop-time.ts';
import { Lane } from '../../../shared/list/rows/two-line.tsx';
import classes from './board.module.css';

interface BoardCardProps {
  row: LoadRow;
  now: number;
  isOpen: boolean;
  isSaving: boolean;
  isDragged: boolean;
  onDrag: (row: LoadRow | null) => void;
  onOpen: (id: string) => void;
  onStatus: (row: LoadRow, anchor: HTMLElement) => void;
  onAssign: (row: LoadRow, anchor: HTMLElement) => void;
}

/** A load on the board: the lane, its next stop, what it waits for, who has it. */
export const BoardCard = memo(function BoardCard(props: BoardCardProps) {
  const { row, now, isOpen, isSaving, isDragged, onDrag, onOpen, onStatus, onAssign } = props;
  const attention = attentionOf(row, now);
  const needs = attention.group === 'NEEDS_ATTENTION' ? (row.status === 'PROBLEM' ? 'bad' : 'need') : undefined;
  const isPickup = row.status === 'BOOKED' || row.status === 'DISPATCHED' || row.status === 'AT_PICKUP';
  const stop = isPickup ? formatStopWhen(row.pickupAt, row.pickupZone, now) : formatStopWhen(row.deliveryAt, row.deliveryZone, now);

  const act = (event: KeyboardEvent<HTMLElement>) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    if (event.key === 's') onStatus(row, event.currentTarget);
    else if (event.key === 'a') onAssign(row, event.currentTarget);
    else return;
    event.preventDefault();
  };

  return (
    <button
      type="button"
      className={classes.card}
      data-card=""
      data-need={needs}
      data-open={isOpen || undefined}
      data-saving={isSaving || undefined}
      data-dragged={isDragged || undefined}
      aria-keyshortcuts="s a"
      draggable
      onClick={() => onOpen(row.id)}
      onKeyDown={act}
      onContextMenu={(event) => {
        event.preventDefault();
        onStatus(row, event.currentTarget);
      }}
      onDragStart={(event) => {
        event.dataTransfer.effectAllowed = 'move';
        event.dataTransfer.setData('text/plain', row.loadNumber);
        onDrag(row);
      }}
      onDragEnd={() => onDrag(null)}
    >
      <span className={classes.lane}>
        <Lane from={`${row.pickupCity}, ${row.pickupState}`} to={`${row.deliveryCity}, ${row.deliveryState}`} />
      </span>
      <span className={classes.line}>
        <span data-tone={attention.tone === 'plain' ? undefined : attention.tone}>{attention.words}</span>
        <b>{formatMoney(shownGross(row))}</b>
      </span>
      <span className={classes.line}>
        <span>{row.driverName ?? (isPickup ? 'No driver' : '')}</span>
        <span>
          {row.loadNumber} · {stop}
        </span>
      </span>
    </button>
  );
});
