import type { PostingFacts } from '@headhaul/contracts/boards/postings';
import { useId, useState } from 'react';
import type { Asked, RowBroker } from '../messages.ts';
import { askWorker, useHost } from './panel-host.ts';
import { FailureLine } from './parts.tsx';

type Mark = 'PREFERRED' | 'BLOCKED';
type Failure = Exclude<Asked<unknown>, { ok: true }>;
const labels: Record<Mark, string> = { PREFERRED: 'Prefer', BLOCKED: 'Block' };

/** Blocks or prefers the broker for the whole company, with a reason. */
export function MarkForm({ broker, posted, onMarked }: { broker: PostingFacts['broker']; posted: RowBroker; onMarked: () => void }) {
  const host = useHost();
  const id = useId();
  const [asking, setAsking] = useState<Mark | null>(null);
  const [reason, setReason] = useState('');
  const [isBusy, setIsBusy] = useState(false);
  const [failure, setFailure] = useState<Failure | null>(null);
  const mark = broker?.mark ?? 'NONE';
  const isLacking = asking === 'BLOCKED' && reason.trim() === '';

  /** What failed before was about another change, and trying it again would make that one. */
  function turnTo(next: Mark | null): void {
    setAsking(next);
    setFailure(null);
  }

  async function send(next: Mark | 'NONE'): Promise<void> {
    setIsBusy(true);
    const answer = await askWorker(host, {
      type: 'panel:mark',
      ...posted,
      opId: crypto.randomUUID(),
      mark: next,
      reason: next === 'NONE' ? '' : reason.trim(),
    });
    setIsBusy(false);
    if (answer?.ok === true) {
      turnTo(null);
      setReason('');
      onMarked();
    } else setFailure(answer ?? { ok: false, failure: 'UNREACHABLE' });
  }

  if (asking !== null) {
    return (
      <form
        className="mark"
        onSubmit={(event) => {
          event.preventDefault();
          if (!isLacking && !isBusy) void send(asking);
        }}
      >
        <label htmlFor={id}>{asking === 'BLOCKED' ? 'Why block this broker?' : 'Why prefer this broker? (optional)'}</label>
        {/* biome-ignore lint/a11y/noAutofocus: The user has just asked for this field. */}
        <input id={id} value={reason} maxLength={500} autoFocus autoComplete="off" onChange={(event) => setReason(event.target.value)} />
        {failure === null ? null : <FailureLine failure={failure} failed="Couldn’t save the change" onRetry={() => void send(asking)} />}
        <div className="buttons">
          <button type="submit" className="button button-line" disabled={isLacking || isBusy}>
            {isBusy ? 'Saving…' : `${labels[asking]} for everybody`}
          </button>
          <button type="button" className="button button-plain" onClick={() => turnTo(null)}>
            Cancel
          </button>
        </div>
      </form>
    );
  }
  return (
    <div className="mark">
      {mark === 'NONE' ? null : (
        <p className={`line ${mark === 'BLOCKED' ? 'bad' : 'good'}`}>
          {mark === 'BLOCKED' ? 'Blocked' : 'Preferred'} by your company
          {broker?.markReason == null ? '' : `: ${broker.markReason}`}
        </p>
      )}
      {failure === null ? null : <FailureLine failure={failure} failed="Couldn’t save the change" onRetry={() => void send('NONE')} />}
      <div className="buttons">
        {(['PREFERRED', 'BLOCKED'] as const)
          .filter((one) => one !== mark)
          .map((one) => (
            <button key={one} type="button" className="button button-line" disabled={isBusy} onClick={() => turnTo(one)}>
              {labels[one]}
            </button>
          ))}
        {mark === 'NONE' ? null : (
          <button type="button" className="button button-plain" disabled={isBusy} onClick={() => void send('NONE')}>
            {mark === 'BLOCKED' ? 'Unblock' : 'Don’t prefer'}
          </button>
        )}
      </div>
    </div>
  );
}
