import { IconArrowLeft, IconArrowRight } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { carryPricingModal } from '../../shared/entry/entry-routing.ts';
import { useExtensionState } from '../../shared/extension-bridge/extension-state.ts';
import { useSession } from '../../shared/session/session-store.ts';
import { PageButton } from '../../shared/ui/page-button.tsx';
import { driversApi } from '../drivers/drivers.api.ts';
import { emailAccountsApi } from '../email-accounts/email-accounts.api.ts';
import { DriverStep, firstDriverForm } from './driver-step.tsx';
import { EmailStep } from './email-step.tsx';
import { ExtensionStep } from './extension-step.tsx';
import { useFinishSetup } from './finish-setup.ts';
import classes from './setup-page.module.css';
import { SetupRail } from './setup-rail.tsx';
import { doneSteps, firstTemplateForm, setupSteps, stepIndexAt } from './setup-steps.ts';

/** Loaded on demand, because the editor is large and most steps do not need it. */
const TemplateStep = lazy(() => import('./template-step.tsx'));

export default function SetupPage() {
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const finish = useFinishSetup();
  const [isFinishing, setFinishing] = useState(false);
  const session = useSession();
  const extension = useExtensionState();

  const accounts = emailAccountsApi.useListEmailAccountsQuery(undefined, { refetchOnMountOrArgChange: true });
  const counts = driversApi.useListDriversQuery({ query: { limit: 1 } }).data?.counts;

  const index = stepIndexAt(pathname, search);
  const step = setupSteps[index];
  if (session === null || step === undefined) return null;
  const drivers = (counts?.all ?? 0) + (counts?.inactive ?? 0);
  const mailboxes = accounts.data?.emailAccounts.filter(({ userId }) => userId === session.id);
  const done = doneSteps({ session, extension, drivers, mailboxes });
  const mailbox = mailboxes?.find(({ hasValidTemplate }) => !hasValidTemplate) ?? mailboxes?.[0];
  // These steps have a form that the button below submits.
  const form = step.id === 'driver' && drivers === 0 ? firstDriverForm : step.id === 'template' && mailbox ? firstTemplateForm : null;
  const previous = setupSteps[index - 1];
  const next = setupSteps[index + 1];

  const goOn = async () => {
    if (next) return navigate(carryPricingModal(next.path, search));
    setFinishing(true);
    await finish();
    setFinishing(false);
  };

  return (
    <div className={classes.page}>
      <SetupRail current={index} done={done} />
      <main className={classes.main}>
        <div className={classes.body} key={step.id}>
          {step.id === 'extension' ? (
            <ExtensionStep extension={extension} />
          ) : step.id === 'driver' ? (
            <DriverStep userId={session.id} drivers={drivers} onAdded={() => void goOn()} />
          ) : step.id === 'email' ? (
            <EmailStep mailboxes={mailboxes} search={search} />
          ) : (
            <Suspense>
              <TemplateStep mailbox={mailbox} isLoading={accounts.isLoading} onSaved={() => void goOn()} />
            </Suspense>
          )}
        </div>
        <div className={classes.foot}>
          {previous ? (
            <PageButton look="quiet" onClick={() => void navigate(carryPricingModal(previous.path, search))}>
              <IconArrowLeft size={18} stroke={1.75} aria-hidden="true" />
              Back
            </PageButton>
          ) : null}
          <span className={classes.onward}>
            <PageButton look="quiet" disabled={isFinishing} onClick={() => void goOn()}>
              Skip for now
            </PageButton>
            {form !== null ? (
              <PageButton look="filled" type="submit" form={form}>
                {step.id === 'driver' ? 'Add driver' : 'Next'}
                <IconArrowRight size={18} stroke={1.75} aria-hidden="true" />
              </PageButton>
            ) : (
              <PageButton look="filled" disabled={!done.has(step.id) || isFinishing} onClick={() => void goOn()}>
                {next ? 'Next' : 'Finish'}
                <IconArrowRight size={18} stroke={1.75} aria-hidden="true" />
              </PageButton>
            )}
          </span>
        </div>
      </main>
    </div>
  );
}
