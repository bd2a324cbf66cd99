import type { EmailAccount } from '@headhaul/contracts/mail/accounts';
import { ActionIcon, Button, Menu } from '@mantine/core';
import {
  IconAlertTriangle,
  IconDots,
  IconMailbox,
  IconPencil,
  IconPlugConnectedX,
  IconPuzzle,
  IconSignature,
  IconTemplate,
} from '@tabler/icons-react';
import { Link, useNavigate } from 'react-router';
import { useSession } from '../../shared/session/session-store.ts';
import { useNow } from '../../shared/time/use-now.ts';
import { useOfficeZone } from '../../shared/time/use-office-zone.ts';
import { StatePill } from '../../shared/ui/state-pill.tsx';
import { emailsPath, signaturePath, templatePath } from '../emails/paths.public.ts';
import classes from './mailbox-card.module.css';
import { MailboxFigures } from './mailbox-figures.public.tsx';
import { formatLost, formatOwner, formatPause, isPaused, mailboxState } from './mailbox-labels.public.ts';
import { ProviderMark, shortProviderNames } from './provider-mark.public.tsx';
import { useBoardMailbox } from './use-board-mailbox.ts';

export type MailboxAction = 'reconnect' | 'rename' | 'disconnect';

interface MailboxCardProps {
  account: EmailAccount;
  isBusy: boolean;
  onAction: (action: MailboxAction, account: EmailAccount) => void;
  onShare: (account: EmailAccount, isShared: boolean) => void;
}

/** One mailbox: whether it sends, how much of its limit is left, and what the user has to do. */
export function MailboxCard({ account, isBusy, onAction, onShare }: MailboxCardProps) {
  const now = useNow();
  const zone = useOfficeZone();
  const session = useSession();
  const me = session?.id ?? '';
  const isMine = account.userId === me;
  const mayChange = isMine || (session?.isTeamOwner ?? false);
  const state = mailboxState(account, now);
  const isLost = account.status === 'RECONNECT_NEEDED';
  const isFull = !isLost && isPaused(account.health, now);
  const titleId = `mailbox-${account.id}`;
  return (
    <article className={classes.card} data-tone={isLost ? 'bad' : isFull ? 'need' : undefined} aria-labelledby={titleId}>
      <header className={classes.head}>
        <ProviderMark provider={account.provider} />
        <div className={classes.words}>
          <h2 id={titleId} title={account.address}>
            {account.address}
          </h2>
          <p>
            {[shortProviderNames[account.provider], formatOwner(account, me), account.displayName]
              .filter((part) => part !== '')
              .join(' · ')}
          </p>
        </div>
        <StatePill words={state.words} tone={state.tone} />
        <MailboxMenu account={account} mayChange={mayChange} isMine={isMine} onAction={onAction} />
      </header>
      {isLost ? (
        <div className={classes.lost} role="alert">
          <p>{formatLost(account)}</p>
          {isMine ? (
            <Button color="stop.6" size="sm" loading={isBusy} onClick={() => onAction('reconnect', account)}>
              Reconnect
            </Button>
          ) : (
            <p>{account.userName} can connect it again.</p>
          )}
        </div>
      ) : null}
      {isFull ? <p className={classes.full}>{formatPause(account, now, zone)}</p> : null}
      <MailboxFigures account={account} now={now} />
      {account.hasValidTemplate ? null : (
        <p className={classes.need}>
          <IconAlertTriangle size={15} stroke={2} aria-hidden="true" />
          <span>
            No template that can be sent. <Link to={templatePath(account.id)}>Write it</Link>
          </span>
        </p>
      )}
      <footer className={classes.foot}>
        <label className={classes.share}>
          <input
            type="checkbox"
            role="switch"
            checked={account.isShared}
            aria-checked={account.isShared}
            disabled={!isMine || isBusy}
            onChange={(event) => onShare(account, event.currentTarget.checked)}
          />
          <span>{account.isShared ? 'The team sends from it too' : 'Only you send from it'}</span>
        </label>
        <Link to={templatePath(account.id)} className={classes.templates}>
          {account.templateCount === 1 ? '1 template' : `${account.templateCount} templates`}
        </Link>
      </footer>
    </article>
  );
}

interface MailboxMenuProps {
  account: EmailAccount;
  mayChange: boolean;
  isMine: boolean;
  onAction: MailboxCardProps['onAction'];
}

function MailboxMenu({ account, mayChange, isMine, onAction }: MailboxMenuProps) {
  const navigate = useNavigate();
  const chooseForBoards = useBoardMailbox(account);
  const icon = { size: 16, stroke: 1.75 };
  return (
    <Menu position="bottom-end" width={210}>
      <Menu.Target>
        <ActionIcon className={classes.menu} aria-label={`What to do with ${account.address}`}>
          <IconDots size={18} stroke={1.75} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<IconTemplate {...icon} />} onClick={() => void navigate(templatePath(account.id))}>
          Edit template
        </Menu.Item>
        <Menu.Item leftSection={<IconSignature {...icon} />} onClick={() => void navigate(signaturePath(account.id))}>
          Edit signature
        </Menu.Item>
        <Menu.Item leftSection={<IconMailbox {...icon} />} onClick={() => void navigate(`${emailsPath}?mailbox=${account.id}`)}>
          Sent from here
        </Menu.Item>
        {chooseForBoards === null ? null : (
          <Menu.Item leftSection={<IconPuzzle {...icon} />} onClick={chooseForBoards}>
            Send from it on load boards
          </Menu.Item>
        )}
        {isMine ? (
          <Menu.Item leftSection={<IconPencil {...icon} />} onClick={() => onAction('rename', account)}>
            Change the sender’s name
          </Menu.Item>
        ) : null}
        {mayChange ? (
          <>
            <Menu.Divider />
            <Menu.Item color="red" leftSection={<IconPlugConnectedX {...icon} />} onClick={() => onAction('disconnect', account)}>
              Disconnect
            </Menu.Item>
          </>
        ) : null}
      </Menu.Dropdown>
    </Menu>
  );
}
