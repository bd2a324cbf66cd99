import type { SubscriptionInfo } from '@headhaul/contracts/billing';
import type { Factoring } from '@headhaul/contracts/factoring';
import type { EmailAccount } from '@headhaul/contracts/mail/accounts';
import type { SessionUser } from '@headhaul/contracts/session';
import type { ExtensionContext } from '../../shared/extension-bridge/send-context.ts';
import { daysUntil } from '../../shared/time/format-time.ts';
import { firstMailbox } from '../email-accounts/first-mailbox.public.ts';

/** What the screens know. Undefined: it has not come yet. */
export interface KnownSession {
  user: Pick<SessionUser, 'id' | 'companyId' | 'mc' | 'isBillActive' | 'factoringType'>;
  subscription: SubscriptionInfo | undefined;
  accounts: readonly EmailAccount[] | undefined;
  factoring: Factoring | undefined;
}

/** Only a plan that ends by itself has days left. */
function leftDays({ status, cancelAtPeriodEnd, currentPeriodEnd }: SubscriptionInfo, now: number): number | null {
  return status === 'TRIALING' || cancelAtPeriodEnd ? daysUntil(currentPeriodEnd, now) : null;
}

function mailboxOf(accounts: readonly EmailAccount[], me: string): Pick<ExtensionContext, 'account' | 'accountId'> {
  const usable = accounts.filter(({ userId, isShared, status }) => status === 'CONNECTED' && (userId === me || isShared));
  const first = firstMailbox(usable, me);
  if (first === undefined) return { accountId: null, account: null };
  const { id, address: email, provider, hasValidTemplate } = first;
  return { accountId: id, account: { id, email, provider, hasValidTemplate } };
}

/** The fields of the specification's message to the extension. What has not come yet is left out, so the extension keeps what it has. */
export function describeSession({ user, subscription, accounts, factoring }: KnownSession, now: number): ExtensionContext {
  return {
    companyId: user.companyId,
    blockExtension: !user.isBillActive,
    // An independent dispatcher: the company has no MC number.
    isSingleDispatcher: user.mc === null,
    ...(subscription === undefined ? {} : { leftDays: leftDays(subscription, now) }),
    ...(accounts === undefined ? {} : mailboxOf(accounts, user.id)),
    ...(user.factoringType === null ? { factoringId: null } : factoring === undefined ? {} : { factoringId: factoring.factoringId }),
  };
}

/** Whether a mailbox that could send can't any more: it was disconnected, taken out of the team, or lost its grant. */
export function hasLostMailbox(before: readonly EmailAccount[], after: readonly EmailAccount[]): boolean {
  return before.some(({ id, status }) => status === 'CONNECTED' && after.find((account) => account.id === id)?.status !== 'CONNECTED');
}

/** The mailboxes whose templates are others than before, and new mailboxes. */
export function changedTemplates(before: readonly EmailAccount[], after: readonly EmailAccount[]): string[] {
  const isSame = (account: EmailAccount) =>
    before.some(
      ({ id, hasValidTemplate, templateCount }) =>
        id === account.id && hasValidTemplate === account.hasValidTemplate && templateCount === account.templateCount,
    );
  return after.filter((account) => !isSame(account)).map(({ id }) => id);
}
