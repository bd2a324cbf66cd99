import { referralDays } from '@headhaul/contracts/referrals';
import type { Platform } from '../../lib/platform.ts';
import { grantDays } from '../billing/rewards.service.ts';

/** Grants the days once for each referral, however often it is called. */
export async function giveNewcomerDays(platform: Platform, companyId: string, referralId: string): Promise<void> {
  await platform.db.withTenant(companyId, async (tx) => {
    const granted = await grantDays(tx, { days: referralDays, reason: 'Came by an invite', key: `referred ${referralId}` });
    if (granted.isNew) tx.publish({ type: 'billing.changed' });
  });
}
