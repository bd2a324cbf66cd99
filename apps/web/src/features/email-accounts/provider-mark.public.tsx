import type { MailProvider } from '@headhaul/contracts/mail/accounts';
import { IconServer } from '@tabler/icons-react';
import { ProviderLogo } from '../../shared/ui/provider-logo.tsx';

export const mailProviderNames: Record<MailProvider, string> = {
  google: 'Gmail or Google Workspace',
  microsoft: 'Outlook or Microsoft 365',
  smtp: 'Other (SMTP)',
};

export const shortProviderNames: Record<MailProvider, string> = { google: 'Gmail', microsoft: 'Outlook', smtp: 'SMTP' };

/** The provider's logo. The name stands beside it. */
export function ProviderMark({ provider }: { provider: MailProvider }) {
  return provider === 'smtp' ? <IconServer size={20} stroke={1.75} aria-hidden="true" /> : <ProviderLogo provider={provider} />;
}
