import type { Provider, Session } from '@headhaul/contracts/session';
import { useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { entryPaths } from '../../shared/entry/entry-routing.ts';
import { forgetReferral } from '../../shared/entry/entry-state.ts';
import { Avatar } from '../../shared/list/rows/avatar.tsx';
import { providerNames, startSignIn } from '../../shared/session/sign-in.ts';
import { zoneOf } from '../../shared/time/calendar.ts';
import { formatDay } from '../../shared/time/format-time.ts';
import { CardPage } from '../../shared/ui/card-page.tsx';
import { PageButton } from '../../shared/ui/page-button.tsx';
import { AskButton } from './ask-button.tsx';
import classes from './invite-card.module.css';
import { formatInvitation } from './invite-preview.ts';

interface WrongAccountPageProps {
  session: Session;
  token: string;
  invite: { inviterName: string; companyName: string; email: string; expiresAt: string | null };
}

/** For a signed-in person who followed an invite for another address. The session stays until the other sign-in has worked. */
export function WrongAccountPage({ session, token, invite }: WrongAccountPageProps) {
  const navigate = useNavigate();
  const [isSwitching, setSwitching] = useState(false);
  const until = invite.expiresAt === null ? '' : ` The invite works until ${formatDay(invite.expiresAt, Date.now(), zoneOf(undefined))}.`;
  const stay = () => {
    forgetReferral();
    void navigate(entryPaths.index, { replace: true });
  };

  return (
    <CardPage title="This invite is for another email" lead={`${formatInvitation(invite)}.`} width={520} email={session.email}>
      <div className={classes.accounts}>
        <Account label="Invited" email={invite.email} />
        <Account label="Signed in now" email={session.email} isWrong />
      </div>
      <div className={classes.actions}>
        {isSwitching ? (
          <Providers />
        ) : (
          <PageButton look="filled" onClick={() => setSwitching(true)}>
            Switch to {invite.email}
          </PageButton>
        )}
        <AskButton token={token} look="plain" label={`Ask ${invite.inviterName} to invite ${session.email}`} />
      </div>
      <p className={classes.foot}>
        Nothing has changed yet.{until}
        <button type="button" onClick={stay}>
          Stay in {session.companyName}
        </button>
      </p>
    </CardPage>
  );
}

function Account({ label, email, isWrong = false }: { label: string; email: string; isWrong?: boolean }) {
  return (
    <div className={classes.account} data-wrong={isWrong || undefined}>
      <Avatar name={email} size={36} />
      <div>
        <small>{label}</small>
        <b>{email}</b>
      </div>
    </div>
  );
}

/** Nobody knows which provider the other address belongs to. */
function Providers() {
  const [query] = useSearchParams();
  const [pressed, setPressed] = useState<Provider | null>(null);
  const signIn = async (provider: Provider) => {
    setPressed(provider);
    window.location.assign(await startSignIn(provider, query));
  };
  return (
    <div className={classes.providers}>
      {(['google', 'microsoft'] as const).map((provider) => (
        <PageButton key={provider} look="plain" disabled={pressed !== null} onClick={() => void signIn(provider)}>
          Continue with {providerNames[provider]}
        </PageButton>
      ))}
    </div>
  );
}
