import type { EmailAccount } from '@headhaul/contracts/mail/accounts';
import { firstWithoutTemplate } from './template-flag.public.tsx';

/** Where no mailbox is named: my first one that has nothing to write with, else my first, else the team's first. */
export function mailboxToOpen(accounts: readonly EmailAccount[], me: string): EmailAccount | null {
  const own = accounts.filter(({ userId }) => userId === me);
  return firstWithoutTemplate(own) ?? own[0] ?? accounts[0] ?? null;
}
