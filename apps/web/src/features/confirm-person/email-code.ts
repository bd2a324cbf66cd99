import { ProblemError } from '@headhaul/contracts/http/call';
import { EmailCode, sessionEndpoints } from '@headhaul/contracts/session';
import { useEffect, useRef, useState } from 'react';
import { describeFailure } from '../../shared/api/api-failure.ts';
import { getSession, updateSessionUser } from '../../shared/session/session-store.ts';
import { callSignedIn } from '../../shared/session/signed-in-call.ts';

function explain(failure: unknown): string {
  return describeFailure(
    failure instanceof ProblemError ? { status: failure.problem.status, data: failure.problem } : { status: 'FETCH_ERROR' },
  ).message;
}

export interface CodeEntry {
  digits: string;
  /** The digits are being mailed, are being checked, or the person can type. */
  state: 'sending' | 'checking' | 'waiting';
  error: string | undefined;
  /** Our server has taken the mail. False until then, and when that failed. */
  isSent: boolean;
  /** The digits were mailed more than once. */
  isSentAgain: boolean;
  type: (digits: string) => void;
  send: () => Promise<void>;
  /** Mails them unless a mail is on its way already, for example from a page load that was cut short. */
  sendOnce: () => Promise<void>;
  check: () => Promise<void>;
}

interface CodeOptions {
  onConfirmed: () => void;
  onSent?: () => void;
  /** The mail did not leave, so it doesn't count as sent. */
  onLost?: () => void;
  /** The digits were mailed before this page was opened. */
  wasSent?: boolean;
}

/** The mail server is tried three times within about 15 s. */
const askEveryMs = 2_000;
const mostQuestions = 15;

/** Mails six digits and checks what the person types. */
export function useEmailCode({ onConfirmed, onSent, onLost, wasSent = false }: CodeOptions): CodeEntry {
  const [digits, setDigits] = useState('');
  const [state, setState] = useState<CodeEntry['state']>('waiting');
  const [error, setError] = useState<string>();
  const sent = useRef(0);
  const [isSent, setSent] = useState(wasSent);
  const [isSentAgain, setSentAgain] = useState(false);
  /** Which mail is followed until it has left. Null when its outcome is known. */
  const [followed, setFollowed] = useState<number | null>(wasSent ? 0 : null);

  const lost = useRef((_isRefused: boolean) => {});
  lost.current = (isRefused) => {
    setSent(false);
    setSentAgain(false);
    setError(isRefused ? explainRefusal() : 'We couldn’t send the code. The problem is on our side. Try again in a few minutes.');
    onLost?.();
  };
  useEffect(() => {
    if (followed === null) return;
    return followMail(
      (isRefused) => lost.current(isRefused),
      () => setFollowed(null),
    );
  }, [followed]);

  const noteSent = () => {
    sent.current += 1;
    setSent(true);
    onSent?.();
    setSentAgain(sent.current > 1);
    setFollowed(sent.current);
  };
  const send = async () => {
    setState('sending');
    setError(undefined);
    try {
      await callSignedIn(sessionEndpoints.sendEmailCode, {});
      noteSent();
    } catch (failure) {
      setError(explain(failure));
    }
    setState('waiting');
  };

  return {
    digits,
    state,
    error,
    isSent,
    isSentAgain,
    type(typed) {
      setDigits(typed);
      setError(undefined);
    },
    send,
    async sendOnce() {
      setState('sending');
      const mail = await callSignedIn(sessionEndpoints.getEmailCode, {}).catch(() => null);
      if (mail?.state !== 'sending' && mail?.state !== 'sent') return send();
      noteSent();
      setState('waiting');
    },
    async check() {
      const parsed = EmailCode.safeParse(digits);
      if (!parsed.success) return setError('Type the six digits from our email');
      setState('checking');
      try {
        updateSessionUser(await callSignedIn(sessionEndpoints.confirmEmailCode, { body: { digits: parsed.data } }));
        onConfirmed();
      } catch (failure) {
        setError(explain(failure));
        setState('waiting');
      }
    },
  };
}

/** A mail server does not know the address. */
function explainRefusal(): string {
  return `We couldn’t mail the code to ${getSession()?.email ?? 'you'}. Check the address or try again.`;
}

/** Asks until the mail has left or is lost. An answer that doesn't come is no answer: the person may have the digits already. */
function followMail(onLost: (isRefused: boolean) => void, onKnown: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isOver = false;
  let asked = 0;
  const ask = async () => {
    asked += 1;
    const answer = await callSignedIn(sessionEndpoints.getEmailCode, {}).catch(() => null);
    if (isOver) return;
    if (answer?.state === 'failed' || answer?.state === 'refused') onLost(answer.state === 'refused');
    if (asked === mostQuestions || (answer !== null && answer.state !== 'sending')) onKnown();
    else timer = setTimeout(() => void ask(), askEveryMs);
  };
  void ask();
  return () => {
    isOver = true;
    clearTimeout(timer);
  };
}
