import { boardFreightOf, fingerprintTextOf } from '@headhaul/domain/boards/freight';
import { useCallback, useEffect, useRef, useState } from 'react';
import { hashFingerprint } from '../../mail/fingerprint-hash.ts';
import { formatAgo } from '../../mail/format-ago.ts';
import type { FromPanelMail, MailAnswer, MailQuestion, Place, RowsAnswer } from '../../mail/messages.ts';
import type { PageState } from '../../mail/row-view.ts';
import { tellWorker } from '../../mail/tell-worker.ts';
import type { RowView } from '../messages.ts';
import { askWorker, useHost } from '../view/panel-host.ts';

interface Reading {
  opId: string;
  key: string;
  question: MailQuestion;
}

export interface AskMail {
  /** As the row on the board shows it. Null: nobody has written about this load. */
  state: PageState | null;
  /** What the user reads before the mail leaves. */
  reading: MailQuestion | null;
  nowMs: number;
  write(askCents: number): void;
  send(): void;
  leaveDriverOut(): void;
  cancel(): void;
  undo(): void;
  open(place: Place): void;
}

const tickMs = 1_000;
/** What waits for a connection is tried again by the worker, maybe by its alarm alone. */
const lookEveryMs = 5_000;
const nothing: MailAnswer = { kind: 'NOTHING' };
const failed: PageState = { kind: 'NOT_SENT', why: 'Close and open this panel, then try again' };

/** The mail about the load in the panel that asks for a rate. What is sent is decided by the worker, as for the button on the row. */
export function useAskMail(row: RowView): AskMail {
  const host = useHost();
  const name = fingerprintTextOf(row.load);
  const [state, setState] = useState<PageState | null>(null);
  const [reading, setReading] = useState<Reading | null>(null);
  const [nowMs, setNowMs] = useState(Date.now);
  /** How often the user's own steps have begun or ended. A look that began before is of before. */
  const steps = useRef(0);
  /** When the load was read of which the mail is, if that isn't now. */
  const oldAtMs = useRef<number | null>(null);

  const tell = useCallback((message: FromPanelMail) => tellWorker(() => host.mail(message)), [host]);

  const look = useCallback(async () => {
    if (name === null) return;
    const fingerprint = await hashFingerprint(name);
    const began = steps.current;
    const answer = (await tell({ type: 'mail:rows', fingerprints: [fingerprint] })) as RowsAnswer | null;
    if (answer === null || steps.current !== began) return;
    setState((before) => {
      // A click that is worked on knows better. A refusal stays until the next click.
      if (before?.kind === 'BUSY' || before?.kind === 'REFUSED') return before;
      return answer.mails[fingerprint] ?? (answer.isWhole && before?.kind !== 'NOT_SENT' ? null : before);
    });
  }, [name, tell]);
  useEffect(() => {
    const lookIfSeen = () => {
      if (document.visibilityState === 'visible') void look();
    };
    void look();
    document.addEventListener('visibilitychange', lookIfSeen);
    return () => document.removeEventListener('visibilitychange', lookIfSeen);
  }, [look]);

  const isWaiting = state?.kind === 'WAITING' || state?.kind === 'CANCELLING';
  useEffect(() => {
    if (!isWaiting) return undefined;
    const timer = setInterval(() => void look(), lookEveryMs);
    return () => clearInterval(timer);
  }, [isWaiting, look]);

  const undoUntilMs = state?.kind === 'SENDING' ? state.undoUntilMs : null;
  useEffect(() => {
    if (undoUntilMs === null) return undefined;
    const timer = setInterval(() => {
      setNowMs(Date.now());
      if (Date.now() < undoUntilMs) return;
      clearInterval(timer);
      void look();
      // A load without cities and numbers is known to this panel alone.
      if (name === null) setState({ kind: 'EMAILED', who: 'You', atMs: undoUntilMs, isSure: true, postedCents: null, askedCents: null });
    }, tickMs);
    return () => clearInterval(timer);
  }, [undoUntilMs, look, name]);

  /** The row as it is at this moment. Null: another one was opened meanwhile. */
  async function readAgain(): Promise<RowView | null> {
    const view = await askWorker(host, { type: 'panel:view' });
    // The worker, which doesn't answer or has nobody signed in, says so about the mail.
    if (view?.standing !== 'READY') return { ...row, state: 'CLOSED' };
    return view.row?.board === row.board && view.row.load.rowKey === row.load.rowKey ? view.row : null;
  }

  async function write(askCents: number): Promise<unknown> {
    const read = await readAgain();
    if (read === null) return nothing;
    oldAtMs.current = read.state === 'HERE' ? null : read.readAtMs;
    return tell({ type: 'mail:ask', opId: crypto.randomUUID(), load: boardFreightOf(read.load), askCents });
  }

  function withAge(question: MailQuestion): MailQuestion {
    if (oldAtMs.current === null) return question;
    const text = `Read ${formatAgo(oldAtMs.current, Date.now())}. The posting may have changed.`;
    return { ...question, warnings: [{ tone: 'need', text }, ...question.warnings] };
  }

  async function act(run: () => Promise<unknown>): Promise<void> {
    const before = state?.kind === 'EMAILED' ? state : null;
    steps.current += 1;
    setState({ kind: 'BUSY' });
    setReading(null);
    const answer = (await run()) as MailAnswer | null;
    steps.current += 1;
    setNowMs(Date.now());
    if (answer?.kind === 'ASKS') setReading({ opId: answer.opId, key: answer.key, question: withAge(answer.question) });
    if (answer?.kind === 'ROW') setState(answer.mail);
    else if (answer?.kind === 'REFUSED') setState({ kind: 'REFUSED', text: answer.text, place: answer.place });
    else setState(answer === null ? failed : before);
  }

  return {
    state,
    reading: reading?.question ?? null,
    nowMs,
    write(askCents) {
      void act(() => write(askCents));
    },
    send() {
      if (reading !== null) void act(() => tell({ type: 'mail:confirm', opId: reading.opId, key: reading.key }));
    },
    leaveDriverOut() {
      if (reading !== null) void act(() => tell({ type: 'mail:without-driver', opId: reading.opId }));
    },
    cancel() {
      if (reading !== null) void tell({ type: 'mail:undo', opId: reading.opId });
      setReading(null);
    },
    undo() {
      if (state !== null && 'opId' in state) void act(() => tell({ type: 'mail:undo', opId: state.opId }));
    },
    open(place) {
      setReading(null);
      // Whoever comes back has put it right, or is told again.
      setState(null);
      void tell({ type: 'mail:open', place });
    },
  };
}
