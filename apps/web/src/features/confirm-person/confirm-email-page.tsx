import { emailCodeMinutes } from '@headhaul/contracts/constants';
import { sessionEndpoints } from '@headhaul/contracts/session';
import { useEffect, useRef } from 'react';
import { Navigate, useLocation, useNavigate } from 'react-router';
import { endSession } from '../../shared/session/end-session.ts';
import { useSession } from '../../shared/session/session-store.ts';
import { callSignedIn } from '../../shared/session/signed-in-call.ts';
import { readStored, removeStored, storageKeys, writeStored } from '../../shared/storage-keys.ts';
import { FormPage } from '../../shared/ui/form-page.tsx';
import { PageButton } from '../../shared/ui/page-button.tsx';
import { CodeField } from './code-field.tsx';
import classes from './confirm-person.module.css';
import { useEmailCode } from './email-code.ts';

const codeLifeMs = emailCodeMinutes * 60_000;

/** Shown after a sign-in with an email address that the provider has not verified. Nothing else opens before the person confirms it. */
export default function ConfirmEmailPage() {
  const session = useSession();
  const navigate = useNavigate();
  const { search } = useLocation();
  // The sign-in page handles the rest of the address, such as a team to join or a plan to buy.
  const goOn = () => void navigate(`/login${search}`, { replace: true });
  const wasSent = Date.now() - (readStored(storageKeys.emailCodeSentAt) ?? 0) < codeLifeMs;
  const onSent = () => writeStored(storageKeys.emailCodeSentAt, Date.now());
  const onLost = () => removeStored(storageKeys.emailCodeSentAt);
  const entry = useEmailCode({ onConfirmed: goOn, onSent, onLost, wasSent });
  const isAsked = useRef(wasSent);
  const userId = session?.isEmailProven === false ? session.id : null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: Runs once per person.
  useEffect(() => {
    // Coming back to the page and reloading it send no second mail, which would end the first code.
    if (userId === null || isAsked.current) return;
    isAsked.current = true;
    void entry.sendOnce();
  }, [userId]);

  if (session === null || session.isEmailProven) return <Navigate to={`/login${search}`} replace />;

  const leave = async () => {
    await callSignedIn(sessionEndpoints.logout, {}).catch(() => {});
    endSession('logout', session);
    await navigate('/login', { replace: true });
  };

  return (
    <FormPage
      title="Check your email"
      lead={`${entry.isSent ? 'We emailed' : 'We email'} six digits to ${session.email}. Type them here to show that the address is yours.`}
      width={440}
      onSubmit={() => void entry.check()}
    >
      <CodeField entry={entry} />
      <div className={classes.actions}>
        <PageButton type="submit" look="filled" disabled={entry.state !== 'waiting'}>
          Confirm
        </PageButton>
        <PageButton look="plain" onClick={() => void leave()}>
          Use another account
        </PageButton>
      </div>
    </FormPage>
  );
}
