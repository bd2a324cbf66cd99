import type { EmailAccount } from '@headhaul/contracts/mail/accounts';
import { ActionIcon, Button } from '@mantine/core';
import { IconPlus, IconSend } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { Link } from 'react-router';
import { ListError } from '../../shared/list/list-states/list-error.tsx';
import { OfflineCopy } from '../../shared/list/list-states/offline-strip.tsx';
import { StateLine, type StatePart, WorkHeader } from '../../shared/list/work-header.tsx';
import { notify } from '../../shared/notify.ts';
import { useSession } from '../../shared/session/session-store.ts';
import { useIsMobile } from '../../shared/ui/viewport.ts';
import { TemplateFlag } from '../email-templates/template-flag.public.tsx';
import { connectedPath, emailSettingsPath, emailsPath } from '../emails/paths.public.ts';
import classes from './accounts-page.module.css';
import { ConnectChoice, SendPromises } from './connect/connect-choice.public.tsx';
import { useConnectMailbox } from './connect/use-connect-mailbox.ts';
import { ConnectDialog } from './connect-dialog.tsx';
import { emailAccountsApi } from './email-accounts.api.ts';
import { type MailboxAction, MailboxCard } from './mailbox-card.tsx';
import { DisconnectDialog, RenameDialog } from './mailbox-dialogs.tsx';
import { formatCount } from './mailbox-labels.public.ts';

const SmtpDialog = lazy(() => import('./connect/smtp-dialog.tsx'));

/** The mailboxes that this office sends from, and the state of each. */
export default function AccountsPage() {
  const me = useSession()?.id ?? '';
  const isMobile = useIsMobile();
  const list = emailAccountsApi.useListEmailAccountsQuery(undefined, { refetchOnMountOrArgChange: 60 });
  const [asked, setAsked] = useState<{ action: MailboxAction; account: EmailAccount } | null>(null);
  const [isConnecting, setIsConnecting] = useState(false);
  const { start, busy } = useConnectMailbox(connectedPath);
  const [update, updating] = emailAccountsApi.useUpdateEmailAccountMutation();

  const accounts = list.data?.emailAccounts;
  const own = accounts?.filter(({ userId }) => userId === me) ?? [];
  const others = accounts?.filter(({ userId }) => userId !== me) ?? [];
  const isEmpty = accounts?.length === 0;

  const act = (action: MailboxAction, account: EmailAccount) => {
    if (action === 'reconnect' && account.provider !== 'smtp') return void start(account.provider, account.id);
    setAsked({ action, account });
  };
  const share = async (account: EmailAccount, isShared: boolean) => {
    const { error } = await update({ params: { id: account.id }, body: { displayName: account.displayName, isShared } });
    if (error === undefined) {
      notify('success', isShared ? `The team can send from ${account.address}` : `Only you send from ${account.address}`);
    }
  };
  const cards = (some: readonly EmailAccount[]) => (
    <div className={classes.cards}>
      {some.map((account) => (
        <MailboxCard key={account.id} account={account} isBusy={busy !== null || updating.isLoading} onAction={act} onShare={share} />
      ))}
    </div>
  );

  return (
    <div className={classes.screen}>
      <OfflineCopy fetchedAt={list.fulfilledTimeStamp} />
      <div className={classes.head}>
        <WorkHeader title="Email accounts" state={<StateLine parts={stateParts(accounts, list.isError)} />}>
          {isMobile ? (
            <ActionIcon component={Link} to={emailsPath} variant="default" size={44} aria-label="Sent mail">
              <IconSend size={18} stroke={1.75} />
            </ActionIcon>
          ) : (
            <Button component={Link} to={emailsPath} variant="default" leftSection={<IconSend size={16} stroke={1.75} />}>
              Sent mail
            </Button>
          )}
          {isEmpty ? null : (
            <Button
              leftSection={<IconPlus size={16} stroke={1.75} />}
              disabled={accounts === undefined}
              onClick={() => setIsConnecting(true)}
            >
              {isMobile ? 'Connect' : 'Connect mailbox'}
            </Button>
          )}
        </WorkHeader>
      </div>
      {accounts === undefined ? (
        list.isError ? (
          <ListError
            title="Couldn’t load your mailboxes"
            error={list.error}
            safe="Nothing is lost, and what waits to be sent still leaves."
            isRetrying={list.isFetching}
            onRetry={() => void list.refetch()}
          />
        ) : (
          <div className={classes.content} aria-hidden="true">
            <div className={classes.cards}>
              <div className={classes.bones} />
              <div className={classes.bones} />
            </div>
          </div>
        )
      ) : isEmpty ? (
        <div className={classes.empty}>
          <h2>Which mailbox do you write to brokers from?</h2>
          <p>We ask for permission to send, nothing else. We can’t read your inbox.</p>
          <ConnectChoice returnPath={connectedPath} onConnected={() => undefined} />
          <SendPromises />
        </div>
      ) : (
        <div className={classes.content}>
          <TemplateFlag accounts={accounts} />
          {cards(own)}
          {own.length === 0 ? <p className={classes.note}>None of these is yours. You send from what the team shares.</p> : null}
          {others.length === 0 ? null : (
            <>
              <h2 className={classes.section}>The team’s mailboxes</h2>
              {cards(others)}
            </>
          )}
          <p className={classes.note}>
            Templates and signatures belong to a mailbox. <Link to={emailSettingsPath}>All of them in one list</Link>
          </p>
        </div>
      )}
      {isConnecting ? <ConnectDialog onClose={() => setIsConnecting(false)} /> : null}
      {asked?.action === 'disconnect' ? <DisconnectDialog account={asked.account} onClose={() => setAsked(null)} /> : null}
      {asked?.action === 'rename' ? <RenameDialog account={asked.account} onClose={() => setAsked(null)} /> : null}
      {asked?.action === 'reconnect' ? (
        <Suspense>
          <SmtpDialog account={asked.account} onClose={() => setAsked(null)} onConnected={() => setAsked(null)} />
        </Suspense>
      ) : null}
    </div>
  );
}

function stateParts(accounts: readonly EmailAccount[] | undefined, hasFailed: boolean): (string | StatePart)[] {
  if (accounts === undefined) return [hasFailed ? 'Not up to date' : 'Getting your mailboxes…'];
  if (accounts.length === 0) return ['None yet'];
  const sent = accounts.reduce((sum, { health }) => sum + health.sentLast24h, 0);
  const lost = accounts.filter(({ status }) => status === 'RECONNECT_NEEDED').length;
  const unknown = accounts.reduce((sum, { health }) => sum + health.unknown, 0);
  return [
    accounts.length === 1 ? '1 mailbox' : `${accounts.length} mailboxes`,
    `${formatCount(sent)} sent in 24 h`,
    ...(lost === 0 ? [] : [{ words: lost === 1 ? '1 to connect again' : `${lost} to connect again`, tone: 'bad' as const }]),
    ...(unknown === 0 ? [] : [{ words: `${formatCount(unknown)} with unknown outcome`, tone: 'need' as const }]),
  ];
}
