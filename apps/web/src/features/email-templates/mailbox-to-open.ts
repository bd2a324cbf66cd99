import type { EmailAccount } from '@headhaul/contracts/mail/accounts';
import { firstWithoutTemplate } from './template-flag.public.tsx';

/** The mailbox to open when the address names none: the user's first without a valid template, else their first, else the team's first. */
export function mailboxToOpen(accounts: readonly EmailAccount[], me: string): EmailAccount | null {
  const own = accounts.filter(({ userId }) => userId === me);
  return firstWithoutTemplate(own) ?? own[0] ?? accounts[0] ?? null;
}
