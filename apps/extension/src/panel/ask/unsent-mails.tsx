import { useCallback, useEffect, useState } from 'react';
import type { FromPanelMail, MailAnswer, MailQuestion, UnsentMail, UnsentView } from '../../mail/messages.ts';
import { Reading } from './ask-mail.tsx';

const lookEveryMs = 2_000;
const minuteMs = 60_000;

interface Asking {
  opId: string;
  key: string;
  question: MailQuestion;
}

const formatWait = (sinceMs: number) => `Waiting ${Math.max(1, Math.floor((Date.now() - sinceMs) / minuteMs))} min`;

function Line({ mail, onDiscard }: { mail: UnsentMail; onDiscard: () => void }) {
  const { lane, state, why, sinceMs } = mail;
  return (
    <li>
      <span className="unsent-lane">{lane}</span>
      <span className={state === 'WAITING' ? 'quiet' : 'bad'}>{state === 'WAITING' ? formatWait(sinceMs) : why}</span>
      <button type="button" className="unsent-close" aria-label={`Discard the email, ${lane}`} onClick={onDiscard}>
        ×
      </button>
    </li>
  );
}

interface UnsentMailsProps {
  /** To the worker. */
  tell(message: FromPanelMail): Promise<unknown>;
}

/** Mails that haven't left. They ask here, because their row may be scrolled away and its tab closed. */
export function UnsentMails({ tell }: UnsentMailsProps) {
  const [unsent, setUnsent] = useState<readonly UnsentMail[]>([]);
  const [asking, setAsking] = useState<Asking | null>(null);
  const [refusal, setRefusal] = useState('');
  const [isBusy, setIsBusy] = useState(false);

  const look = useCallback(async () => {
    const view = (await tell({ type: 'mail:unsent' }).catch(() => null)) as UnsentView | null;
    if (Array.isArray(view?.unsent)) setUnsent(view.unsent);
  }, [tell]);
  useEffect(() => {
    void look();
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') void look();
    }, lookEveryMs);
    return () => clearInterval(timer);
  }, [look]);

  /** False: something must be read or done before anything else is sent. */
  async function send(message: FromPanelMail): Promise<boolean> {
    const answer = (await tell(message).catch(() => null)) as MailAnswer | null;
    if (answer?.kind === 'ASKS') setAsking(answer);
    if (answer?.kind === 'REFUSED') setRefusal(answer.text);
    return answer?.kind === 'ROW' || answer?.kind === 'NOTHING';
  }

  async function act(run: () => Promise<unknown>): Promise<void> {
    setIsBusy(true);
    setAsking(null);
    setRefusal('');
    await run();
    await look();
    setIsBusy(false);
  }

  const stopped = unsent.filter(({ state }) => state === 'NOT_SENT');
  async function sendAll(): Promise<void> {
    for (const { opId } of stopped) if (!(await send({ type: 'mail:send-now', opId }))) return;
  }
  const discard = (mails: readonly UnsentMail[]) => async () => {
    for (const { opId } of mails) await tell({ type: 'mail:undo', opId }).catch(() => null);
  };

  if (asking !== null) {
    const { opId, key, question } = asking;
    return (
      <div className="unsent">
        <Reading
          key={key}
          question={question}
          mail={{
            send: () => void act(() => send({ type: 'mail:confirm', opId, key })),
            leaveDriverOut: () => void act(() => send({ type: 'mail:without-driver', opId })),
            cancel: () => void act(() => tell({ type: 'mail:undo', opId })),
            open: (place) => void act(() => tell({ type: 'mail:open', place })),
          }}
        />
      </div>
    );
  }
  if (unsent.length === 0 && refusal === '') return null;
  const words = `${unsent.length === 1 ? '1 email' : `${unsent.length} emails`} not sent`;
  return (
    <section className="unsent" aria-label="Emails not sent">
      <p role="status">
        <strong>{stopped.length === 0 ? words : `${words}. Send now?`}</strong>
      </p>
      {stopped.length > 0 ? null : <p className="quiet">They wait 10 minutes, then we ask again. Nothing is sent later without you.</p>}
      {refusal === '' ? null : <p className="bad">{refusal}</p>}
      <ul aria-label="Emails">
        {unsent.map((mail) => (
          <Line key={mail.opId} mail={mail} onDiscard={() => void act(discard([mail]))} />
        ))}
      </ul>
      {stopped.length === 0 ? null : (
        <div className="buttons">
          <button
            type="button"
            className="button button-filled"
            aria-disabled={isBusy}
            onClick={() => (isBusy ? undefined : void act(sendAll))}
          >
            Send now
          </button>
          <button
            type="button"
            className="button button-line"
            aria-disabled={isBusy}
            onClick={() => (isBusy ? undefined : void act(discard(stopped)))}
          >
            Discard
          </button>
        </div>
      )}
    </section>
  );
}
