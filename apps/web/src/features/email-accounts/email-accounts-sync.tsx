import { useSupplyNavCount } from '../../shared/nav-counts.ts';
import { accountsPath } from '../emails/paths.public.ts';
import { emailAccountsApi } from './email-accounts.api.ts';
import { needsAttention } from './mailbox-labels.public.ts';

/** The count of mailboxes in the sidebar, in amber when some need attention. Renders nothing. */
export default function EmailAccountsSync() {
  const accounts = emailAccountsApi.useListEmailAccountsQuery().data?.emailAccounts;
  const waiting = accounts === undefined ? 0 : needsAttention(accounts);
  const count = waiting > 0 ? { count: waiting, needsAttention: true } : { count: accounts?.length ?? 0 };
  useSupplyNavCount(accountsPath, count.count === 0 ? undefined : count);
  return null;
}
