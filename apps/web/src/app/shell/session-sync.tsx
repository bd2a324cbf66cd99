import { useCallback, useEffect } from 'react';
import { useExtensionState } from '../../shared/extension-bridge/extension-state.ts';
import { syncExtension } from '../../shared/extension-bridge/extension-sync.ts';
import { sessionApi } from '../../shared/session/session.api.ts';
import { useSession } from '../../shared/session/session-store.ts';

/** Keeps the user's data up to date and the extension signed in as the same person. Draws nothing. */
export function SessionSync() {
  const userId = useSession()?.id;
  const extension = useExtensionState();
  sessionApi.useGetMeQuery(undefined, { skip: userId === undefined, refetchOnFocus: true, refetchOnMountOrArgChange: true });
  const [createHandoffCode] = sessionApi.useCreateHandoffCodeMutation();

  const sync = useCallback(() => {
    if (document.visibilityState === 'hidden') return;
    void syncExtension(async (challenge) => {
      const { data } = await createHandoffCode({ body: { challenge } });
      return data?.code ?? null;
    });
  }, [createHandoffCode]);

  useEffect(() => {
    if (userId === undefined) return;
    sync();
    document.addEventListener('visibilitychange', sync);
    return () => document.removeEventListener('visibilitychange', sync);
  }, [userId, sync]);

  // The extension was installed while the page was open: a dialog that looked for it has found it, and now it is signed in.
  const isNewlyFound = userId !== undefined && extension.kind === 'present' && extension.pong.signedInUserId !== userId;
  useEffect(() => {
    if (isNewlyFound) sync();
  }, [isNewlyFound, sync]);

  return null;
}
