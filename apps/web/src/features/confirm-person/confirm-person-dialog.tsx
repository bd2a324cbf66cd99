import { Button, Modal } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import type { Purpose } from '../../shared/session/confirm-person.ts';
import { useSession } from '../../shared/session/session-store.ts';
import { providerNames } from '../../shared/session/sign-in.ts';
import dialog from '../../shared/ui/dialog.module.css';
import { FocusBack } from '../../shared/ui/focus-back.tsx';
import { CodeField } from './code-field.tsx';
import classes from './confirm-person.module.css';
import { useEmailCode } from './email-code.ts';
import { type ProviderAnswer, type ProviderVisit, prepareVisit } from './provider-window.ts';
import { describePurpose } from './purposes.ts';

type Step = 'choice' | 'window' | 'code';

/** Providers that do not tell when the person signed in. For these the dialog mails digits as soon as it opens. */
const silentProviders = new Set<string>();

const notices: Partial<Record<ProviderAnswer, string>> = {
  'other-account': 'That is another account. Use the one you are signed in with here.',
  failed: 'That did not work. Try again, or use a code.',
};

interface ConfirmPersonDialogProps {
  purpose: Purpose;
  onAnswer: (isConfirmed: boolean) => void;
}

/** Shown before actions that can't be undone or that show all data. It opens over the page, so typed text stays. */
export default function ConfirmPersonDialog({ purpose, onAnswer }: ConfirmPersonDialogProps) {
  const session = useSession();
  const doing = describePurpose(purpose) ?? 'go on';
  const provider = session?.iSGoogleSignInDone ? 'google' : 'microsoft';
  const name = providerNames[provider];
  const [step, setStep] = useState<Step>(silentProviders.has(provider) ? 'code' : 'choice');
  const [notice, setNotice] = useState<string | null>(null);
  const entry = useEmailCode({ onConfirmed: () => onAnswer(true) });
  const goByCode = () => {
    setNotice(null);
    setStep('code');
    void entry.send();
  };
  const visit = useProviderVisit(provider, (answer) => {
    if (answer === 'confirmed') return onAnswer(true);
    if (answer === 'not-said') {
      silentProviders.add(provider);
      goByCode();
      return setNotice(`${name} doesn’t tell us when you signed in, so please type the digits too.`);
    }
    setNotice(notices[answer] ?? null);
    setStep('choice');
  });
  const sentAtOpening = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: Runs once, when the dialog opens at the digits.
  useEffect(() => {
    if (step !== 'code' || sentAtOpening.current) return;
    sentAtOpening.current = true;
    void entry.send();
  }, []);

  const openWindow = () => {
    window.open(visit?.address, 'hh-confirm', 'popup,width=520,height=680');
    setNotice(null);
    setStep('window');
  };

  return (
    <Modal.Root opened onClose={() => onAnswer(false)} size={440} classNames={{ content: dialog.content }}>
      <Modal.Overlay color="#0B1220" backgroundOpacity={0.5} />
      <Modal.Content>
        <FocusBack />
        <form
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            if (step === 'code') void entry.check();
          }}
        >
          <Modal.Title className={dialog.title}>Confirm that it is you</Modal.Title>
          <div className={dialog.text}>
            {step === 'code' ? (
              <p>
                {entry.isSent ? 'We emailed' : 'We email'} six digits to {session?.email}. Type them to {doing}. They work for 10 minutes,
                here only.
              </p>
            ) : (
              <p>
                Sign in with {name} again to {doing}. We ask so that nobody else can do it at your computer.
              </p>
            )}
            {step === 'window' ? <p>Go on in the window of {name}. This page waits.</p> : null}
            {notice === null ? null : (
              <p className={classes.notice} role="alert">
                {notice}
              </p>
            )}
          </div>
          {step === 'code' ? <CodeField entry={entry} /> : null}
          {step === 'code' ? null : (
            <button type="button" className={classes.other} onClick={goByCode}>
              Email me a code instead
            </button>
          )}
          <div className={`${dialog.buttons} ${classes.buttons}`}>
            <Button variant="default" size="md" onClick={() => onAnswer(false)}>
              Cancel
            </Button>
            {step === 'code' ? (
              <Button type="submit" size="md" loading={entry.state !== 'waiting'}>
                Confirm
              </Button>
            ) : (
              <Button size="md" disabled={visit === null} onClick={openWindow} data-autofocus>
                {step === 'window' ? 'Open the window again' : `Continue with ${name}`}
              </Button>
            )}
          </div>
        </form>
      </Modal.Content>
    </Modal.Root>
  );
}

/** A prepared visit to the provider. After each answer a new one is prepared, because its code is used up. */
function useProviderVisit(provider: 'google' | 'microsoft', onAnswer: (answer: ProviderAnswer) => void): ProviderVisit | null {
  const [visit, setVisit] = useState<ProviderVisit | null>(null);
  const [round, setRound] = useState(0);
  const answerTo = useRef(onAnswer);
  answerTo.current = onAnswer;
  // biome-ignore lint/correctness/useExhaustiveDependencies: Each round is another visit.
  useEffect(() => {
    let isOver = false;
    let stop = () => {};
    void prepareVisit(provider).then(async (prepared) => {
      stop = prepared.stop;
      if (isOver) return stop();
      setVisit(prepared);
      const answer = await prepared.answer;
      if (isOver) return;
      answerTo.current(answer);
      setRound((last) => last + 1);
    });
    return () => {
      isOver = true;
      stop();
      setVisit(null);
    };
  }, [provider, round]);
  return visit;
}
