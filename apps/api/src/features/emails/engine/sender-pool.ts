import type { MailSender } from '../../email-accounts/senders/mail-sender.service.ts';
import type { SendingAccount } from '../../email-accounts/senders/open-sender.service.ts';

/** A mailbox that sends nothing for this long is closed. */
const idleMs = 60_000;

export type OpenSender = (account: SendingAccount) => Promise<MailSender>;

/** Keeps open mailboxes for the next mails. Opening one reads its secrets, and an SMTP mailbox also needs a connection. */
export interface SenderPool {
  /** `version` changes when the mailbox is connected again. Then the old sender is closed. */
  take(account: SendingAccount, version: string): Promise<MailSender>;
  drop(accountId: string): void;
  close(): void;
}

interface Opened {
  version: string;
  sender: Promise<MailSender>;
  timer: NodeJS.Timeout;
}

export function createSenderPool(open: OpenSender): SenderPool {
  const opened = new Map<string, Opened>();

  function drop(accountId: string): void {
    const known = opened.get(accountId);
    if (!known) return;
    opened.delete(accountId);
    clearTimeout(known.timer);
    known.sender.then(
      (sender) => sender.close(),
      () => {},
    );
  }

  return {
    take(account, version) {
      const known = opened.get(account.id);
      if (known?.version === version) {
        known.timer.refresh();
        return known.sender;
      }
      drop(account.id);
      const sender = open(account);
      const timer = setTimeout(() => drop(account.id), idleMs);
      timer.unref();
      opened.set(account.id, { version, sender, timer });
      // If a mailbox could not be opened, the next mail tries again.
      sender.catch(() => {
        if (opened.get(account.id)?.sender === sender) drop(account.id);
      });
      return sender;
    },
    drop,
    close: () => [...opened.keys()].forEach(drop),
  };
}
