import { useCallback, useEffect, useState } from 'react';
import { browser } from 'wxt/browser';
import type { FromPopupMail, MailboxesView } from '../mail/messages.ts';

/** The mailboxes of who is signed in. Null until the worker has answered, and while Headhaul doesn't answer. */
export function useMailboxes(): { mailboxes: MailboxesView | null; choose: (accountId: string) => void } {
  const [mailboxes, setMailboxes] = useState<MailboxesView | null>(null);

  const tell = useCallback((message: FromPopupMail) => {
    // A worker that doesn't answer is said by the rest of the popup.
    browser.runtime.sendMessage(message).then(
      (view: MailboxesView | null | undefined) => setMailboxes((before) => view ?? before),
      () => undefined,
    );
  }, []);

  useEffect(() => tell({ type: 'mail:mailboxes' }), [tell]);

  return { mailboxes, choose: (accountId) => tell({ type: 'mail:choose', accountId }) };
}
