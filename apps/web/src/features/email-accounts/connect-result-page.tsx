import { Link, useLocation } from 'react-router';
import { PageButton, PageLink } from '../../shared/ui/page-button.tsx';
import { accountsPath, connectedPath, signaturePath, templatePath } from '../emails/paths.public.ts';
import { openPricing } from '../pricing/pricing-dialog.public.ts';
import { type ConnectAttempt, formatConnectError, readConnectOutcome } from './connect/connect-labels.public.ts';
import { useConnectMailbox } from './connect/use-connect-mailbox.ts';
import classes from './connect-result-page.module.css';
import { emailAccountsApi } from './email-accounts.api.ts';
import { ProviderMark } from './provider-mark.public.tsx';

/** Google and Microsoft return here after success and after failure. The page shows what the server knows about the mailbox. */
export default function ConnectResultPage() {
  const { search, pathname } = useLocation();
  const { accountId, error, attempt } = readConnectOutcome(search);
  const isErrorPage = pathname.toLowerCase().endsWith('/error');
  if (error !== null || isErrorPage) return <NotConnected code={error ?? ''} attempt={attempt} />;
  return <Connected accountId={accountId} />;
}

function Connected({ accountId }: { accountId: string | null }) {
  const { data, isError, isFetching, refetch } = emailAccountsApi.useListEmailAccountsQuery(undefined, { refetchOnMountOrArgChange: true });
  const account = data?.emailAccounts.find(({ id }) => id === accountId);
  if (data === undefined || (account === undefined && isFetching)) {
    return (
      <section className={classes.page}>
        <h1>{isError ? 'No answer yet' : 'One moment'}</h1>
        <p role="status">
          {isError ? 'We could not look up the mailbox just now. If it was connected, it stays connected.' : 'Looking up the mailbox…'}
        </p>
        {isError ? (
          <div className={classes.buttons}>
            <PageButton look="filled" disabled={isFetching} onClick={() => void refetch()}>
              Try again
            </PageButton>
            <ToAccounts />
          </div>
        ) : null}
      </section>
    );
  }
  if (account === undefined) {
    return (
      <section className={classes.page}>
        <h1>No mailbox was connected</h1>
        <p>We know of no mailbox from this visit. You can start again whenever you want to.</p>
        <div className={classes.buttons}>
          <ToAccounts look="filled" />
        </div>
      </section>
    );
  }
  return (
    <section className={classes.page}>
      <span className={classes.mark} data-tone="good">
        <ProviderMark provider={account.provider} />
      </span>
      <h1>{account.address} is connected</h1>
      <p>
        Headhaul can send from it when you click, and nothing else. To take that back, press Disconnect at this mailbox under Email
        accounts, or remove Headhaul from the connected apps of your {account.provider === 'google' ? 'Google' : 'Microsoft'} account.
      </p>
      <ol className={classes.next}>
        <li>
          <b>{account.hasValidTemplate ? 'Look over the template' : 'Write the template'}</b>
          <span>What a broker reads, filled in from each load.</span>
          <Link to={templatePath(account.id)}>Template</Link>
        </li>
        <li>
          <b>Sign it</b>
          <span>Name, company, MC and phone under every mail.</span>
          <Link to={signaturePath(account.id)}>Signature</Link>
        </li>
      </ol>
      <div className={classes.buttons}>
        <PageLink look="filled" to={account.hasValidTemplate ? accountsPath : templatePath(account.id)}>
          {account.hasValidTemplate ? 'Go to email accounts' : 'Write the template'}
        </PageLink>
        {account.hasValidTemplate ? null : <ToAccounts />}
      </div>
    </section>
  );
}

function NotConnected({ code, attempt }: { code: string; attempt: ConnectAttempt | null }) {
  const { start, busy } = useConnectMailbox(connectedPath);
  return (
    <section className={classes.page}>
      <h1>The mailbox is not connected</h1>
      <p role="alert">{formatConnectError(code)}</p>
      <div className={classes.buttons}>
        {code === 'limit_reached' ? (
          <PageButton look="filled" aria-haspopup="dialog" onClick={() => openPricing()}>
            See plans
          </PageButton>
        ) : attempt === null ? null : (
          <PageButton look="plain" disabled={busy !== null} onClick={() => void start(attempt.provider, attempt.accountId)}>
            <ProviderMark provider={attempt.provider} />
            Try {attempt.provider === 'google' ? 'Google' : 'Microsoft'} again
          </PageButton>
        )}
        <ToAccounts look={code !== 'limit_reached' && attempt === null ? 'filled' : 'quiet'} />
      </div>
    </section>
  );
}

function ToAccounts({ look = 'quiet' }: { look?: 'filled' | 'quiet' }) {
  return (
    <PageLink look={look} to={accountsPath}>
      Go to email accounts
    </PageLink>
  );
}
