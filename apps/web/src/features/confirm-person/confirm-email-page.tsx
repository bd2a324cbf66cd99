import { sessionEndpoints } from '@headhaul/contracts/session';
import { useEffect } from 'react';
import { Navigate, useLocation, useNavigate } from 'react-router';
import { endSession } from '../../shared/session/end-session.ts';
import { useSession } from '../../shared/session/session-store.ts';
import { callSignedIn } from '../../shared/session/signed-in-call.ts';
import { FormPage } from '../../shared/ui/form-page.tsx';
import { PageButton } from '../../shared/ui/page-button.tsx';
import { CodeField } from './code-field.tsx';
import classes from './confirm-person.module.css';
import { useEmailCode } from './email-code.ts';

/** Who has been sent the digits by this page already: coming back to it sends no second mail. */
const askedFor = new Set<string>();

/** After a sign-in with an address that the provider does not vouch for. Nothing else opens before it is proved. */
export default function ConfirmEmailPage() {
  const session = useSession();
  const navigate = useNavigate();
  const { search } = useLocation();
  // The sign-in page does what the address still asks for: a team to join, a plan to buy.
  const goOn = () => void navigate(`/login${search}`, { replace: true });
  const entry = useEmailCode(goOn);
  const userId = session?.isEmailProven === false ? session.id : null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: Once per person.
  useEffect(() => {
    if (userId === null || askedFor.has(userId)) return;
    askedFor.add(userId);
    void entry.send();
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
      lead={`We emailed six digits to ${session.email}. Type them here: nobody else can then use Headhaul with your address.`}
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
