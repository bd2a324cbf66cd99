import type { EmailAccount } from '@headhaul/contracts/mail/accounts';
import { planOf } from '@headhaul/domain/plans';
import { Button } from '@mantine/core';
import { IconPencil, IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { ListError } from '../../shared/list/list-states/list-error.tsx';
import { SubPageHeader } from '../../shared/list/work-header.tsx';
import { useSession } from '../../shared/session/session-store.ts';
import { StatePill } from '../../shared/ui/state-pill.tsx';
import { useIsMobile } from '../../shared/ui/viewport.ts';
import { TemplateFlag } from '../email-templates/template-flag.public.tsx';
import { accountsPath, emailsPath, newTemplatePath, signaturePath, templatePath } from '../emails/paths.public.ts';
import { emailAccountsApi } from './email-accounts.api.ts';
import classes from './email-settings-page.module.css';
import { RenameDialog } from './mailbox-dialogs.tsx';
import { ProviderMark } from './provider-mark.public.tsx';

/** One line for each mailbox: its provider, its sender name, and who may send from it. */
export default function EmailSettingsPage() {
  const session = useSession();
  const isMobile = useIsMobile();
  const { data, error, isError, isFetching, refetch } = emailAccountsApi.useListEmailAccountsQuery();
  const [renamed, setRenamed] = useState<EmailAccount | null>(null);
  const accounts = data?.emailAccounts;
  const hasWatermark = session !== null && planOf(session.subscriptionType).hasWatermark;
  return (
    <div className={classes.screen}>
      <SubPageHeader title="Email settings" backTo={accountsPath} state={isMobile ? undefined : 'What each mailbox sends with'} />
      <div className={classes.content}>
        {accounts === undefined ? (
          isError ? (
            <ListError
              title="Couldn’t load your mailboxes"
              error={error}
              safe="Nothing is lost, and what waits to be sent still leaves."
              isRetrying={isFetching}
              onRetry={() => void refetch()}
            />
          ) : (
            <div className={classes.bones} aria-hidden="true" />
          )
        ) : accounts.length === 0 ? (
          <div className={classes.card}>
            <div className={classes.none}>
              <h2>No mailbox yet</h2>
              <p>Templates and signatures belong to a mailbox. Connect one first.</p>
              <Button component={Link} to={accountsPath} leftSection={<IconPlus size={16} stroke={1.75} />}>
                Connect a mailbox
              </Button>
            </div>
          </div>
        ) : (
          <>
            <TemplateFlag accounts={accounts} />
            <ul className={classes.card} aria-label="Mailboxes">
              {accounts.map((account) => (
                <MailboxLine
                  key={account.id}
                  account={account}
                  isMine={account.userId === session?.id}
                  onRename={() => setRenamed(account)}
                />
              ))}
            </ul>
            <p className={classes.note}>
              {hasWatermark
                ? 'On your plan every mail ends with the line “Sent with Headhaul”. Unlimited Pro leaves it out.'
                : 'Your plan leaves the line “Sent with Headhaul” out.'}{' '}
              <Link to={emailsPath}>See what was sent</Link>
            </p>
          </>
        )}
      </div>
      {renamed === null ? null : <RenameDialog account={renamed} onClose={() => setRenamed(null)} />}
    </div>
  );
}

function MailboxLine({ account, isMine, onRename }: { account: EmailAccount; isMine: boolean; onRename: () => void }) {
  return (
    <li className={classes.line}>
      <ProviderMark provider={account.provider} />
      <div className={classes.words}>
        <b>{account.address}</b>
        <span>
          {account.displayName === '' ? 'No sender’s name' : `Brokers see “${account.displayName}”`}
          {isMine ? (
            <button type="button" onClick={onRename} aria-label={`Change the sender’s name of ${account.address}`}>
              <IconPencil size={14} stroke={1.75} aria-hidden="true" />
            </button>
          ) : null}
        </span>
        <span>{account.isShared ? 'Shared with the team' : 'Only you send from it'}</span>
      </div>
      <div className={classes.ways}>
        <StatePill
          words={
            account.hasValidTemplate
              ? `${account.templateCount === 1 ? '1 template' : `${account.templateCount} templates`}`
              : 'No template'
          }
          tone={account.hasValidTemplate ? 'ok' : 'warn'}
        />
        <Link to={templatePath(account.id)}>{account.hasValidTemplate ? 'Edit template' : 'Write template'}</Link>
        <Link to={newTemplatePath(account.id)}>New template</Link>
        <Link to={signaturePath(account.id)}>Signature</Link>
      </div>
    </li>
  );
}
