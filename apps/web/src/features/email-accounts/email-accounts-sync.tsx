import { useSupplyNavCount } from '../../shared/nav-counts.ts';
import { accountsPath } from '../emails/paths.public.ts';
import { emailAccountsApi } from './email-accounts.api.ts';
import { needsYou } from './mailbox-labels.public.ts';

/** The count of mailboxes in the sidebar, amber for those that wait for somebody. Draws nothing. */
export default function EmailAccountsKeeper() {
  const accounts = emailAccountsApi.useListEmailAccountsQuery().data?.emailAccounts;
  const waiting = accounts === undefined ? 0 : needsYou(accounts);
  const count = waiting > 0 ? { count: waiting, needsYou: true } : { count: accounts?.length ?? 0 };
  useSupplyNavCount(accountsPath, count.count === 0 ? undefined : count);
  return null;
}
