import { type EmailCheck, EmailIntent } from '@headhaul/contracts/mail/emails';
import { useEffect, useRef, useState } from 'react';
import { describeFailure } from '../../../shared/api/api-failure.ts';
import { listenToLive } from '../../../shared/live/live-listeners.ts';
import { emailsApi } from '../emails.api.ts';

const pauseMs = 350;

interface Answer {
  /** The request that this is the answer to. */
  key: string;
  failure: string | null;
}

/**
 * The mail as it would be sent. It is requested again shortly after each change, and when a teammate sends something. The last answer
 * stays until the next one has loaded. `isCurrent` says whether it belongs to the current values.
 */
export function useComposeCheck(intent: EmailIntent | null) {
  const [ask] = emailsApi.useCheckEmailMutation();
  const [check, setCheck] = useState<EmailCheck | null>(null);
  const [answer, setAnswer] = useState<Answer>({ key: '', failure: null });
  const [others, setOthers] = useState(0);
  const key = intent === null ? '' : `${others} ${JSON.stringify(intent)}`;
  const latest = useRef('');

  useEffect(
    () =>
      listenToLive(({ type }) => {
        if (type === 'emails.changed') setOthers((before) => before + 1);
        return false;
      }),
    [],
  );

  useEffect(() => {
    latest.current = key;
    if (key === '') return;
    const body = EmailIntent.safeParse(JSON.parse(key.slice(key.indexOf(' '))));
    if (!body.success) return;
    const timer = setTimeout(async () => {
      const { data, error } = await ask({ body: body.data });
      if (latest.current !== key) return;
      setAnswer({ key, failure: data === undefined ? describeFailure(error).message : null });
      if (data !== undefined) setCheck(data);
    }, pauseMs);
    return () => clearTimeout(timer);
  }, [key, ask]);

  const isCurrent = key !== '' && answer.key === key;
  return {
    check,
    failure: answer.failure,
    isCurrent: isCurrent && answer.failure === null,
    isAsking: key !== '' && !isCurrent,
    take: setCheck,
  };
}
