import { useEffect } from 'react';
import { useBlocker } from 'react-router';
import { ConfirmDialog } from './confirm-dialog.tsx';

/** The state of a navigation after a save. The guard never blocks it. */
export const savedState = 'saved';

/** Asks before unsaved text is lost, within the app and when the tab closes. */
export function LeaveGuard({ isOn }: { isOn: boolean }) {
  const blocker = useBlocker(({ currentLocation, nextLocation }) => {
    const isElsewhere = currentLocation.pathname + currentLocation.search !== nextLocation.pathname + nextLocation.search;
    return isOn && isElsewhere && nextLocation.state !== savedState;
  });
  useEffect(() => {
    if (!isOn) return;
    const hold = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', hold);
    return () => window.removeEventListener('beforeunload', hold);
  }, [isOn]);
  return (
    <ConfirmDialog
      isOpen={blocker.state === 'blocked'}
      title="Leave without saving?"
      action="Leave"
      tone="danger"
      isBusy={false}
      onConfirm={() => blocker.proceed?.()}
      onClose={() => blocker.reset?.()}
    >
      <p>What you wrote since the last save is lost.</p>
    </ConfirmDialog>
  );
}
