import type { EmailAccount } from '@headhaul/contracts/mail/accounts';

/** The mailbox to start with: connected first, then one with a valid template, then the user's own. */
export function firstMailbox(accounts: readonly EmailAccount[], me: string): EmailAccount | undefined {
  const rank = (account: EmailAccount) =>
    (account.status === 'CONNECTED' ? 0 : 4) + (account.hasValidTemplate ? 0 : 2) + (account.userId === me ? 0 : 1);
  return [...accounts].sort((one, other) => rank(one) - rank(other))[0];
}
