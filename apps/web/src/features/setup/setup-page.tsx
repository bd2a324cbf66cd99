import { IconArrowLeft, IconArrowRight } from '@tabler/icons-react';
import { useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { useExtensionState } from '../../shared/extension-bridge/extension-state.ts';
import { useSession } from '../../shared/session/session-store.ts';
import { PageButton } from '../../shared/ui/page-button.tsx';
import { ExtensionStep } from './extension-step.tsx';
import { useFinishSetup } from './finish-setup.ts';
import { LaterStep } from './later-step.tsx';
import classes from './setup-page.module.css';
import { SetupRail } from './setup-rail.tsx';
import { doneSteps, setupSteps, stepIndexAt } from './setup-steps.ts';

export default function SetupPage() {
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const finish = useFinishSetup();
  const [isFinishing, setFinishing] = useState(false);
  const session = useSession();
  const extension = useExtensionState();

  const index = stepIndexAt(pathname, search);
  const step = setupSteps[index];
  if (session === null || step === undefined) return null;
  const done = doneSteps(session, extension);
  const previous = setupSteps[index - 1];
  const next = setupSteps[index + 1];

  const goOn = async () => {
    if (next) return navigate(next.path);
    setFinishing(true);
    await finish();
    setFinishing(false);
  };

  return (
    <div className={classes.page}>
      <SetupRail current={index} done={done} />
      <main className={classes.main}>
        <div className={classes.body} key={step.id}>
          {step.id === 'extension' ? <ExtensionStep extension={extension} /> : <LaterStep id={step.id} />}
        </div>
        <div className={classes.foot}>
          {previous ? (
            <PageButton look="quiet" onClick={() => void navigate(previous.path)}>
              <IconArrowLeft size={18} stroke={1.75} aria-hidden="true" />
              Back
            </PageButton>
          ) : null}
          <span className={classes.onward}>
            <PageButton look="quiet" disabled={isFinishing} onClick={() => void goOn()}>
              Skip for now
            </PageButton>
            <PageButton look="filled" disabled={!done.has(step.id) || isFinishing} onClick={() => void goOn()}>
              {next ? 'Next' : 'Finish'}
              <IconArrowRight size={18} stroke={1.75} aria-hidden="true" />
            </PageButton>
          </span>
        </div>
      </main>
    </div>
  );
}
