import { useEffect } from 'react';
import { useDispatch } from 'react-redux';
import { api, apiTags } from '../api/api.ts';
import { useSession } from '../session/session-store.ts';
import { joinLiveChannel } from './live-channel.ts';
import { isTakenCareOf } from './live-listeners.ts';
import { parseLiveEvent, staleTags } from './live-tags.ts';

/** Keeps every open screen up to date with what others do. Draws nothing. */
export default function LiveUpdates() {
  const dispatch = useDispatch();
  const session = useSession();
  const userId = session?.id;
  const companyId = session?.companyId;

  useEffect(() => {
    if (userId === undefined || companyId === undefined) return;
    const leaving = new AbortController();
    joinLiveChannel({
      scope: `${userId}.${companyId}`,
      signal: leaving.signal,
      onChange: (data) => {
        const event = parseLiveEvent(data);
        if (event === null || isTakenCareOf(event)) return;
        const tags = staleTags(event, userId);
        if (tags.length > 0) dispatch(api.util.invalidateTags(tags));
      },
      onReset: () => dispatch(api.util.invalidateTags([...apiTags])),
    });
    return () => leaving.abort();
  }, [dispatch, userId, companyId]);

  return null;
}
