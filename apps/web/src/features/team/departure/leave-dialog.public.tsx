import type { HandOver } from '@headhaul/contracts/team';
import type { ReactNode } from 'react';
import { suppressToast } from '../../../shared/api/api-failure.ts';
import { teamApi } from '../team.api.ts';
import { DepartureDialog } from './dialog.tsx';

interface LeaveDialogProps {
  companyName: string;
  children?: ReactNode;
  onLeft: () => void;
  onClose: () => void;
}

/** A member leaves the team and chooses who takes over. */
export function LeaveDialog({ companyName, children, onLeft, onClose }: LeaveDialogProps) {
  const [leave, { isLoading, error }] = teamApi.useLeaveTeamMutation();

  const confirm = async (body: HandOver) => {
    const answer = await leave({ ...suppressToast, body });
    if (answer.error === undefined) onLeft();
  };

  return (
    <DepartureDialog
      title={`Leave ${companyName}?`}
      line={`You can’t open ${companyName} any more from the moment you leave. To come back you need a new invite.`}
      shortLine="You are signed out everywhere at once, the extension too. What you did for the company stays with it."
      mailboxesTitle={() => 'Your mailboxes'}
      workTitle="Your work"
      action="Leave team"
      isBusy={isLoading}
      failure={error}
      onConfirm={(handOver) => void confirm(handOver)}
      onClose={onClose}
    >
      {children}
    </DepartureDialog>
  );
}
