import type { EmailAccount } from '@headhaul/contracts/mail/accounts';
import { IconCheck } from '@tabler/icons-react';
import { entryPaths } from '../../shared/entry/entry-routing.ts';
import { ConnectChoice, SendPromises } from '../email-accounts/connect/connect-choice.public.tsx';
import { formatConnectError, readConnectOutcome } from '../email-accounts/connect/connect-labels.public.ts';
import { ProviderMark } from '../email-accounts/provider-mark.public.tsx';
import classes from './email-step.module.css';

interface EmailStepProps {
  mailboxes: readonly EmailAccount[] | undefined;
  /** The query of the address. After the provider's page it contains the outcome. */
  search: string;
}

/** Connects the first mailbox, or another one. */
export function EmailStep({ mailboxes = [], search }: EmailStepProps) {
  const { error } = readConnectOutcome(search);
  return (
    <>
      <h2>Which mailbox do you write to brokers from?</h2>
      <p>We ask for permission to send, nothing else. We can’t read your inbox.</p>
      {error === null ? null : (
        <p className={classes.error} role="alert">
          {formatConnectError(error)}
        </p>
      )}
      {mailboxes.length === 0 ? null : (
        <ul className={classes.mailboxes} aria-label="Connected mailboxes">
          {mailboxes.map((mailbox) => (
            <li key={mailbox.id}>
              <ProviderMark provider={mailbox.provider} />
              <b>{mailbox.address}</b>
              <span>
                <IconCheck size={16} stroke={2} aria-hidden="true" />
                Connected
              </span>
            </li>
          ))}
        </ul>
      )}
      <ConnectChoice returnPath={entryPaths.setup} onConnected={() => undefined} />
      <SendPromises />
    </>
  );
}
