import { sql } from 'kysely';
import type { TenantTx } from '../../../lib/db/database.ts';
import type { Platform, WorkerPlatform } from '../../../lib/platform.ts';
import type { SmtpServer } from '../senders/smtp-session.ts';
import { openMailSecret, type SecretField, type SecretPlace, sealMailSecret } from './mail-secrets.ts';

export interface NewSecret {
  field: SecretField;
  plain: string;
  /** Only for an access token. */
  expiresAt?: Date | null;
}

/** The decrypted secrets of a mailbox. They exist only in the worker's memory. */
export interface MailSecrets {
  refreshToken: string | null;
  accessToken: { token: string; expiresAt: Date } | null;
  smtpPassword: string | null;
}

/** Seals and writes secrets, replacing old ones. The API and the worker may both do this, because it needs no right to read. */
export async function storeSecrets(
  platform: Platform,
  tx: TenantTx,
  accountId: string,
  secrets: readonly NewSecret[],
  server: SmtpServer | null,
): Promise<void> {
  for (const { field, plain, expiresAt = null } of secrets) {
    const place: SecretPlace = { companyId: tx.companyId, accountId, field, server };
    const { keyId, wrappedKey, sealed } = sealMailSecret(platform.sealingKey, place, plain);
    // The values are given twice, because `excluded` would read these columns, which the API's role may not.
    await sql`
      insert into email_secrets (company_id, account_id, field, key_id, wrapped_key, sealed, expires_at)
      values (${tx.companyId}, ${accountId}, ${field}, ${keyId}, ${wrappedKey}, ${sealed}, ${expiresAt})
      on conflict (company_id, account_id, field) do update set key_id = ${keyId}, wrapped_key = ${wrappedKey},
        sealed = ${sealed}, expires_at = ${expiresAt}, changed_at = clock_timestamp()`.execute(tx.db);
  }
}

/** For the worker alone: the API has neither the keys nor the right to read. */
export async function readSecrets(platform: WorkerPlatform, tx: TenantTx, accountId: string): Promise<MailSecrets> {
  const rows = await tx.db
    .selectFrom('email_secrets as s')
    .innerJoin('email_accounts as a', (join) => join.onRef('a.company_id', '=', 's.company_id').onRef('a.id', '=', 's.account_id'))
    .where('s.company_id', '=', tx.companyId)
    .where('s.account_id', '=', accountId)
    .select(['s.field', 's.key_id', 's.wrapped_key', 's.sealed', 's.expires_at', 'a.smtp'])
    .execute();
  const secrets: MailSecrets = { refreshToken: null, accessToken: null, smtpPassword: null };
  for (const row of rows) {
    const place: SecretPlace = {
      companyId: tx.companyId,
      accountId,
      field: row.field as SecretField,
      server: row.smtp as SmtpServer | null,
    };
    const sealed = { keyId: row.key_id, wrappedKey: row.wrapped_key, sealed: row.sealed };
    const plain = openMailSecret(platform.openingKeys, place, sealed);
    if (place.field === 'refresh_token') secrets.refreshToken = plain;
    else if (place.field === 'smtp_password') secrets.smtpPassword = plain;
    else if (row.expires_at) secrets.accessToken = { token: plain, expiresAt: row.expires_at };
  }
  return secrets;
}

export async function deleteSecrets(tx: TenantTx, accountId: string): Promise<void> {
  await tx.db.deleteFrom('email_secrets').where('company_id', '=', tx.companyId).where('account_id', '=', accountId).execute();
}
