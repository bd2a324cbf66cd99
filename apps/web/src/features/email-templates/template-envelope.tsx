import type { EmailAccount } from '@headhaul/contracts/mail/accounts';
import { Menu } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { type ReactNode, type RefObject, useId } from 'react';
import { useNavigate } from 'react-router';
import { ProviderMark } from '../email-accounts/provider-mark.public.tsx';
import { templatePath } from '../emails/paths.public.ts';
import classes from './template-envelope.module.css';
import type { TemplateDraft } from './use-save-template.ts';

interface EnvelopeLinesProps {
  account: EmailAccount;
  accounts: readonly EmailAccount[];
  draft: TemplateDraft;
  ccError: string | undefined;
  ccRef: RefObject<HTMLInputElement | null>;
  /** False for the mailbox's first template, which the server names. */
  isNamed: boolean;
  subject: ReactNode;
  onChange: (part: Partial<TemplateDraft>) => void;
  onCcBlur: () => void;
}

/** The lines above the text: name, sender, copy and subject. */
export function EnvelopeLines({ account, accounts, draft, ccError, ccRef, isNamed, subject, onChange, onCcBlur }: EnvelopeLinesProps) {
  const navigate = useNavigate();
  const id = useId();
  return (
    <div>
      {isNamed ? (
        <div className={classes.line}>
          <label htmlFor={`${id}-name`}>Name</label>
          <input
            id={`${id}-name`}
            value={draft.name}
            maxLength={80}
            autoComplete="off"
            onChange={(event) => onChange({ name: event.currentTarget.value })}
          />
        </div>
      ) : null}
      <div className={classes.line}>
        <span className={classes.label}>From</span>
        <Menu position="bottom-start" width={320}>
          <Menu.Target>
            <button type="button" className={classes.from} aria-label={`From ${account.address}, choose another mailbox`}>
              <ProviderMark provider={account.provider} />
              <span>{account.address}</span>
              <IconChevronDown size={15} stroke={1.75} aria-hidden="true" />
            </button>
          </Menu.Target>
          <Menu.Dropdown>
            {accounts.map((one) => (
              <Menu.Item
                key={one.id}
                leftSection={<ProviderMark provider={one.provider} />}
                disabled={one.id === account.id}
                onClick={() => void navigate(templatePath(one.id))}
              >
                {one.address}
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
      </div>
      <div className={classes.line}>
        <label htmlFor={`${id}-cc`}>Cc</label>
        <div className={classes.grow}>
          <input
            ref={ccRef}
            id={`${id}-cc`}
            value={draft.ccEmail}
            maxLength={254}
            inputMode="email"
            autoComplete="off"
            placeholder="Nobody"
            aria-invalid={ccError !== undefined}
            aria-describedby={ccError === undefined ? undefined : `${id}-cc-error`}
            onChange={(event) => onChange({ ccEmail: event.currentTarget.value })}
            onBlur={onCcBlur}
          />
          {ccError === undefined ? null : (
            <p id={`${id}-cc-error`} className={classes.error}>
              {ccError}
            </p>
          )}
        </div>
      </div>
      <div className={classes.line} data-tall="">
        <span className={classes.label} aria-hidden="true">
          Subject
        </span>
        {subject}
      </div>
    </div>
  );
}
