import { skipToken } from '@reduxjs/toolkit/query';
import { useEffect } from 'react';
import { sendToExtension } from '../../shared/extension-bridge/extension-channel.ts';
import { useExtensionState } from '../../shared/extension-bridge/extension-state.ts';
import { useSession } from '../../shared/session/session-store.ts';
import { boardFiltersApi } from './board-filters.api.ts';

/**
 * Tells the extension in this browser that filters changed, so that open boards need not wait for its next look. The tag of the query is
 * made stale by live events, whoever made the change. Renders nothing.
 */
export default function BoardFiltersSync() {
  const userId = useSession()?.id;
  const extension = useExtensionState();
  // The revision is this person's. An extension of somebody else has another one.
  const isOurs = extension.kind === 'present' && userId !== undefined && extension.pong.signedInUserId === userId;
  const canBeTold = isOurs && extension.pong.caps.includes('filters');
  const revision = boardFiltersApi.useGetActiveBoardFiltersQuery(canBeTold ? {} : skipToken).data?.revision;
  useEffect(() => {
    if (canBeTold && revision !== undefined) void sendToExtension('FILTERS_CHANGED', { rev: revision });
  }, [canBeTold, revision]);
  return null;
}
