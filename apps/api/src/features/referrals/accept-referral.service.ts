import { referralDays } from '@headhaul/contracts/referrals';
import { sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import { readOpenCompanyName } from '../../lib/db/company-name.ts';
import type { TenantTx } from '../../lib/db/database.ts';
import type { Env } from '../../lib/env.ts';
import { AppError } from '../../lib/errors.ts';
import type { Ctx } from '../../lib/http/guards.ts';
import { plainName } from '../../lib/net/mail-page.ts';
import type { Platform } from '../../lib/platform.ts';
import { grantDays } from '../billing/rewards.service.ts';
import { findNewcomer, type Newcomer } from './newcomer.service.ts';
import { giveNewcomerDays } from './newcomer-days.service.ts';
import { boughtDomain, createReferralHashes, type ReferralHashes } from './referral-address.ts';
import { exclusionOf } from './referral-exclusion.ts';
import { lockReferrals } from './referral-lock.ts';
import { unnamedCompany, unnamedInviter } from './referral-names.ts';
import { createReferralTokens } from './referral-token.ts';
import { giveJoinDays } from './referrals.jobs.ts';

const deadInvite = () => new AppError('invalid_invite');
const notNew = () => new AppError('not_allowed', { detail: 'Invite & Win is for companies that are new to Headhaul.' });
const cameBefore = () => new AppError('not_allowed', { detail: 'Your company already came by another invite.' });

export interface ReferralGate {
  /** Whether the token is a referral's. A team invite's is not. */
  owns(token: string): boolean;
  accept(ctx: Ctx, token: string): Promise<{ companyId: string; companyName: string; kind: 'referral'; days: number }>;
  preview(platform: Platform, token: string): Promise<{ inviterName: string; companyName: string; email: string | null; kind: 'referral' }>;
}

export function createReferralGate(keys: Env['LINK_KEYS']): ReferralGate {
  const tokens = createReferralTokens(keys);
  const hashes = createReferralHashes(keys);

  async function findInvite(platform: Platform, token: string): Promise<{ id: string; companyId: string }> {
    const id = tokens.read(token);
    if (id === undefined) throw deadInvite();
    const entry = await platform.db.global.selectFrom('invite_directory').where('id', '=', id).select('invites_to').executeTakeFirst();
    if (!entry) throw deadInvite();
    return { id, companyId: entry.invites_to };
  }

  return {
    owns: (token) => tokens.read(token) !== undefined,
    async accept(ctx, token) {
      const invite = await findInvite(ctx.platform, token);
      if (invite.companyId === ctx.actor.companyId)
        throw new AppError('not_allowed', { detail: 'This is your own invite. It is for other companies.' });
      const newcomer = await findNewcomer(ctx);
      const referralId = await ctx.platform.db.withTenant(invite.companyId, (tx) => recordJoin(tx, hashes, invite.id, newcomer));
      if (referralId === 'not-new') throw notNew();
      if (referralId !== null) await giveNewcomerDays(ctx.platform, newcomer.companyId, referralId);
      const days = referralId === null ? 0 : referralDays;
      return { companyId: newcomer.companyId, companyName: newcomer.companyName, kind: 'referral', days };
    },
    async preview(platform, token) {
      const invite = await findInvite(platform, token);
      return platform.db.withTenant(invite.companyId, async (tx) => {
        const companyName = await readOpenCompanyName(tx);
        const open = await findOpen(tx, invite.id);
        if (companyName === undefined || !open || open.joined_at) throw deadInvite();
        const inviter = await tx.db
          .selectFrom('users')
          .where('id', '=', open.invited_by)
          .where('deleted_at', 'is', null)
          .select('name')
          .executeTakeFirst();
        return {
          inviterName: plainName(inviter?.name ?? '', unnamedInviter),
          companyName: plainName(companyName, unnamedCompany),
          email: open.email,
          kind: 'referral' as const,
        };
      });
    },
  };
}

interface OpenReferral {
  /** Null for a person's link, which any number of companies can use. */
  id: string | null;
  invited_by: string;
  email: string | null;
  joined_at: Date | null;
}

async function findOpen(tx: TenantTx, id: string): Promise<OpenReferral | undefined> {
  const mailed = await tx.db
    .selectFrom('referrals')
    .where('company_id', '=', tx.companyId)
    .where('id', '=', id)
    .select(['id', 'invited_by', 'email', 'joined_at'])
    .executeTakeFirst();
  if (mailed) return mailed;
  const link = await tx.db
    .selectFrom('referral_links')
    .innerJoin('memberships', (join) =>
      join.onRef('memberships.company_id', '=', 'referral_links.company_id').onRef('memberships.user_id', '=', 'referral_links.user_id'),
    )
    .where('referral_links.company_id', '=', tx.companyId)
    .where('referral_links.id', '=', id)
    .where('memberships.removed_at', 'is', null)
    .select('referral_links.user_id')
    .executeTakeFirst();
  return link && { id: null, invited_by: link.user_id, email: null, joined_at: null };
}

/**
 * Runs as the inviting company, under its lock, so that one of several requests comes first. Returns the referral's id if the
 * newcomer gets days, null if not.
 */
async function recordJoin(tx: TenantTx, hashes: ReferralHashes, inviteId: string, newcomer: Newcomer): Promise<string | null | 'not-new'> {
  await lockReferrals(tx);
  const open = await findOpen(tx, inviteId);
  if (!open || (await readOpenCompanyName(tx)) === undefined) throw deadInvite();
  const earlier = await findEarlier(tx, newcomer.companyId);
  if (earlier) {
    if (earlier.invited_by_company !== tx.companyId) throw cameBefore();
    return earlier.hasDays ? earlier.referral_id : null;
  }
  if (open.joined_at) throw deadInvite();
  if (!newcomer.isNew) {
    // Not thrown, so that what was learned about the invite is kept.
    if (open.email === newcomer.email) await excludeCustomer(tx, inviteId);
    return 'not-new';
  }
  const waiting = open.id ? { id: open.id } : await findWaiting(tx, newcomer.email);
  const referralId = waiting?.id ?? uuidv7();
  const claimed = await tx.db
    .insertInto('referred_companies')
    .values({ joined_company: newcomer.companyId, invited_by_company: tx.companyId, referral_id: referralId })
    .onConflict((conflict) => conflict.doNothing())
    .returning('referral_id')
    .executeTakeFirst();
  // An invite from another company was accepted at the same moment.
  if (!claimed) throw cameBefore();
  const domain = boughtDomain(newcomer.email);
  const domainHashes = domain === null ? [] : hashes.everyOfDomain(domain);
  const exclusion = await exclusionOf(tx, hashes, newcomer, domainHashes);
  const facts = {
    joined_at: sql<Date>`now()`,
    joined_company: newcomer.companyId,
    exclusion,
    domain_hash: domainHashes[0] ?? null,
    reward_days: exclusion === null ? referralDays : 0,
  };
  if (waiting)
    await tx.db.updateTable('referrals').set(facts).where('company_id', '=', tx.companyId).where('id', '=', referralId).execute();
  else
    await tx.db
      .insertInto('referrals')
      .values({ company_id: tx.companyId, id: referralId, invited_by: open.invited_by, ...facts })
      .execute();
  if (exclusion === null)
    await grantDays(tx, { days: referralDays, reason: 'A company you invited joined', key: `referral days ${referralId}` });
  if (mayNewcomerHaveDays(exclusion)) await giveJoinDays(tx, { companyId: newcomer.companyId, referralId });
  tx.audit({ action: 'referral.joined', actorId: null, detail: { referralId, exclusion } });
  if (exclusion === null) tx.publish({ type: 'billing.changed' });
  tx.publish({ type: 'referrals.changed' });
  return mayNewcomerHaveDays(exclusion) ? referralId : null;
}

/** The inviter's limit does not apply to the newcomer, because the invite promised them these days. */
function mayNewcomerHaveDays(exclusion: string | null): boolean {
  return exclusion === null || exclusion === 'limit';
}

async function findEarlier(tx: TenantTx, joinedCompany: string) {
  const earlier = await tx.db
    .selectFrom('referred_companies')
    .where('joined_company', '=', joinedCompany)
    .select(['invited_by_company', 'referral_id'])
    .executeTakeFirst();
  if (!earlier) return undefined;
  const row = await tx.db
    .selectFrom('referrals')
    .where('company_id', '=', tx.companyId)
    .where('id', '=', earlier.referral_id)
    .select(['reward_days', 'exclusion'])
    .executeTakeFirst();
  return { ...earlier, hasDays: row !== undefined && (row.reward_days > 0 || row.exclusion === 'limit') };
}

/** A company that was invited by mail and came by the link keeps one row. */
function findWaiting(tx: TenantTx, email: string) {
  return tx.db
    .selectFrom('referrals')
    .where('company_id', '=', tx.companyId)
    .where('email', '=', email)
    .where('joined_at', 'is', null)
    .select('id')
    .executeTakeFirst();
}

async function excludeCustomer(tx: TenantTx, referralId: string): Promise<void> {
  await tx.db
    .updateTable('referrals')
    .set({ exclusion: 'already-a-customer' })
    .where('company_id', '=', tx.companyId)
    .where('id', '=', referralId)
    .execute();
  tx.publish({ type: 'referrals.changed' });
}
