import type { EmailAccount } from '@headhaul/contracts/mail/accounts';
import { IconTemplate } from '@tabler/icons-react';
import { Link } from 'react-router';
import { templatePath } from '../emails/paths.public.ts';
import classes from './template-flag.module.css';

/** The first mailbox whose default template can't be sent; null when all can. */
export function firstWithoutTemplate<A extends Pick<EmailAccount, 'hasValidTemplate'>>(accounts: readonly A[]): A | null {
  return accounts.find(({ hasValidTemplate }) => hasValidTemplate !== true) ?? null;
}

/** A hint that a mailbox has no template that can be sent, and a link to the editor. */
export function TemplateFlag({ accounts }: { accounts: readonly EmailAccount[] }) {
  const account = firstWithoutTemplate(accounts);
  if (account === null) return null;
  return (
    <p className={classes.flag} role="status">
      <IconTemplate size={18} stroke={1.75} aria-hidden="true" />
      <span>
        <b>{account.address}</b> needs a template. Until then one click can’t email a broker.
      </span>
      <Link to={templatePath(account.id)}>Write the template</Link>
    </p>
  );
}
