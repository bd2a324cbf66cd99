import { sql } from 'kysely';
import type { SealedSecret } from '../../../lib/auth/sealed-secret.ts';
import type { TenantTx } from '../../../lib/db/database.ts';
import type { WorkerPlatform } from '../../../lib/platform.ts';
import { rewrapFactorKey } from '../../factoring/factor-key.service.ts';
import type { SmtpServer } from '../senders/smtp-session.ts';
import { rewrapMailSecret, type SecretField } from './mail-secrets.ts';

const secretsAtOnce = 200;
const companiesAtOnce = 500;

export interface Rotation {
  companies: number;
  rewrapped: number;
  /** Sealed with a key that we do not have, or damaged. These secrets stay as they are. */
  unopened: number;
}

/**
 * Wraps the key of every mailbox's secret and of every factor's key again for MAIL_SEAL_PUBLIC_KEY, company by company, in small transactions. Finished secrets have the new key's
 * id, so a run that was stopped continues where it was. Sending continues meanwhile: a secret that is replaced during the run is newer and
 * stays.
 */
export async function rotateMailKeys(platform: WorkerPlatform, onProgress: (rotation: Rotation) => void = () => {}): Promise<Rotation> {
  const rotation: Rotation = { companies: 0, rewrapped: 0, unopened: 0 };
  let after = '00000000-0000-0000-0000-000000000000';
  for (;;) {
    const companies = await platform.db.global
      .selectFrom('company_directory')
      .where('id', '>', after)
      .orderBy('id')
      .limit(companiesAtOnce)
      .select('id')
      .execute();
    for (const { id } of companies) await rotateCompany(platform, id, rotation);
    rotation.companies += companies.length;
    const last = companies.at(-1);
    if (!last || companies.length < companiesAtOnce) return rotation;
    after = last.id;
    onProgress(rotation);
  }
}

async function rotateCompany(platform: WorkerPlatform, companyId: string, rotation: Rotation): Promise<void> {
  let after = { accountId: '00000000-0000-0000-0000-000000000000', field: '' };
  for (;;) {
    const batch = await platform.db.withTenant(companyId, (tx) => rotateSome(platform, tx, after));
    rotation.rewrapped += batch.rewrapped;
    rotation.unopened += batch.unopened;
    if (!batch.last) break;
    after = batch.last;
  }
  const factor = await platform.db.withTenant(companyId, (tx) => rewrapFactorKey(platform, tx));
  rotation.rewrapped += factor.rewrapped;
  rotation.unopened += factor.unopened;
}

interface SecretRow {
  account_id: string;
  field: SecretField;
  key_id: string;
  wrapped_key: Buffer;
  sealed: Buffer;
  smtp: SmtpServer | null;
}

async function rotateSome(platform: WorkerPlatform, tx: TenantTx, after: { accountId: string; field: string }) {
  const { openingKeys: opening, sealingKey: sealing } = platform;
  const { rows } = await sql<SecretRow>`
    select s.account_id, s.field, s.key_id, s.wrapped_key, s.sealed, a.smtp
    from email_secrets s join email_accounts a on a.company_id = s.company_id and a.id = s.account_id
    where s.company_id = ${tx.companyId} and s.key_id <> ${sealing.kid} and (s.account_id, s.field) > (${after.accountId}::uuid, ${after.field})
    order by s.account_id, s.field limit ${secretsAtOnce}`.execute(tx.db);
  let rewrapped = 0;
  let unopened = 0;
  for (const row of rows) {
    const place = { companyId: tx.companyId, accountId: row.account_id, field: row.field, server: row.smtp };
    const moved = tryRewrap(() =>
      rewrapMailSecret(opening, sealing, place, { keyId: row.key_id, wrappedKey: row.wrapped_key, sealed: row.sealed }),
    );
    if (!moved) {
      unopened += 1;
      continue;
    }
    // Updates only the secret that was read. A token that was renewed since has another wrapped key and was sealed with the current key.
    const { numAffectedRows } = await sql`
      update email_secrets set key_id = ${moved.keyId}, wrapped_key = ${moved.wrappedKey}
      where company_id = ${tx.companyId} and account_id = ${row.account_id} and field = ${row.field} and wrapped_key = ${row.wrapped_key}`.execute(
      tx.db,
    );
    rewrapped += Number(numAffectedRows ?? 0);
  }
  const last = rows.at(-1);
  return {
    rewrapped,
    unopened,
    last: last && rows.length === secretsAtOnce ? { accountId: last.account_id, field: last.field } : undefined,
  };
}

function tryRewrap(rewrap: () => SealedSecret): SealedSecret | undefined {
  try {
    return rewrap();
  } catch {
    return undefined;
  }
}
