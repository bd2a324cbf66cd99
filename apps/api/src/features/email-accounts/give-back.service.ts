import type { TenantTx } from '../../lib/db/database.ts';
import type { WorkerPlatform } from '../../lib/platform.ts';
import { readSecrets } from './secrets/secret-store.service.ts';
import { openSender } from './senders/open-sender.service.ts';

/** Revokes only if the same mailbox is connected nowhere else: revoking one grant at Google ends all of the person's grants to us. */
export async function revokeAccess(platform: WorkerPlatform, companyId: string, accountId: string): Promise<void> {
  const found = await platform.db.withTenant(companyId, async (tx) => {
    const account = await findDisconnected(tx, accountId);
    // A password can't be revoked. It also can't be opened any more if its server was deleted with the person's account.
    if (!account || account.provider === 'smtp') return undefined;
    return { account, secrets: await readSecrets(platform, tx, accountId) };
  });
  // Nothing to revoke, or the mailbox was connected again meanwhile.
  if (!found) return;
  const { account, secrets } = found;
  if (await isInUse(platform, account)) return;
  const sender = openSender(platform, { companyId, id: accountId, provider: account.provider, smtp: null }, secrets);
  try {
    await sender.revoke();
  } finally {
    sender.close();
  }
}

/** Locks the row until commit, so that nobody connects the mailbox again before its secrets are deleted. */
export function findDisconnected(tx: TenantTx, accountId: string) {
  return tx.db
    .selectFrom('email_accounts')
    .where('company_id', '=', tx.companyId)
    .where('id', '=', accountId)
    .where('status', '=', 'DISCONNECTED')
    .forUpdate()
    .select(['user_id', 'provider', 'address'])
    .executeTakeFirst();
}

/** Whether the same mailbox is connected in any company that this person works in. */
async function isInUse(platform: WorkerPlatform, { user_id, provider, address }: { user_id: string; provider: string; address: string }) {
  const companies = await platform.db.global.selectFrom('user_companies').where('user_id', '=', user_id).select('member_of').execute();
  for (const { member_of } of companies) {
    const used = await platform.db.withTenant(member_of, (tx) =>
      tx.db
        .selectFrom('email_accounts')
        .where('company_id', '=', member_of)
        .where('address', '=', address)
        .where('provider', '=', provider as 'google')
        .where('status', '<>', 'DISCONNECTED')
        .select('id')
        .executeTakeFirst(),
    );
    if (used) return true;
  }
  return false;
}
