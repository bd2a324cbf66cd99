import { trialDays } from '@headhaul/contracts/constants';
import { deriveKey, hmac } from '../../lib/auth/crypto.ts';
import { mailboxOf } from '../../lib/auth/mailbox.ts';
import type { TenantTx } from '../../lib/db/database.ts';
import type { Env } from '../../lib/env.ts';

/**
 * When the trial of a company that this person opens will end. Each mailbox has one trial, counted from its first account. A second
 * company, or a new account after the first was deleted, gets what is left of it. Only a keyed hash of the mailbox is stored.
 */
export async function findTrialEnd(tx: TenantTx, keys: Env['LINK_KEYS'], email: string, personSince: Date): Promise<Date> {
  const hashes = keys.map(({ secret }) => hmac(deriveKey(secret, 'trial address'), Buffer.from(mailboxOf(email))));
  const endsAt = new Date(personSince.getTime() + trialDays * 24 * 60 * 60 * 1_000);
  const [newest] = hashes;
  if (newest)
    await tx.db
      .insertInto('used_trials')
      .values({ address_hash: newest, ends_at: endsAt })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  const known = await tx.db.selectFrom('used_trials').where('address_hash', 'in', hashes).select('ends_at').execute();
  return new Date(Math.max(Date.now(), Math.min(endsAt.getTime(), ...known.map(({ ends_at }) => ends_at.getTime()))));
}
