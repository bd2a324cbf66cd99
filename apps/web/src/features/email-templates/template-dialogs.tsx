import type { EmailTemplate } from '@headhaul/contracts/mail/templates';
import { plainText } from '@headhaul/domain/mail/text';
import { useEffect } from 'react';
import { useBlocker } from 'react-router';
import { ConfirmDialog } from '../../shared/ui/confirm-dialog.tsx';
import { StaleDialog } from '../../shared/ui/stale-dialog.tsx';
import type { TemplateDraft } from './use-save-template.ts';

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

interface StaleTemplateDialogProps {
  theirs: EmailTemplate;
  mine: TemplateDraft;
  onKeepMine: () => void;
  onTakeTheirs: () => void;
  onClose: () => void;
}

/** Compares both versions as plain text. */
export function StaleTemplateDialog({ theirs, mine, ...answers }: StaleTemplateDialogProps) {
  const rows = (
    [
      ['Name', theirs.name, mine.name],
      ['Subject', theirs.subject, mine.subject],
      ['Cc', theirs.ccEmail ?? '', mine.ccEmail],
      ['Message', plainText(theirs.htmlBody), plainText(mine.htmlBody)],
    ] as const
  ).filter(([, one, other]) => one !== other);
  return <StaleDialog what="this template" columns={['Part', 'They saved', 'You have']} rows={rows} {...answers} />;
}
