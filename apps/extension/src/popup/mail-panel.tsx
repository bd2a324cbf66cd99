import type { MailboxesView, MailboxView } from '../mail/messages.ts';

export interface MailPanelProps {
  view: MailboxesView;
  onChoose: (accountId: string) => void;
  /** To the mailboxes in the web app. */
  onOpen: () => void;
}

const problemLabels: Record<NonNullable<MailboxView['problem']>, string> = {
  RECONNECT: 'Reconnect this mailbox to send from it.',
  NO_TEMPLATE: 'This mailbox needs a template.',
};

/** From which mailbox a click on "Email" sends. */
export function MailPanel({ view: { mailboxes, chosenId }, onChoose, onOpen }: MailPanelProps) {
  const problem = mailboxes.find(({ id }) => id === chosenId)?.problem ?? null;
  const hint =
    mailboxes.length === 0 ? 'Connect a mailbox to email brokers from a board.' : problem === null ? null : problemLabels[problem];
  return (
    <section className="block mailboxes" aria-label="Email">
      {mailboxes.length === 0 ? null : (
        <>
          <label htmlFor="mailbox">Send from</label>
          <select id="mailbox" value={chosenId ?? ''} onChange={(event) => onChoose(event.target.value)}>
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
