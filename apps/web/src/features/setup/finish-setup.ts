import { useNavigate } from 'react-router';
import { entryPaths, gateScreen } from '../../shared/entry/entry-routing.ts';
import { readEntryState } from '../../shared/entry/entry-state.ts';
import { notifyPending } from '../../shared/notify.ts';
import { getSession, setSession } from '../../shared/session/session-store.ts';
import { setupCompletedKey, writeStored } from '../../shared/storage-keys.ts';
import { setupApi } from './setup.api.ts';

/** Ends the setup, here and on the server, and leaves it. The user can go on even when the server can't be reached. */
export function useFinishSetup(): () => Promise<void> {
  const navigate = useNavigate();
  const [completeSetup] = setupApi.useCompleteSetupMutation();

  return async () => {
    const pending = notifyPending({ hideBackdrop: false });
    const answer = await completeSetup();
    pending.close();
    const session = getSession();
    if (session === null) return;
    writeStored(setupCompletedKey(session.id), true);
    if (answer.error === undefined) setSession({ ...session, setupCompletedAt: new Date().toISOString() });
    const { search } = window.location;
    await navigate(gateScreen(readEntryState(search), entryPaths.setup) ?? entryPaths.loads, { replace: true });
  };
}
