import type { Session } from '@headhaul/contracts/session';
import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { TextField } from '../../shared/form/field.tsx';
import { serverErrors } from '../../shared/form/form-errors.ts';
import { endSessionFor } from '../../shared/session/session-end.ts';
import { describeUnsent } from '../../shared/session/unsent-changes.ts';
import { ConfirmDialog } from '../../shared/ui/confirm-dialog.tsx';
import { LeaveDialog } from '../team/departure/leave-dialog.public.tsx';
import { teamApi } from '../team/team.api.ts';
import { profileApi } from './profile.api.ts';
import classes from './profile-page.module.css';

/** Buttons to leave the team and to delete the account. Both end the session. */
export function LeaveSection({ session }: { session: Session }) {
  const navigate = useNavigate();
  const [isLeaving, leaving] = useDisclosure(false);
  const [isDeleting, deleting] = useDisclosure(false);

  const goToLogin = async (reason: 'left' | 'deleted') => {
    const companyName = reason === 'left' ? session.companyName : null;
    endSessionFor({ reason, at: new Date().toISOString(), companyName, byName: null, worksElsewhere: false }, session);
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
        <p>Delete your account. {session.isTeamOwner ? 'If you have teammates, make one of them the owner first.' : ''}</p>
        <Button variant="default" size="md" className={classes.danger} onClick={deleting.open}>
          Delete account
        </Button>
      </div>
      {isLeaving ? (
        <LeaveDialog companyName={session.companyName} onLeft={() => void goToLogin('left')} onClose={leaving.close}>
          <Unsent userId={session.id} />
        </LeaveDialog>
      ) : null}
      {isDeleting ? <DeleteAccountDialog session={session} onClose={deleting.close} onDeleted={() => goToLogin('deleted')} /> : null}
    </section>
  );
}

function Unsent({ userId }: { userId: string }) {
  const unsent = describeUnsent(userId);
  return unsent === null ? null : <p className={classes.unsent}>{unsent}</p>;
}

interface DeleteAccountDialogProps {
  session: Session;
  onClose: () => void;
  onDeleted: () => Promise<void>;
}

/** Says what is deleted and when. Mounted only while it asks. The focus starts on Cancel. */
function DeleteAccountDialog({ session, onClose, onDeleted }: DeleteAccountDialogProps) {
  const { id, email, companyName, isTeamOwner } = session;
  const [deleteAccount, { isLoading }] = profileApi.useDeleteAccountMutation();
  const team = teamApi.useListTeamMembersInfiniteQuery({ search: '' }, { skip: !isTeamOwner, refetchOnMountOrArgChange: true });
  const people = team.data?.pages[0]?.working;
  const [typed, setTyped] = useState('');
  const [error, setError] = useState<string | undefined>();
  const isOwn = typed.trim().toLowerCase() === email.toLowerCase();
  // The server decides. While the team's size is not known, the dialog names both cases.
  const hasTeam = isTeamOwner && people !== undefined && people > 1;
  const isAlone = isTeamOwner && people === 1;

  const confirm = async () => {
    const answer = await deleteAccount({ body: { email: typed } });
    if (answer.error === undefined) await onDeleted();
    else setError(serverErrors(answer.error).email);
  };

  return (
    <ConfirmDialog
      isOpen
      title={isAlone ? `Delete your account and ${companyName}?` : 'Delete your account?'}
      action={isAlone ? 'Delete account and company' : 'Delete account'}
      tone="danger"
      isBusy={isLoading}
      isBlocked={!isOwn || hasTeam}
      onConfirm={() => void confirm()}
      onClose={onClose}
    >
      {hasTeam ? (
        <p>
          You own {companyName}, and {people === 2 ? 'one more person works' : `${people - 1} more people work`} there. Make one of them the
          owner first.
        </p>
      ) : (
        <>
          <p>
            Right away: you’re signed out everywhere, the extension too, your mailboxes are disconnected, and email that waits to be sent is
            canceled.
          </p>
          {isAlone ? (
            <p>
              Within a day: everything in {companyName} is deleted, with its loads, drivers, brokers, documents and emails, and so are your
              name, email and phone.
            </p>
          ) : (
            <p>
              Within a day: your name, email and phone are removed from every team you were on. Loads and other work stay with the team.
              {isTeamOwner ? ` If nobody else works in ${companyName}, it’s deleted too.` : ''}
            </p>
          )}
          <p>This can’t be undone.</p>
        </>
      )}
      <Unsent userId={id} />
      {hasTeam ? null : (
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
      )}
    </ConfirmDialog>
  );
}
