import type { Session } from '@headhaul/contracts/session';
import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { TextField } from '../../shared/form/field.tsx';
import { serverErrors } from '../../shared/form/form-errors.ts';
import { endSession } from '../../shared/session/end-session.ts';
import { ConfirmDialog } from '../../shared/ui/confirm-dialog.tsx';
import { teamApi } from '../team/team.api.ts';
import { profileApi } from './profile.api.ts';
import classes from './profile-page.module.css';

/** The two ways out: of this team, and of Headhaul. Both end the session. */
export function LeaveSection({ session }: { session: Session }) {
  const navigate = useNavigate();
  const [isLeaving, leaving] = useDisclosure(false);
  const [isDeleting, deleting] = useDisclosure(false);
  const [leaveTeam, leaveState] = teamApi.useLeaveTeamMutation();

  const goToLogin = async () => {
    endSession('logout');
    await navigate('/login', { replace: true });
  };

  const leave = async () => {
    const { error } = await leaveTeam();
    leaving.close();
    if (error === undefined) await goToLogin();
  };

  return (
    <section className={classes.card} aria-labelledby="leave-title">
      <h2 id="leave-title">Leave</h2>
      <div className={classes.action}>
        <p>
          {session.isTeamOwner
            ? `You own ${session.companyName}. To leave it, make a teammate the owner first.`
            : `Leave ${session.companyName}. What you did for the company stays with it.`}
        </p>
        <Button variant="default" size="md" disabled={session.isTeamOwner} onClick={leaving.open}>
          Leave team
        </Button>
      </div>
      <div className={classes.action}>
        <p>Delete your account for good. {session.isTeamOwner ? 'An owner with teammates hands the company over before that.' : ''}</p>
        <Button variant="default" size="md" className={classes.danger} onClick={deleting.open}>
          Delete account
        </Button>
      </div>
      <ConfirmDialog
        isOpen={isLeaving}
        title={`Leave ${session.companyName}?`}
        action="Leave team"
        tone="danger"
        isBusy={leaveState.isLoading}
        onConfirm={() => void leave()}
        onClose={leaving.close}
      >
        <p>You are signed out everywhere at once, the extension too. To come back you need a new invite.</p>
      </ConfirmDialog>
      <DeleteAccountDialog isOpen={isDeleting} email={session.email} onClose={deleting.close} onDeleted={goToLogin} />
    </section>
  );
}

interface DeleteAccountDialogProps {
  isOpen: boolean;
  email: string;
  onClose: () => void;
  onDeleted: () => Promise<void>;
}

function DeleteAccountDialog({ isOpen, email, onClose, onDeleted }: DeleteAccountDialogProps) {
  const [deleteAccount, { isLoading }] = profileApi.useDeleteAccountMutation();
  const [typed, setTyped] = useState('');
  const [error, setError] = useState<string | undefined>();
  const isOwn = typed.trim().toLowerCase() === email.toLowerCase();

  const confirm = async () => {
    const answer = await deleteAccount({ body: { email: typed } });
    if (answer.error === undefined) await onDeleted();
    else setError(serverErrors(answer.error).email);
  };

  return (
    <ConfirmDialog
      isOpen={isOpen}
      title="Delete your account?"
      action="Delete for good"
      tone="danger"
      isBusy={isLoading}
      isBlocked={!isOwn}
      onConfirm={() => void confirm()}
      onClose={onClose}
    >
      <p>Your name, sign-ins and devices are erased and you are signed out everywhere. This can’t be undone.</p>
      <p>If you own a company with teammates, make one of them the owner first; a company you run alone closes with you.</p>
      <div className={classes.typed}>
        <TextField
          state={{
            name: 'email',
            value: typed,
            error,
            onChange: (value) => {
              setTyped(value);
              setError(undefined);
            },
            onBlur: () => setError(typed === '' || isOwn ? undefined : 'That is not your email address'),
          }}
          label={`Type ${email} to confirm`}
          maxLength={320}
          inputMode="email"
        />
      </div>
    </ConfirmDialog>
  );
}
