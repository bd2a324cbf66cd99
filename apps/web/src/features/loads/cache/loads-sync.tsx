import { lazy, Suspense, useEffect } from 'react';
import { useDispatch } from 'react-redux';
import { listenToLive } from '../../../shared/live/live-listeners.ts';
import { useSupplyNavCount } from '../../../shared/nav-counts.ts';
import { notify } from '../../../shared/notify.ts';
import { useSession } from '../../../shared/session/session-store.ts';
import { loadsApi } from '../loads.api.ts';
import { loadsPath } from '../paths.ts';
import { keepSendingQueuedMoves, useQueuedMoves } from '../status/offline-queue.ts';
import { useRestoreQuestion } from '../status/restore-loads.ts';
import { type CacheDispatch, forgetLoads, takeOver } from './cached-loads.ts';
import { noteEditing, useEditors } from './editing-presence.ts';
import { followLoads, refreshLoad } from './live-updates.ts';

const RestoreDialog = lazy(() => import('../status/restore-dialog.tsx'));

/** Shorter than the minute after which an editor fades. */
const editorsPollMs = 40_000;

/** What the loads need on every screen: the count in the sidebar, teammates' changes, what waits to be sent, and a question on the way out of the bin. */
export default function LoadsSync() {
  const dispatch = useDispatch<CacheDispatch>();
  const userId = useSession()?.id;
  const { data: counts } = loadsApi.useGetLoadCountsQuery(undefined, { refetchOnFocus: true });
  useSupplyNavCount(
    loadsPath,
    counts === undefined || counts.needsAttention === 0 ? undefined : { count: counts.needsAttention, needsAttention: true },
  );

  // The channel tells when somebody begins and when they leave; in between they are asked for again before they fade.
  const pollingInterval = useEditors().size > 0 ? editorsPollMs : 0;
  const { data: others, fulfilledTimeStamp } = loadsApi.useListEditingQuery(undefined, { pollingInterval });
  useEffect(() => {
    if (fulfilledTimeStamp === undefined) return;
    for (const editor of others?.editing ?? []) if (editor.userId !== userId) noteEditing({ ...editor, isEditing: true });
  }, [others, fulfilledTimeStamp, userId]);

  useEffect(() => {
    if (userId === undefined) return;
    const { hear, stop } = followLoads(dispatch, userId);
    const leave = listenToLive(hear);
    return () => {
      leave();
      stop();
      forgetLoads();
    };
  }, [dispatch, userId]);

  const isAnyWaiting = useQueuedMoves().length > 0;
  useEffect(() => {
    if (!isAnyWaiting) return;
    const leaving = new AbortController();
    void keepSendingQueuedMoves(leaving.signal, (sent) => {
      if ('load' in sent) return dispatch(takeOver(sent.load));
      notify('warning', sent.refusal);
      void refreshLoad(dispatch, sent.move.loadId);
    });
    return () => leaving.abort();
  }, [dispatch, isAnyWaiting]);

  const question = useRestoreQuestion();
  return question === undefined ? null : (
    <Suspense>
      <RestoreDialog question={question} />
    </Suspense>
  );
}
