import { referralDays } from '@headhaul/contracts/referrals';
import type { Session } from '@headhaul/contracts/session';
import { useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { enterApp } from '../../shared/entry/enter-app.ts';
import { decideLogin } from '../../shared/entry/entry-routing.ts';
import { forgetReferral, readEntryState } from '../../shared/entry/entry-state.ts';
import { PageButton } from '../../shared/ui/page-button.tsx';
import { startCheckout } from '../checkout/checkout.api.ts';
import type { InviteState } from './invite-preview.ts';
import classes from './login-page.module.css';

/**
 * For a user who is already signed in and followed an invite. Joining moves their work to another company, and any page can send a
 * browser to this address, so nothing happens before they press a button.
 */
export default function JoinChoice({ session, invite }: { session: Session; invite: InviteState }) {
  const { search } = useLocation();
  const navigate = useNavigate();
  const [isJoining, setJoining] = useState(false);
  const plan = decideLogin(readEntryState(search));
  if (plan === null) return null;

  const join = async () => {
    setJoining(true);
    await enterApp(plan, startCheckout);
    await navigate(plan.target, { replace: true });
  };
  const stay = () => {
    forgetReferral();
    void navigate(plan.target, { replace: true });
  };

  if (invite.kind === 'open' && invite.isReferral) {
    return (
      <>
        <h1>Take the free days?</h1>
        <p className={classes.lead}>
          You are signed in as {session.email}. You stay in {session.companyName}; only companies that are new to Headhaul get the days.
        </p>
        <div className={classes.providers}>
          <PageButton look="filled" disabled={isJoining} onClick={() => void join()}>
            Take {referralDays} days
          </PageButton>
          <PageButton look="plain" disabled={isJoining} onClick={stay}>
            Not now
          </PageButton>
        </div>
      </>
    );
  }

  return (
    <>
      <h1>{invite.kind === 'open' ? `Join ${invite.companyName}?` : 'Join a team?'}</h1>
      <p className={classes.lead}>
        You are signed in as {session.email} and work in {session.companyName}.
      </p>
      <div className={classes.providers}>
        {invite.kind === 'open' ? (
          <PageButton look="filled" disabled={isJoining} onClick={() => void join()}>
            Join {invite.companyName}
          </PageButton>
        ) : null}
        <PageButton look="plain" disabled={isJoining} onClick={stay}>
          Stay in {session.companyName}
        </PageButton>
      </div>
    </>
  );
}
