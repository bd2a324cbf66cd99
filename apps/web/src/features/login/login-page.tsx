import { trialDays } from '@headhaul/contracts/constants';
import { referralDays } from '@headhaul/contracts/referrals';
import type { Provider } from '@headhaul/contracts/session';
import { IconAlertTriangle, IconMail, IconShieldCheck, IconSteeringWheel } from '@tabler/icons-react';
import { lazy, Suspense, useEffect, useState } from 'react';
import { useSearchParams } from 'react-router';
import { links } from '../../shared/links.ts';
import { useSessionEnd } from '../../shared/session/session-end.ts';
import { useSession } from '../../shared/session/session-store.ts';
import { explainSignInError, providerNames, startSignIn } from '../../shared/session/sign-in.ts';
import { specTexts } from '../../shared/spec-texts.ts';
import { Lockup } from '../../shared/ui/logo.tsx';
import { ProviderLogo } from '../../shared/ui/provider-logo.tsx';
import { BoardRowCard, BoardSlice } from './board-slice.tsx';
import { InviteNotice } from './invite-notice.tsx';
import { useInvite } from './invite-preview.ts';
import classes from './login-page.module.css';

/** Most people come here signed out, and without a session that somebody ended. */
const JoinChoice = lazy(() => import('./join-choice.tsx'));
const InviteCardPage = lazy(() => import('./invite-card-page.tsx'));
const RemovedPage = lazy(() => import('./removed-page.tsx'));
const SessionEndNotice = lazy(() => import('./session-end-notice.tsx'));

const providers: readonly Provider[] = ['google', 'microsoft'];

const promises = [
  { icon: IconMail, text: 'Email the broker in one click, with your rate, truck and MC filled in.' },
  { icon: IconShieldCheck, text: 'See who pays, how fast, and what looks wrong, before you call.' },
  { icon: IconSteeringWheel, text: 'Assign it to the driver who has the hours.' },
];

export default function LoginPage() {
  const [query] = useSearchParams();
  const error = query.get('error');
  const inviteToken = query.get('inviteToken') ?? query.get('token');
  const invite = useInvite(inviteToken);
  const isReferral = invite.kind === 'open' && invite.isReferral;
  const isInvited = invite.kind === 'open' && !isReferral;
  const session = useSession();
  const end = useSessionEnd();
  // An invite comes first: the person who opens one has something else in mind.
  const told = session === null && error === null && !inviteToken ? end : null;

  if (told?.reason === 'removed' && told.person !== null) {
    return (
      <Suspense>
        <RemovedPage end={told} person={told.person} />
      </Suspense>
    );
  }
  if (session !== null && inviteToken && (invite.kind === 'dead' || (invite.kind === 'open' && isForOther(invite, session.email)))) {
    return (
      <Suspense>
        <InviteCardPage session={session} token={inviteToken} invite={invite} />
      </Suspense>
    );
  }

  return (
    <div className={classes.page}>
      <div className={classes.side}>
        <header className={classes.brand}>
          <Lockup size={32} />
        </header>
        <main className={classes.form}>
          {error ? (
            <div className={classes.error} role="alert">
              <IconAlertTriangle size={18} stroke={1.75} aria-hidden="true" />
              <div>
                <b>{specTexts.loginError.title}</b>
                <p>{explainSignInError(error, null)}</p>
              </div>
            </div>
          ) : null}
          {told === null ? null : (
            <Suspense>
              <SessionEndNotice end={told} />
            </Suspense>
          )}
          <InviteNotice invite={invite} isSignedIn={session !== null} />
          {session === null ? (
            <ProviderForm isInvited={isInvited} isReferral={isReferral} />
          ) : invite.kind === 'loading' ? null : (
            <Suspense>
              <JoinChoice session={session} invite={invite} />
            </Suspense>
          )}
        </main>
        <footer className={classes.footer}>
          <a href={links.privacyPolicy} target="_blank" rel="noopener noreferrer">
            {specTexts.sidebar.privacyPolicy}
          </a>
          <a href={links.termsOfUse} target="_blank" rel="noopener noreferrer">
            {specTexts.sidebar.termsOfUse}
          </a>
          <a href={links.help} target="_blank" rel="noopener noreferrer">
            Help
          </a>
        </footer>
      </div>
      <section className={classes.showcase} aria-label="What Headhaul does">
        <h2>The load board that remembers every broker.</h2>
        <ul className={classes.promises}>
          {promises.map(({ icon: Icon, text }) => (
            <li key={text}>
              <Icon size={20} stroke={1.75} aria-hidden="true" />
              {text}
            </li>
          ))}
        </ul>
        <BoardSlice />
      </section>
      <header className={classes.phoneTop}>
        <Lockup size={28} />
        <BoardRowCard />
      </header>
    </div>
  );
}

/** A team link and a referral are for anybody. */
function isForOther({ isReferral, email }: { isReferral: boolean; email: string | null }, ownEmail: string): boolean {
  return !isReferral && email !== null && email.toLowerCase() !== ownEmail.toLowerCase();
}

function ProviderForm({ isInvited, isReferral }: { isInvited: boolean; isReferral: boolean }) {
  const [query] = useSearchParams();
  const [pressed, setPressed] = useState<Provider | null>(null);

  // The browser's back button can restore this page with a button that still shows as loading.
  useEffect(() => {
    const reset = () => setPressed(null);
    window.addEventListener('pageshow', reset);
    return () => window.removeEventListener('pageshow', reset);
  }, []);

  const signIn = async (provider: Provider) => {
    setPressed(provider);
    window.location.assign(await startSignIn(provider, query));
  };

  return (
    <>
      <h1>{isInvited ? 'Join your team' : 'Sign in to Headhaul'}</h1>
      <p className={classes.lead}>
        {isInvited
          ? 'Your seat is paid for by the company.'
          : `New here? This starts your ${isReferral ? trialDays + referralDays : trialDays}-day trial. No card.`}
      </p>
      <div className={classes.providers}>
        {providers.map((provider) => (
          <button
            key={provider}
            type="button"
            className={classes.provider}
            disabled={pressed !== null}
            aria-busy={pressed === provider}
            onClick={() => void signIn(provider)}
          >
            <span className={classes.providerLogo}>
              {pressed === provider ? <span className={classes.ring} /> : <ProviderLogo provider={provider} />}
            </span>
            Continue with {providerNames[provider]}
          </button>
        ))}
      </div>
      <p className={classes.note}>
        We never see your password. Permission to send mail comes later, when you connect a mailbox. We never ask to read it.
      </p>
    </>
  );
}
