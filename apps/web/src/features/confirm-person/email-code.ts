import { ProblemError } from '@headhaul/contracts/http/call';
import { EmailCode, sessionEndpoints } from '@headhaul/contracts/session';
import { useRef, useState } from 'react';
import { describeFailure } from '../../shared/api/api-failure.ts';
import { updateSessionUser } from '../../shared/session/session-store.ts';
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
  check: () => Promise<void>;
}

interface CodeOptions {
  onConfirmed: () => void;
  onSent?: () => void;
  /** The digits were mailed before this page was opened. */
  wasSent?: boolean;
}

/** Mails six digits and checks what the person types. */
export function useEmailCode({ onConfirmed, onSent, wasSent = false }: CodeOptions): CodeEntry {
  const [digits, setDigits] = useState('');
  const [state, setState] = useState<CodeEntry['state']>('waiting');
  const [error, setError] = useState<string>();
  const sent = useRef(0);
  const [isSent, setSent] = useState(wasSent);
  const [isSentAgain, setSentAgain] = useState(false);

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
    async send() {
      setState('sending');
      setError(undefined);
      try {
        await callSignedIn(sessionEndpoints.sendEmailCode, {});
        sent.current += 1;
        setSent(true);
        onSent?.();
        setSentAgain(sent.current > 1);
      } catch (failure) {
        setError(explain(failure));
      }
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
