import { join } from 'node:path';
import { runToEnd } from '../lib/children.ts';
import type { ProofDatabase } from '../lib/database.ts';
import { randomSecret } from '../lib/people.ts';
import type { SecretSearch } from '../lib/secret-search.ts';
import { apiSource, type Stage } from '../lib/stage.ts';
import { connectByPassword, type Office, sendTest } from './mailboxes.ts';
import { type KeyPair, readStored, type Sealing } from './sealing.ts';

export interface RotationResult {
  rotations: number;
  replaced: number;
  sent: number;
  before: number;
  after: number;
  /** Secrets that don't open with the last key alone, or that differ from the last acknowledged value. */
  wrong: string[];
}

/**
 * People reconnect their mailboxes with new passwords, mails are sent and tokens are renewed while the keys are rotated. At the end every
 * secret must open with the last key alone and contain the last acknowledged value.
 */
export async function rotateUnderLoad(
  stage: Stage,
  database: ProofDatabase,
  sealing: Sealing,
  offices: readonly Office[],
  smtpPort: number,
  pairs: readonly KeyPair[],
  secrets: SecretSearch,
): Promise<RotationResult> {
  const result: RotationResult = { rotations: 0, replaced: 0, sent: 0, before: (await readStored(database)).length, after: 0, wrong: [] };
  let isOver = false;
  const working = offices.map(async (office) => {
    while (!isOver) {
      const password = randomSecret();
      secrets.mark(password);
      const id = await connectByPassword(office.origin, office.person, smtpPort, { address: office.smtp.address, password });
      if (id === undefined) continue;
      office.smtp.password = password;
      result.replaced += 1;
      // Marks the tokens as expired, so that the worker renews and seals them meanwhile.
      await database.admin.query(`update email_secrets set expires_at = now() where account_id = any($1) and field = 'access_token'`, [
        [office.accounts.google, office.accounts.microsoft],
      ]);
      await sendTest(office, stage.random.pick([office.accounts.google, office.accounts.microsoft, office.accounts.smtp]));
      result.sent += 1;
    }
  });
  const rotateTo = async (pair: KeyPair) => {
    await runToEnd(join(apiSource, 'cli/rotate-mail-keys.ts'), {
      LOG_LEVEL: 'warn',
      DATABASE_APP_URL: database.url('app'),
      DATABASE_WORKER_URL: database.url('worker'),
      MAIL_SEAL_PUBLIC_KEY: pair.publicKey,
      MAIL_SEAL_PRIVATE_KEYS: pairs.map(({ privateKey }) => privateKey).join(','),
    });
    result.rotations += 1;
  };
  try {
    for (const pair of pairs) await rotateTo(pair);
  } finally {
    isOver = true;
  }
  await Promise.all(working);
  const [last] = pairs.slice(-1);
  if (!last) throw new Error('no key to rotate to');
  await rotateTo(last);
  const stored = await readStored(database);
  result.after = stored.length;
  for (const { place, ...secret } of stored) {
    const owner = offices.find(({ accounts }) => accounts.smtp === place.accountId);
    try {
      const plain = sealing.openSecret([last.opening], place, secret);
      if (owner && place.field === 'smtp_password' && plain !== owner.smtp.password) result.wrong.push('an older password is back');
    } catch {
      result.wrong.push(`${place.field} under ${secret.keyId} does not open`);
    }
  }
  return result;
}
