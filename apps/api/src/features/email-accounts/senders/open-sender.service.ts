import type { MailProvider } from '@headhaul/contracts/mail/accounts';
import type { WorkerPlatform } from '../../../lib/platform.ts';
import { type MailSecrets, readSecrets, storeSecrets } from '../secrets/secret-store.service.ts';
import { createGmailSender } from './gmail.ts';
import { createGraphSender } from './graph.ts';
import { createMailGrant, type GrantStore } from './mail-grant.ts';
import type { MailSender } from './mail-sender.service.ts';
import { createSmtpSender } from './smtp-sender.ts';
import type { SmtpServer } from './smtp-session.ts';

export interface SendingAccount {
  companyId: string;
  id: string;
  provider: MailProvider;
  /** Only for an SMTP mailbox. */
  smtp: SmtpServer | null;
}

/** Opens a mailbox for sending, in the worker. New tokens are stored sealed as they arrive. Keep the sender for the next mails. */
export function openSender(platform: WorkerPlatform, account: SendingAccount, secrets: MailSecrets): MailSender {
  const { provider, smtp, companyId, id } = account;
  const { env, openid, db, metrics } = platform;
  if (provider === 'smtp') {
    if (!smtp) throw new Error('an SMTP mailbox without a server');
    // Without a password the server refuses, and the person is asked to connect the mailbox again.
    return createSmtpSender(smtp, secrets.smtpPassword ?? '', env.SMTP_ACCOUNTS_ALLOWED_HOSTS);
  }
  const store: GrantStore = {
    read: () => db.withTenant(companyId, (tx) => readSecrets(platform, tx, id)),
    save: ({ accessToken, expiresAt, refreshToken }) =>
      db.withTenant(companyId, async (tx) => {
        // If the mailbox was disconnected meanwhile, no new secret of it may be stored.
        const isThere = await tx.db
          .selectFrom('email_accounts')
          .where('company_id', '=', companyId)
          .where('id', '=', id)
          .where('status', '<>', 'DISCONNECTED')
          .forShare()
          .select('id')
          .executeTakeFirst();
        if (!isThere) return;
        const renewed = refreshToken === null ? [] : [{ field: 'refresh_token' as const, plain: refreshToken }];
        await storeSecrets(platform, tx, id, [{ field: 'access_token', plain: accessToken, expiresAt }, ...renewed], null);
      }),
  };
  const grant = createMailGrant(openid, provider, secrets, store);
  return provider === 'google'
    ? createGmailSender(metrics, env.GMAIL_API_BASE, grant)
    : createGraphSender(metrics, env.GRAPH_API_BASE, grant);
}
