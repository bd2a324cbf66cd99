import { mailCaps } from '@headhaul/contracts/mail/accounts';
import { Button } from '@mantine/core';
import { IconCheck, IconMinus } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { MailboxLimit, useMailboxLimit } from '../mailbox-limit.tsx';
import { mailProviderNames, ProviderMark } from '../provider-mark.public.tsx';
import classes from './connect-choice.module.css';
import { useConnectMailbox } from './use-connect-mailbox.ts';

const SmtpDialog = lazy(() => import('./smtp-dialog.tsx'));
const count = new Intl.NumberFormat('en-US');

const limits = {
  google: `About ${count.format(mailCaps.google.perDayFree)} emails in 24 h, ${count.format(mailCaps.google.perDay)} on Workspace`,
  microsoft: `About ${count.format(mailCaps.microsoft.perDayFree)} emails in 24 h, ${count.format(mailCaps.microsoft.perDay)} on Microsoft 365`,
  smtp: 'Any other mailbox, by its mail server',
} as const;

interface ConnectChoiceProps {
  /** The address that the provider's page returns to. */
  returnPath: string;
  /** Called for an SMTP mailbox, which is connected without leaving the page. */
  onConnected: () => void;
  isDense?: boolean;
  /** Set when a dialog around the choice shows the SMTP form itself. */
  onForm?: () => void;
  onPlans?: () => void;
}

/** The three ways to connect a mailbox. */
export function ConnectChoice({ returnPath, onConnected, isDense = false, onForm, onPlans }: ConnectChoiceProps) {
  const { start, busy } = useConnectMailbox(returnPath);
  const [isSmtp, setIsSmtp] = useState(false);
  const limit = useMailboxLimit();
  const showForm = onForm ?? (() => setIsSmtp(true));
  return (
    <>
      {limit === null ? null : <MailboxLimit limit={limit} onPlans={() => onPlans?.()} />}
      <ul className={classes.ways} data-dense={isDense || undefined}>
        {(['google', 'microsoft', 'smtp'] as const).map((provider) => (
          <li key={provider}>
            <ProviderMark provider={provider} />
            <span className={classes.words}>
              <b>{mailProviderNames[provider]}</b>
              <span>{limits[provider]}</span>
            </span>
            <Button
              variant="default"
              size="md"
              className={classes.connect}
              loading={busy === provider}
              disabled={limit !== null || (busy !== null && busy !== provider)}
              aria-label={`Connect ${mailProviderNames[provider]}`}
              onClick={() => (provider === 'smtp' ? showForm() : void start(provider))}
            >
              Connect
            </Button>
          </li>
        ))}
      </ul>
      {isSmtp ? (
        <Suspense>
          <SmtpDialog
            account={null}
            onClose={() => setIsSmtp(false)}
            onConnected={() => {
              setIsSmtp(false);
              onConnected();
            }}
          />
        </Suspense>
      ) : null}
    </>
  );
}

/** What the permission is used for, and what it is never used for. */
export function SendPromises() {
  return (
    <div className={classes.promises}>
      <section>
        <h3>We will</h3>
        <ul>
          {['Send when you click', 'Keep count against your provider’s limit'].map((words) => (
            <li key={words} data-kind="will">
              <IconCheck size={16} stroke={2} aria-hidden="true" />
              {words}
            </li>
          ))}
        </ul>
      </section>
      <section>
        <h3>We never</h3>
        <ul>
          {['Read or delete mail', 'Send anything without a click'].map((words) => (
            <li key={words}>
              <IconMinus size={16} stroke={2} aria-hidden="true" />
              {words}
            </li>
          ))}
        </ul>
      </section>
    </div>
  );
}
