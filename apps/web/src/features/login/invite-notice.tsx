import { referralDays } from '@headhaul/contracts/referrals';
import classes from './invite-notice.module.css';
import { formatInvitation, type InviteState } from './invite-preview.ts';

/** Who invited the user to which company. Screen readers announce it when it has loaded. */
export function InviteNotice({ invite, isSignedIn }: { invite: InviteState; isSignedIn: boolean }) {
  return (
    <div role="status">
      {invite.kind === 'open' ? <OpenInvite {...invite} isSignedIn={isSignedIn} /> : invite.kind === 'dead' ? <DeadInvite /> : null}
    </div>
  );
}

function OpenInvite({ isSignedIn, ...invite }: Extract<InviteState, { kind: 'open' }> & { isSignedIn: boolean }) {
  const { inviterName, companyName, isReferral } = invite;
  const hint = isReferral ? `Both companies get ${referralDays} days free.` : isSignedIn ? null : joinHint(invite.email);
  return (
    <div className={classes.notice}>
      <span className={classes.initial} aria-hidden="true">
        {(Array.from(inviterName.trim())[0] ?? 'U').toUpperCase()}
      </span>
      <div>
        <b>{isReferral ? `${inviterName} of ${companyName} invited you to Headhaul` : formatInvitation(invite)}</b>
        {hint === null ? null : <p>{hint}</p>}
      </div>
    </div>
  );
}

function joinHint(email: string | null): string {
  return email === null ? 'Sign in to join.' : `Sign in as ${email} to join.`;
}

function DeadInvite() {
  return <p className={classes.dead}>This invite is no longer valid. You can still sign in.</p>;
}
