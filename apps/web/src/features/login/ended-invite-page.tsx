import type { Session } from '@headhaul/contracts/session';
import { type EndedInviteState, teamEndpoints } from '@headhaul/contracts/team';
import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import { entryPaths } from '../../shared/entry/entry-routing.ts';
import { forgetReferral } from '../../shared/entry/entry-state.ts';
import { callSignedIn } from '../../shared/session/signed-in-call.ts';
import { CardPage } from '../../shared/ui/card-page.tsx';
import { PageButton } from '../../shared/ui/page-button.tsx';
import { AskButton } from './ask-button.tsx';
import classes from './invite-card.module.css';

interface EndedInvite {
  state: EndedInviteState;
  inviterName: string;
  companyName: string;
}

const reasons: Record<EndedInviteState, (company: string) => string> = {
  used: (company) => `This invite to ${company} was already used.`,
  expired: (company) => `This invite to ${company} has expired.`,
  withdrawn: (company) => `This invite to ${company} was withdrawn.`,
  replaced: (company) => `A newer invite to ${company} was sent. Use the link in the newest email.`,
};

/** For a signed-in person whose invite no longer works. Without an answer the page says only that. */
export function EndedInvitePage({ session, token }: { session: Session; token: string }) {
  const navigate = useNavigate();
  const [invite, setInvite] = useState<EndedInvite | 'unknown' | null>(null);
  useEffect(() => {
    let isCurrent = true;
    void callSignedIn(teamEndpoints.getEndedInvite, { query: { token } })
      .catch(() => 'unknown' as const)
      .then((found) => {
        if (isCurrent) setInvite(found);
      });
    return () => {
      isCurrent = false;
    };
  }, [token]);
  if (invite === null) return null;
  const stay = () => {
    forgetReferral();
    void navigate(entryPaths.index, { replace: true });
  };

  return (
    <CardPage
      title="This invite no longer works"
      lead={invite === 'unknown' ? 'It was used, withdrawn or has expired.' : reasons[invite.state](invite.companyName)}
      width={520}
      email={session.email}
    >
      <div className={classes.actions}>
        <PageButton look="filled" onClick={stay}>
          Stay in {session.companyName}
        </PageButton>
        {invite === 'unknown' ? null : <AskButton token={token} look="plain" label={`Ask ${invite.inviterName} for a new invite`} />}
      </div>
    </CardPage>
  );
}
