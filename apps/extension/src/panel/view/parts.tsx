import type { ReactNode } from 'react';
import type { Asked } from '../messages.ts';
import { useHost } from './panel-host.ts';
import type { Question } from './use-panel.ts';

/** The local time, for "as of". */
const clockFormat = new Intl.DateTimeFormat('en-US', { hour: 'numeric', minute: '2-digit' });
export const formatClock = (atMs: number) => clockFormat.format(atMs);

export function Section({ title, note, children }: { title: string; note?: string | undefined; children: ReactNode }) {
  const id = `section-${title.toLowerCase().replaceAll(' ', '-')}`;
  return (
    <section className="section" aria-labelledby={id}>
      <div className="section-head">
        <h2 id={id}>{title}</h2>
        {note === undefined ? null : <span className="quiet">{note}</span>}
      </div>
      {children}
    </section>
  );
}

/** In place of figures while they are asked for. */
export function Bones({ label }: { label: string }) {
  return (
    <div role="status" aria-label={label}>
      <span className="bone bone-short" />
      <span className="bone" />
      <span className="bone" />
    </div>
  );
}

type Failure = Exclude<Asked<unknown>, { ok: true }>;

/** Why there is no answer, and what to do about it. `failed`: what was tried, "Couldn’t load the profit". */
export function FailureLine({ failure, failed, onRetry }: { failure: Failure; failed: string; onRetry: () => void }) {
  const host = useHost();
  if (failure.failure === 'SIGNED_OUT') {
    return (
      <p className="line need" role="status">
        You’re signed out.{' '}
        <button type="button" className="link" onClick={() => host.openWeb('/login')}>
          Sign in
        </button>
      </p>
    );
  }
  if (failure.failure === 'REFUSED') {
    return (
      <p className="line need" role="status">
        {failure.text}{' '}
        {failure.isPlanEnded ? (
          <button type="button" className="link" onClick={() => host.openWeb('/dispatcher/subscriptions')}>
            See plans
          </button>
        ) : null}
      </p>
    );
  }
  return (
    <p className="line need" role="status">
      {navigator.onLine ? `${failed}. Headhaul doesn’t answer.` : `You’re offline. ${failed}.`}{' '}
      <button type="button" className="link" onClick={onRetry}>
        Try again
      </button>
    </p>
  );
}

/** The answer, or what stands in its place. An answer from before says so. */
export function Answered<T>({ question, what, children }: { question: Question<T>; what: string; children: (value: T) => ReactNode }) {
  const { answer, again } = question;
  if (answer === null) return <Bones label={`Loading ${what}`} />;
  if (!answer.ok) return <FailureLine failure={answer} failed={`Couldn’t load ${what}`} onRetry={again} />;
  return (
    <>
      {answer.isOld ? (
        <p className="line need" role="status">
          Headhaul doesn’t answer. As of {formatClock(answer.atMs)}.{' '}
          <button type="button" className="link" onClick={again}>
            Try again
          </button>
        </p>
      ) : null}
      {children(answer.value)}
    </>
  );
}
