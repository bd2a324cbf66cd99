import type { Session } from '@headhaul/contracts/session';
import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { TextField } from '../../shared/form/field.tsx';
import { serverErrors } from '../../shared/form/form-errors.ts';
import { endSession } from '../../shared/session/end-session.ts';
import { describeUnsent } from '../../shared/session/unsent-changes.ts';
import { ConfirmDialog } from '../../shared/ui/confirm-dialog.tsx';
import { LeaveDialog } from '../team/departure/leave-dialog.public.tsx';
import { profileApi } from './profile.api.ts';
import classes from './profile-page.module.css';

/** Buttons to leave the team and to delete the account. Both end the session. */
export function LeaveSection({ session }: { session: Session }) {
  const navigate = useNavigate();
  const [isLeaving, leaving] = useDisclosure(false);
  const [isDeleting, deleting] = useDisclosure(false);

  const goToLogin = async () => {
    endSession('logout', session);
    await navigate('/login', { replace: true });
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
      {isLeaving ? (
        <LeaveDialog companyName={session.companyName} onLeft={() => void goToLogin()} onClose={leaving.close}>
          <Unsent userId={session.id} />
        </LeaveDialog>
      ) : null}
      <DeleteAccountDialog isOpen={isDeleting} userId={session.id} email={session.email} onClose={deleting.close} onDeleted={goToLogin} />
    </section>
  );
}

function Unsent({ userId }: { userId: string }) {
  const unsent = describeUnsent(userId);
  return unsent === null ? null : <p className={classes.unsent}>{unsent}</p>;
}

interface DeleteAccountDialogProps {
  isOpen: boolean;
  userId: string;
  email: string;
  onClose: () => void;
  onDeleted: () => Promise<void>;
}

function DeleteAccountDialog({ isOpen, userId, email, onClose, onDeleted }: DeleteAccountDialogProps) {
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
      <Unsent userId={userId} />
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
