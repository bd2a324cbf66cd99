import type { Session } from '@headhaul/contracts/session';
import { EndedInvitePage } from './ended-invite-page.tsx';
import type { InviteState } from './invite-preview.ts';
import { WrongAccountPage } from './wrong-account-page.tsx';

interface InviteCardPageProps {
  session: Session;
  token: string;
  invite: Extract<InviteState, { kind: 'open' | 'dead' }>;
}

/** For somebody who is signed in and followed an invite that is not for them, or that has ended. */
export default function InviteCardPage({ session, token, invite }: InviteCardPageProps) {
  if (invite.kind === 'dead') return <EndedInvitePage session={session} token={token} />;
  return <WrongAccountPage session={session} token={token} invite={{ ...invite, email: invite.email ?? '' }} />;
}
