import classes from './invite-notice.module.css';
import type { InviteState } from './invite-preview.ts';

/** Who invited whom to which company; spoken once it is known. */
export function InviteNotice({ invite, isSignedIn }: { invite: InviteState; isSignedIn: boolean }) {
  return (
    <div role="status">
      {invite.kind === 'open' ? <OpenInvite {...invite} isSignedIn={isSignedIn} /> : invite.kind === 'dead' ? <DeadInvite /> : null}
    </div>
  );
}

function OpenInvite({ inviterName, companyName, email, isSignedIn }: Extract<InviteState, { kind: 'open' }> & { isSignedIn: boolean }) {
  return (
    <div className={classes.notice}>
      <span className={classes.initial} aria-hidden="true">
        {(Array.from(inviterName.trim())[0] ?? 'U').toUpperCase()}
      </span>
      <div>
        <b>
          {inviterName} invited you to {companyName}
        </b>
        {isSignedIn ? null : <p>{email === null ? 'Sign in to join.' : `Sign in as ${email} to join.`}</p>}
      </div>
    </div>
  );
}

function DeadInvite() {
  return <p className={classes.dead}>This invite is no longer valid. You can still sign in.</p>;
}
