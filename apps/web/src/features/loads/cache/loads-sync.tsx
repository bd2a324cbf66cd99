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

/** Shorter than the minute after which an editor disappears. */
const editorsPollMs = 40_000;

/**
 * Runs on every screen: the count in the sidebar, teammates' changes, sending the queued status changes, and the question when a driver
 * of a load from the bin has another load.
 */
export default function LoadsSync() {
  const dispatch = useDispatch<CacheDispatch>();
  const userId = useSession()?.id;
  const { data: counts } = loadsApi.useGetLoadCountsQuery(undefined, { refetchOnFocus: true });
  useSupplyNavCount(
    loadsPath,
    counts === undefined || counts.needsAttention === 0 ? undefined : { count: counts.needsAttention, needsAttention: true },
  );

  // The live channel reports when a teammate starts and stops editing. In between, this poll keeps the teammate from disappearing.
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
