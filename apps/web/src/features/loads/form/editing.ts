import { useEffect } from 'react';
import { suppressToast } from '../../../shared/api/api-failure.ts';
import { loadChangesApi } from '../changes.api.ts';

/** Teammates' screens forget an editor after a minute. This interval allows for two lost messages. */
const againMs = 20_000;

/** Tells the team, as long as the form is open, that this load is being edited. */
export function useTellEditing(loadId: string | null): void {
  const [tell] = loadChangesApi.useTellEditingMutation();
  useEffect(() => {
    if (loadId === null) return;
    const say = (isEditing: boolean) => void tell({ ...suppressToast, params: { id: loadId }, body: { isEditing } });
    say(true);
    const timer = setInterval(() => say(true), againMs);
    const leave = () => say(false);
    window.addEventListener('pagehide', leave);
    return () => {
      clearInterval(timer);
      window.removeEventListener('pagehide', leave);
      leave();
    };
  }, [loadId, tell]);
}
