import type { MailboxesView, MailboxView } from '../mail/messages.ts';

export interface MailPanelProps {
  /** Null while it isn't known. The list has its place by then, so that nothing moves under the pointer. */
  view: MailboxesView | null;
  onChoose: (accountId: string) => void;
  /** To the mailboxes in the web app. */
  onOpen: () => void;
}

const problemLabels: Record<NonNullable<MailboxView['problem']>, string> = {
  RECONNECT: 'Reconnect this mailbox to send from it.',
  NO_TEMPLATE: 'This mailbox needs a template.',
};

function hintOf(mailboxes: readonly MailboxView[], chosenId: string | null): string | null {
  if (mailboxes.length === 0) return 'Connect a mailbox to email brokers from a board.';
  if (chosenId === null) return 'The mailbox you chose is gone. Choose another to send from.';
  const problem = mailboxes.find(({ id }) => id === chosenId)?.problem ?? null;
  return problem === null ? null : problemLabels[problem];
}

function MailboxesUnknown() {
  return (
    <section className="block mailboxes" aria-label="Email">
      <label htmlFor="mailbox">Send from</label>
      <select id="mailbox" disabled>
        <option>–</option>
      </select>
    </section>
  );
}

/** From which mailbox a click on "Email" sends. */
export function MailPanel({ view, onChoose, onOpen }: MailPanelProps) {
  if (view === null) return <MailboxesUnknown />;
  const { mailboxes, chosenId } = view;
  const hint = hintOf(mailboxes, chosenId);
  return (
    <section className="block mailboxes" aria-label="Email">
      {mailboxes.length === 0 ? null : (
        <>
          <label htmlFor="mailbox">Send from</label>
          <select id="mailbox" value={chosenId ?? ''} onChange={(event) => onChoose(event.target.value)}>
            {chosenId === null ? (
              <option value="" disabled>
                Choose a mailbox
              </option>
            ) : null}
            {mailboxes.map(({ id, address }) => (
              <option key={id} value={id}>
                {address}
              </option>
            ))}
          </select>
        </>
      )}
      {hint === null ? null : (
        <p className="board-line board-warn">
          {hint}{' '}
          <button type="button" className="link" onClick={onOpen}>
            Open mailboxes
          </button>
        </p>
      )}
    </section>
  );
}
