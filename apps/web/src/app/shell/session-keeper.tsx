import { useEffect } from 'react';
import { syncExtension } from '../../shared/extension-bridge/extension-sync.ts';
import { sessionApi } from '../../shared/session/session.api.ts';
import { useSession } from '../../shared/session/session-store.ts';

/** Keeps what we know of the user fresh and the extension signed in as the same person. Draws nothing. */
export function SessionKeeper() {
  const userId = useSession()?.id;
  sessionApi.useGetMeQuery(undefined, { skip: userId === undefined, refetchOnFocus: true, refetchOnMountOrArgChange: true });
  const [createHandoffCode] = sessionApi.useCreateHandoffCodeMutation();

  useEffect(() => {
    if (userId === undefined) return;
    const sync = () => {
      if (document.visibilityState === 'hidden') return;
      void syncExtension(async (challenge) => {
        const { data } = await createHandoffCode({ body: { challenge } });
        return data?.code ?? null;
      });
    };
    sync();
    document.addEventListener('visibilitychange', sync);
    return () => document.removeEventListener('visibilitychange', sync);
  }, [userId, createHandoffCode]);

  return null;
}
