import type { PlanUsage } from '@headhaul/contracts/limits';
import { type DailyLimit, dailyLimits, limitNames, standingLimits } from '@headhaul/domain/plans';
import { addDays, wallToInstant } from '@headhaul/domain/time/zoned-time';
import { sql } from 'kysely';
import type { TenantTx } from '../../lib/db/database.ts';
import type { Ctx } from '../../lib/http/guards.ts';
import { countDailyUse, countStanding, readPlan, type Use } from './plan-limits.service.ts';

export function getMyPlan({ actor, transaction }: Ctx): Promise<PlanUsage> {
  return transaction(async (tx) => {
    const { allowance, subscriptionType, timeZone, day } = await readPlan(tx);
    const used = await readUses(tx, actor.userId, day);
    const limits = limitNames.map((name): [string, Use] => {
      const max = allowance.limits[name];
      return [name, { current: used[name] ?? 0, max: max ?? 0, isUnlimited: max === null }];
    });
    return {
      subscriptionType,
      isActive: allowance.isActive,
      limits: Object.fromEntries(limits),
      resetsAt: wallToInstant(addDays(day, 1), null, timeZone),
      timeZone,
    };
  });
}

async function readUses(tx: TenantTx, userId: string, day: string): Promise<Record<string, number>> {
  const rows = await tx.db
    .selectFrom('limit_uses')
    .where('company_id', '=', tx.companyId)
    .where('user_id', '=', userId)
    .where('feature', 'in', [...dailyLimits])
    .where('day', '=', sql<Date>`${day}::date`)
    .select(['feature', 'used'])
    .execute();
  const uses: Record<string, number> = Object.fromEntries(rows.map(({ feature, used }) => [feature, used]));
  for (const name of standingLimits) uses[name] = await countStanding(tx, name, userId);
  return uses;
}

export function countFeature(ctx: Ctx, feature: DailyLimit): Promise<Use> {
  return ctx.transaction((tx) => countDailyUse(ctx, tx, feature));
}
