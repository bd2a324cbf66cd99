import { loadStatusLabels } from '@headhaul/domain/loads/status';
import { Button, Modal } from '@mantine/core';
import { useDispatch } from 'react-redux';
import { formatStopClock } from '../../../shared/format/stop-time.ts';
import { type CacheDispatch, cachedRow, putInCache } from '../cache/cached-loads.ts';
import { movedRow } from './moves.ts';
import { dropQueuedMove, type QueuedMove, useQueuedMoves } from './offline-queue.ts';
import classes from './small-dialog.module.css';

/** The status changes that the server has not answered yet. They are sent again. */
export default function OfflineQueueDialog({ zone, onClose }: { zone: string; onClose: () => void }) {
  const dispatch = useDispatch<CacheDispatch>();
  const moves = useQueuedMoves();

  const takeBack = (move: QueuedMove) => {
    if (!dropQueuedMove(move.id)) return;
    const row = dispatch(cachedRow(move.loadId));
    if (row !== null) dispatch(putInCache(movedRow(row, { newStatus: move.from }, row.statusChangedAt)));
  };

  return (
    <Modal.Root opened onClose={onClose} size={440} classNames={{ content: classes.content }}>
      <Modal.Overlay color="#0B1220" backgroundOpacity={0.5} />
      <Modal.Content>
        <div className={classes.head}>
          <Modal.Title className={classes.title}>Changes that wait</Modal.Title>
          <Modal.CloseButton size={32} iconSize={20} aria-label="Close" />
        </div>
        {moves.length === 0 ? <p className={classes.none}>Everything has gone out.</p> : null}
        <ul className={classes.moves}>
          {moves.map((move) => (
            <li key={move.id}>
              <span>
                <b>{move.loadNumber}</b> {loadStatusLabels[move.from]} to {loadStatusLabels[move.to]}
              </span>
              <span>{formatStopClock(move.at, zone)}</span>
              <Button variant="default" size="xs" onClick={() => takeBack(move)}>
                Take back
              </Button>
            </li>
          ))}
        </ul>
      </Modal.Content>
    </Modal.Root>
  );
}
