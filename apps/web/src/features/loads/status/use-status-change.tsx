import type { StatusInput } from '@headhaul/contracts/loads/input';
import type { LoadRow } from '@headhaul/contracts/loads/record';
import type { LoadStatus } from '@headhaul/domain/loads/status';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { useDispatch } from 'react-redux';
import { describeFailure, failureCode, isUnreachable, suppressToast } from '../../../shared/api/api-failure.ts';
import { useIsOffline } from '../../../shared/list/list-states/offline-strip.tsx';
import { notify } from '../../../shared/notify.ts';
import { notifyUndo } from '../../../shared/notify-undo.tsx';
import { type CacheDispatch, cachedRow, putInCache } from '../cache/cached-loads.ts';
import { refreshLoad } from '../cache/live-updates.ts';
import { loadChangesApi } from '../changes.api.ts';
import { movedRow } from './moves.ts';
import { dropQueuedMove, lastQueuedMove, queueMoves } from './offline-queue.ts';
import type { StatusQuestion } from './status-dialogs.tsx';
import { formatAbout, formatMoved } from './status-labels.ts';
import { asksFirst } from './status-options.ts';

const StatusDialogs = lazy(() => import('./status-dialogs.tsx'));

const noRoomText =
  "Change not saved. Headhaul couldn't be reached, and this browser has no room to keep the change. Try again when you're back online.";

interface StatusChange {
  /** Moves one load or several. Asks first where a move needs a reason or an amount. */
  change: (rows: readonly LoadRow[], to: LoadStatus) => void;
  /** The open question. The caller can draw it anywhere on the screen. */
  dialogs: ReactNode;
}

/** Changes statuses at once and offers undo. When the browser is offline or gets no answer, the changes wait in the browser. */
export function useStatusChange(): StatusChange {
  const dispatch = useDispatch<CacheDispatch>();
  const isOffline = useIsOffline();
  const [question, setQuestion] = useState<StatusQuestion | null>(null);
  const [changeStatus] = loadChangesApi.useChangeLoadStatusMutation();
  const [changeMany] = loadChangesApi.useChangeManyStatusesMutation();
  const [markTonu] = loadChangesApi.useMarkTonuMutation();
  const [undoStatus] = loadChangesApi.useUndoLoadStatusMutation();

  /** Sends the moment of each move, so that a teammate's later move isn't undone instead. */
  const undo = async (rows: readonly LoadRow[], moved: readonly LoadRow[]) => {
    for (const { id, version, statusChangedAt: movedAt } of moved) {
      const before = rows.find((row) => row.id === id);
      // The row gets the version that is undone, or it would be too old to be shown.
      if (before !== undefined) dispatch(putInCache({ ...before, version }));
      const { error } = await undoStatus({ params: { id }, query: { movedAt } });
      if (error !== undefined) await refreshLoad(dispatch, id);
    }
  };

  const tellMoved = (rows: readonly LoadRow[], moved: readonly LoadRow[], to: LoadStatus) =>
    notifyUndo({ title: formatMoved(rows, to), line: formatAbout(rows), onUndo: () => void undo(rows, moved) });

  /** Undoes a move that was sent meanwhile, as long as the load still has that status. */
  const undoSent = (row: LoadRow, to: LoadStatus) => {
    const sent = dispatch(cachedRow(row.id));
    if (sent?.status === to) void undo([row], [sent]);
  };

  /** When the browser is offline or gets no answer, the moves are kept in the browser, shown here and sent later. */
  const wait = (rows: readonly LoadRow[], input: StatusInput) => {
    const { newStatus: to, reason = '', paidAmountCents = null, ...confirmed } = input;
    const asked = { to, reason, paidAmountCents, ...confirmed };
    const waiting = queueMoves(rows.map(({ id, loadNumber, status: from }) => ({ loadId: id, loadNumber, from, ...asked })));
    if (waiting === null) return notify('error', noRoomText);
    for (const row of rows) dispatch(putInCache(movedRow(row, input, new Date().toISOString())));
    notifyUndo({
      title: formatMoved(rows, to),
      isWaiting: true,
      line: isOffline ? 'Goes out when you are back' : 'Not saved yet. Sent automatically as soon as Headhaul answers',
      onUndo: () => {
        for (const [index, move] of waiting.entries()) {
          const row = rows[index];
          if (row === undefined) continue;
          if (dropQueuedMove(move.id)) dispatch(putInCache(row));
          else undoSent(row, to);
        }
      },
    });
  };

  const fail = (error: unknown) => {
    const { type, message } = describeFailure(error);
    notify(type, message);
  };

  const sendOne = async (row: LoadRow, body: StatusInput) => {
    const { data, error } = await changeStatus({ ...suppressToast, params: { id: row.id }, body });
    if (data !== undefined) tellMoved([row], [data], body.newStatus);
    else if (isUnreachable(error)) wait([row], body);
    else if (failureCode(error) === 'confirmation_needed') setQuestion({ kind: 'confirm', row, body, failure: error });
    else {
      fail(error);
      if (failureCode(error) === 'move_not_allowed') await refreshLoad(dispatch, row.id);
    }
  };

  const sendMany = async (rows: readonly LoadRow[], body: StatusInput) => {
    const { data, error } = await changeMany({ ...suppressToast, body: { ...body, ids: rows.map(({ id }) => id) } });
    if (data === undefined) return isUnreachable(error) ? wait(rows, body) : fail(error);
    const isDone = new Set(data.done.map(({ id }) => id));
    const moved = rows.filter(({ id }) => isDone.has(id));
    if (moved.length > 0) tellMoved(moved, data.done, body.newStatus);
    for (const { loadNumber, why } of data.refused.slice(0, 3)) notify('warning', `${loadNumber} stayed as it was. ${why}`);
  };

  /** When a load already has a waiting move, its next move waits behind it. */
  const send = (rows: readonly LoadRow[], body: StatusInput) => {
    const mustWait = ({ id }: LoadRow) => isOffline || lastQueuedMove(id) !== undefined;
    const waiting = rows.filter(mustWait);
    if (waiting.length > 0) wait(waiting, body);
    const [row, ...others] = rows.filter((one) => !waiting.includes(one));
    if (row !== undefined) void (others.length === 0 ? sendOne(row, body) : sendMany([row, ...others], body));
  };

  const sendTonu = async (row: LoadRow, body: { newRate: number; newRc: string | null }) => {
    const { data } = await markTonu({ params: { id: row.id }, body });
    if (data !== undefined) tellMoved([row], [data], 'TONU');
  };

  const change = (rows: readonly LoadRow[], to: LoadStatus) => {
    const [row] = rows;
    if (row === undefined) return;
    if (!asksFirst(to)) send(rows, { newStatus: to });
    else if (to === 'PROBLEM') setQuestion({ kind: 'problem', rows });
    else if (to === 'TONU') setQuestion({ kind: 'tonu', row });
    else setQuestion({ kind: 'paid', rows });
  };

  const dialogs =
    question === null ? null : (
      <Suspense>
        <StatusDialogs
          question={question}
          onClose={() => setQuestion(null)}
          onAnswer={(rows, body) => {
            setQuestion(null);
            send(rows, body);
          }}
          onTonu={(row, body) => {
            setQuestion(null);
            void sendTonu(row, body);
          }}
        />
      </Suspense>
    );
  return { change, dialogs };
}
