import {
  type Allowance,
  allowanceOf,
  type DailyLimit,
  type LimitName,
  labelOfLimit,
  type StandingLimit,
  type SubscriptionType,
} from '@headhaul/domain/plans';
import { sql } from 'kysely';
import type { TenantTx } from '../../lib/db/database.ts';
import { AppError } from '../../lib/errors.ts';
import type { Ctx } from '../../lib/http/guards.ts';

/** Daily counts are kept for this many days, to answer questions about the past. */
const keptDays = 35;

export interface PlanNow {
  allowance: Allowance;
  subscriptionType: SubscriptionType;
  timeZone: string;
  /** The current day in the company's time zone, by the database's clock, which all processes share. */
  day: string;
}

export async function readPlan(tx: TenantTx): Promise<PlanNow> {
  const { rows } = await sql<{ type: SubscriptionType; paid_until: Date; zone: string; now: Date; day: string; users: number }>`
    select subscription_type as type, paid_until, time_zone as zone, now() as now, ((now() at time zone time_zone)::date)::text as day,
      (select count(*)::int from memberships m where m.company_id = c.company_id and m.removed_at is null) as users
    from companies c where company_id = ${tx.companyId}`.execute(tx.db);
  const [row] = rows;
  if (!row) throw new Error('the company is not there');
  const allowance = allowanceOf({ subscriptionType: row.type, paidUntil: row.paid_until, users: row.users }, row.now);
  return { allowance, subscriptionType: row.type, timeZone: row.zone, day: row.day };
}

export interface Use {
  current: number;
  max: number;
  isUnlimited: boolean;
}

/** A use and the company's day that it was counted for. */
export interface CountedUse extends Use {
  day: string;
}

/**
 * Counts one use of a daily feature, in the same transaction as the use itself. One statement counts and compares, so parallel
 * requests never exceed the limit.
 */
export async function countDailyUse({ actor }: Pick<Ctx, 'platform' | 'actor'>, tx: TenantTx, name: DailyLimit): Promise<CountedUse> {
  const { allowance, day } = await readPlan(tx);
  const max = allowance.limits[name];
  const own = { company_id: tx.companyId, user_id: actor.userId, feature: name };
  if (!allowance.isActive) throw limitReached(allowance, name, await readUsed(tx, actor.userId, name, day));
  const counted = await tx.db
    .insertInto('limit_uses')
    .values({ ...own, day, used: 1 })
    .onConflict((conflict) =>
      conflict
        .columns(['company_id', 'user_id', 'feature', 'day'])
        .doUpdateSet({ used: sql`limit_uses.used + 1` })
        .where(sql<boolean>`${max}::int is null or limit_uses.used < ${max}`),
    )
    .returning('used')
    .executeTakeFirst();
  if (!counted) throw limitReached(allowance, name, max ?? 0);
  if (counted.used === 1) await forgetOldDays(tx, actor.userId, name);
  tx.publish({ type: 'limits.changed' });
  return { current: counted.used, max: max ?? 0, isUnlimited: max === null, day };
}

/** Takes a use back that was counted for this day, when the feature could not be given. */
export async function giveBackDailyUse({ actor }: Pick<Ctx, 'actor'>, tx: TenantTx, name: DailyLimit, day: string): Promise<void> {
  await takeBack(tx, { userId: actor.userId, feature: name, day, count: 1 });
  tx.publish({ type: 'limits.changed' });
}

interface TakenBack {
  userId: string;
  feature: DailyLimit | typeof mapRoutes;
  /** The day of the count. Midnight may have passed since. */
  day: string;
  count: number;
}

async function takeBack(tx: TenantTx, { userId, feature, day, count }: TakenBack): Promise<void> {
  const row = sql`company_id = ${tx.companyId} and user_id = ${userId} and feature = ${feature} and day = ${day}::date`;
  const { rows } = await sql<{ used: number }>`select used from limit_uses where ${row} for update`.execute(tx.db);
  const used = rows[0]?.used ?? 0;
  // A row always counts at least one use.
  if (used > count) await sql`update limit_uses set used = used - ${count} where ${row}`.execute(tx.db);
  else await sql`delete from limit_uses where ${row}`.execute(tx.db);
}

/** Uses that are counted for all people of a company together. No person has this id. */
const wholeCompany = '00000000-0000-0000-0000-000000000000';
const mapRoutes = 'mapRoutesPerDay';

/** Why a maps service is not asked: the company's routes of the day are used up, or its plan has ended. */
export type MapRouteRefusal = 'DAY_LIMIT' | 'PLAN_ENDED';

export interface CountedRoutes {
  /** As many of the wanted ones as the day has left. */
  count: number;
  /** The company's day that they are counted for. */
  day: string;
  /** Why the others are not counted. */
  refusal: MapRouteRefusal;
}

/** Counts routes that a maps service is asked for. One statement counts and compares, as for the other daily limits. */
export async function countMapRoutes(tx: TenantTx, wanted: number): Promise<CountedRoutes> {
  const { allowance, day } = await readPlan(tx);
  if (!allowance.isActive) return { count: 0, day, refusal: 'PLAN_ENDED' };
  const max = allowance.plan.mapRoutesPerDay;
  const counted = await tx.db
    .insertInto('limit_uses')
    .values({ company_id: tx.companyId, user_id: wholeCompany, feature: mapRoutes, day, used: wanted })
    .onConflict((conflict) =>
      conflict
        .columns(['company_id', 'user_id', 'feature', 'day'])
        .doUpdateSet({ used: sql`limit_uses.used + excluded.used` })
        .where(sql<boolean>`limit_uses.used < ${max}`),
    )
    .returning('used')
    .executeTakeFirst();
  if (!counted) return { count: 0, day, refusal: 'DAY_LIMIT' };
  if (counted.used === wanted) await forgetOldDays(tx, wholeCompany, mapRoutes);
  const over = Math.max(counted.used - max, 0);
  if (over > 0) await giveBackMapRoutes(tx, day, over);
  return { count: wanted - over, day, refusal: 'DAY_LIMIT' };
}

/** For routes that no service answered. */
export function giveBackMapRoutes(tx: TenantTx, day: string, count: number): Promise<void> {
  return takeBack(tx, { userId: wholeCompany, feature: mapRoutes, day, count });
}

/** How much of a daily feature the person has used, without using it. */
export async function readDailyUse({ actor }: Pick<Ctx, 'actor'>, tx: TenantTx, name: DailyLimit): Promise<Use> {
  const { allowance, day } = await readPlan(tx);
  const max = allowance.limits[name];
  return { current: await readUsed(tx, actor.userId, name, day), max: max ?? 0, isUnlimited: max === null };
}

async function forgetOldDays(tx: TenantTx, userId: string, feature: DailyLimit | typeof mapRoutes): Promise<void> {
  await tx.db
    .deleteFrom('limit_uses')
    .where('company_id', '=', tx.companyId)
    .where('user_id', '=', userId)
    .where('feature', '=', feature)
    .where('day', '<', sql<Date>`current_date - ${keptDays}::int`)
    .execute();
}

async function readUsed(tx: TenantTx, userId: string, feature: DailyLimit, day: string): Promise<number> {
  const row = await tx.db
    .selectFrom('limit_uses')
    .where('company_id', '=', tx.companyId)
    .where('user_id', '=', userId)
    .where('feature', '=', feature)
    .where('day', '=', sql<Date>`${day}::date`)
    .select('used')
    .executeTakeFirst();
  return row?.used ?? 0;
}

/**
 * Call this in the transaction that adds a row, before anything else is locked: the next request waits until this row is counted.
 * Rows above a lowered limit stay.
 */
export async function requireStandingRoom(tx: TenantTx, name: StandingLimit, userId: string): Promise<void> {
  const { allowance, current, isFull } = await readStandingRoom(tx, name, userId);
  if (isFull) throw limitReached(allowance, name, current);
}

/** The same check without an error, for a person who is given something by somebody else. */
export async function hasStandingRoom(tx: TenantTx, name: StandingLimit, userId: string): Promise<boolean> {
  const { isFull } = await readStandingRoom(tx, name, userId);
  return !isFull;
}

async function readStandingRoom(tx: TenantTx, name: StandingLimit, userId: string) {
  const { allowance } = await readPlan(tx);
  const max = allowance.limits[name];
  if (max === null) return { allowance, current: 0, isFull: false };
  await sql`select pg_advisory_xact_lock(hashtextextended(${`${tx.companyId}/${name}`}, 0))`.execute(tx.db);
  const current = await countStanding(tx, name, userId);
  return { allowance, current, isFull: current >= max };
}

/** For features that need an active plan, whatever is left of the limit. */
export async function requireActivePlan(tx: TenantTx, name: LimitName): Promise<Allowance> {
  const { allowance } = await readPlan(tx);
  if (!allowance.isActive) throw limitReached(allowance, name, 0);
  return allowance;
}

/** Drivers are counted per company, mailboxes per person. */
export async function countStanding(tx: TenantTx, name: StandingLimit, userId: string): Promise<number> {
  const counted =
    name === 'emailAddresses'
      ? sql`email_accounts where company_id = ${tx.companyId} and user_id = ${userId} and status <> 'DISCONNECTED'`
      : sql`drivers where company_id = ${tx.companyId} and deleted_at is null`;
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from ${counted}`.execute(tx.db);
  return rows[0]?.count ?? 0;
}

function limitReached({ plan, isActive, limits }: Allowance, name: LimitName, current: number): AppError {
  const max = limits[name] ?? 0;
  const label = labelOfLimit(name);
  const ended = plan.state === 'trial' ? 'Your trial has ended.' : 'Your subscription has ended.';
  return new AppError('limit_reached', {
    detail: isActive ? `${label}: ${current} of ${max} used. Upgrade your plan for more.` : `${ended} Choose a plan to go on.`,
    limit: { name, current, max, isPlanActive: isActive },
  });
}
