import type { ReferralInvite, ReferralOverview } from '@headhaul/contracts/referrals';
import { sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import type { TenantTx } from '../../lib/db/database.ts';
import type { Ctx } from '../../lib/http/guards.ts';
import { shownReferrals } from './referral-limits.ts';
import { createReferralTokens, referralLink } from './referral-token.ts';
import { canRemind } from './send-referrals.service.ts';

/** Every invite of the company, because the rewards belong to the company too. */
export async function getReferrals({ platform, actor, transaction }: Ctx): Promise<ReferralOverview> {
  const { linkId, rows, figures } = await transaction(async (tx) => ({
    linkId: await findLink(tx, actor.userId),
    rows: await listReferrals(tx),
    figures: await readFigures(tx),
  }));
  const invites: ReferralInvite[] = [];
  // One after another, each read as that company, so that a request never holds more than one connection.
  for (const row of rows) invites.push(toInvite(row, row.joined_company ? await readName(platform, row.joined_company) : null));
  const token = createReferralTokens(platform.env.LINK_KEYS).issue(linkId);
  return { link: referralLink(platform.env.WEB_ORIGINS[0], token), invites, ...figures };
}

async function findLink(tx: TenantTx, userId: string): Promise<string> {
  const find = () =>
    tx.db.selectFrom('referral_links').where('company_id', '=', tx.companyId).where('user_id', '=', userId).select('id').executeTakeFirst();
  const known = await find();
  if (known) return known.id;
  const made = await tx.db
    .insertInto('referral_links')
    .values({ company_id: tx.companyId, id: uuidv7(), user_id: userId })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  // Two screens opened at once, and the other one made the link.
  if (!made) return (await find())?.id ?? '';
  await tx.db.insertInto('invite_directory').values({ id: made.id, invites_to: tx.companyId }).execute();
  return made.id;
}

function listReferrals(tx: TenantTx) {
  return tx.db
    .selectFrom('referrals')
    .where('company_id', '=', tx.companyId)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(shownReferrals)
    .selectAll()
    .execute();
}
type ReferralRow = Awaited<ReturnType<typeof listReferrals>>[number];

async function readFigures(tx: TenantTx) {
  const { rows } = await sql<{ invited: number; joined: number; paying: number; daysEarned: number; creditCents: number; paidUntil: Date }>`
    select count(r.id)::int as invited, count(r.joined_at)::int as joined,
      count(r.first_paid_at) filter (where r.taken_back_at is null)::int as paying,
      coalesce(sum(r.reward_days), 0)::int as "daysEarned",
      coalesce(sum(r.reward_cents) filter (where r.taken_back_at is null), 0)::int as "creditCents", c.paid_until as "paidUntil"
    from companies c left join referrals r on r.company_id = c.company_id
    where c.company_id = ${tx.companyId} group by c.paid_until`.execute(tx.db);
  const [figures] = rows;
  if (!figures) throw new Error('a company without a row');
  return { ...figures, paidUntil: figures.paidUntil.toISOString() };
}

async function readName(platform: Ctx['platform'], companyId: string): Promise<string | null> {
  const [cells] = await platform.db.readAsTenant(companyId, {
    name: 'referred_company_name',
    text: 'select name from companies where company_id = $1 and archived_at is null',
    values: [companyId],
  });
  return cells?.[0] ?? null;
}

function statusOf(row: ReferralRow): ReferralInvite['status'] {
  const isGivenBack = row.taken_back_at !== null;
  if (row.rewarded_at && !isGivenBack) return 'rewarded';
  if (row.exclusion) return 'excluded';
  if (row.first_paid_at && !isGivenBack) return 'subscribed';
  return row.joined_at ? 'joined' : 'sent';
}

function toInvite(row: ReferralRow, companyName: string | null): ReferralInvite {
  const status = statusOf(row);
  return {
    id: row.id,
    email: row.email,
    companyName,
    status,
    exclusion: status === 'excluded' ? (row.exclusion as ReferralInvite['exclusion']) : null,
    rewardDays: row.reward_days,
    rewardCents: row.taken_back_at ? 0 : row.reward_cents,
    sentAt: row.created_at.toISOString(),
    joinedAt: row.joined_at?.toISOString() ?? null,
    canRemind: canRemind(row),
  };
}
