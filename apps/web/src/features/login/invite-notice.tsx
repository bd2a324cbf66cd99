import classes from './invite-notice.module.css';
import type { InviteState } from './invite-preview.ts';

/** Who invited whom to which company; spoken once it is known. */
export function InviteNotice({ invite }: { invite: InviteState }) {
  return <div role="status">{invite.kind === 'open' ? <OpenInvite {...invite} /> : invite.kind === 'dead' ? <DeadInvite /> : null}</div>;
}

function OpenInvite({ inviterName, companyName, email }: Extract<InviteState, { kind: 'open' }>) {
  return (
    <div className={classes.notice}>
      <span className={classes.initial} aria-hidden="true">
        {(Array.from(inviterName.trim())[0] ?? 'U').toUpperCase()}
      </span>
      <div>
        <b>
          {inviterName} invited you to {companyName}
        </b>
        <p>{email === null ? 'Sign in to join.' : `Sign in as ${email} to join.`}</p>
      </div>
    </div>
  );
}

function DeadInvite() {
  return <p className={classes.dead}>This invite is no longer valid. You can still sign in.</p>;
}
