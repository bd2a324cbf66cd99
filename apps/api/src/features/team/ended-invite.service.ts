import type { EndedInviteState } from '@headhaul/contracts/team';
import { sql } from 'kysely';
import type { InviteTokens } from '../../lib/auth/invite-token.ts';
import { readOpenCompanyName } from '../../lib/db/company-name.ts';
import type { TenantTx } from '../../lib/db/database.ts';
import { AppError } from '../../lib/errors.ts';
import type { Ctx } from '../../lib/http/guards.ts';
import type { Platform } from '../../lib/platform.ts';
import { sendInviteAsked } from './invite-asked.jobs.ts';
import { findInvite } from './join.service.ts';

const unknownInvite = () => new AppError('invalid_invite');

/** Later nobody is told why an invite ended, and nobody can ask for another one with it. */
const rememberedDays = 30;

interface Invite {
  state: EndedInviteState | 'open';
  inviterId: string;
}

/**
 * An invite by email, or a team link, if it works or ended lately. `version` is that of the link: each time an invite is sent again, the
 * earlier link ends.
 */
async function readInvite(tx: TenantTx, id: string, version: number): Promise<Invite | undefined> {
  const longAgo = sql`now() - make_interval(days => ${rememberedDays})`;
  const { rows } = await sql<Invite>`
    select invited_by as "inviterId", case when accepted_at is not null then 'used' when cancelled_at is not null then 'withdrawn'
      when version > ${version} then 'replaced' when expires_at <= now() then 'expired' else 'open' end as state
    from invitations where company_id = ${tx.companyId} and id = ${id}
      and least(accepted_at, cancelled_at, expires_at, case when version > ${version} then created_at end) > ${longAgo}
    union all
    select created_by, case when revoked_at is not null then 'withdrawn' when expires_at <= now() then 'expired' else 'open' end
    from team_links where company_id = ${tx.companyId} and id = ${id} and least(revoked_at, expires_at) > ${longAgo}`.execute(tx.db);
  return rows[0];
}

/**
 * Why an invite no longer works. Only for somebody who is signed in and has a link that we made: signed out, all links that don't work
 * are answered alike. Nothing for a company that is gone. An inviter without a name, or with a deleted account, is named by the company.
 */
export async function getEndedInvite(
  { platform }: Ctx,
  tokens: InviteTokens,
  token: string,
): Promise<{ state: EndedInviteState; inviterName: string; companyName: string }> {
  const { id, version, companyId } = await findInvite(platform, tokens, token);
  return platform.db.withTenant(companyId, async (tx) => {
    const companyName = await readOpenCompanyName(tx);
    const invite = await readInvite(tx, id, version);
    if (companyName === undefined || !invite || invite.state === 'open') throw unknownInvite();
    const inviter = await tx.db
      .selectFrom('users')
      .where('id', '=', invite.inviterId)
      .where('deleted_at', 'is', null)
      .select('name')
      .executeTakeFirst();
    return { state: invite.state, inviterName: inviter?.name.trim() || companyName, companyName };
  });
}

/** Thrown to roll back: the invite's own day is not used up by somebody who gets no mail sent. */
class AskedEnough extends Error {}

/**
 * Mails the team's owner, who alone can invite: at most once a day for each invite by email and for each person, a few times for each network,
 * so that one stranger with many accounts leaves room for others, and some times a day in all. Who is over one of the limits is answered as if
 * the invite had been asked for already.
 */
export async function askForInvite(
  { platform, actor }: Ctx,
  tokens: InviteTokens,
  token: string,
  network: string,
): Promise<{ isSent: boolean; askedName: string }> {
  const { id, version, companyId } = await findInvite(platform, tokens, token);
  const askedName = await platform.db.withTenant(companyId, (tx) => readAskedName(tx, id, version));
  const sending = platform.db.withTenant(companyId, async (tx) => {
    if (!(await noteAsked(tx, id))) return false;
    await takeAsk(platform, companyId, { userId: actor.userId, network });
    await sendInviteAsked(tx, { companyId, inviteId: id, askedBy: actor.userId });
    return true;
  });
  const isSent = await sending.catch((error: unknown) => {
    if (error instanceof AskedEnough) return false;
    throw error;
  });
  return { isSent, askedName };
}

async function takeAsk({ limits }: Platform, companyId: string, { userId, network }: { userId: string; network: string }): Promise<void> {
  try {
    await limits.take('invite_asks_of_person', `${companyId} ${userId}`);
    await limits.take('invite_asks_of_network', `${companyId} ${network}`);
    await limits.take('invite_asks', companyId);
  } catch (error) {
    throw error instanceof AppError ? new AskedEnough() : error;
  }
}

/** The owner's first name, or the company's name. An address is nothing that a stranger is told. */
async function readAskedName(tx: TenantTx, id: string, version: number): Promise<string> {
  const companyName = await readOpenCompanyName(tx);
  const isKnown = companyName !== undefined && (await readInvite(tx, id, version)) !== undefined;
  const owner = isKnown ? await readOwner(tx) : undefined;
  if (companyName === undefined || !owner) throw unknownInvite();
  return owner.name.trim() || companyName;
}

function readOwner(tx: TenantTx) {
  return tx.db
    .selectFrom('memberships')
    .innerJoin('users', 'users.id', 'memberships.user_id')
    .where('memberships.company_id', '=', tx.companyId)
    .where('memberships.role', '=', 'owner')
    .where('memberships.removed_at', 'is', null)
    .select('users.name')
    .executeTakeFirst();
}

/**
 * An invite by email is for one person: true for the first who asks within a day. The UPDATE decides which of several requests was first.
 * Always true for a team link, because it is for many.
 */
async function noteAsked(tx: TenantTx, id: string): Promise<boolean> {
  const link = await tx.db
    .selectFrom('team_links')
    .where('company_id', '=', tx.companyId)
    .where('id', '=', id)
    .select('id')
    .executeTakeFirst();
  if (link) return true;
  const { rows } = await sql`
    update invitations set asked_at = now()
    where company_id = ${tx.companyId} and id = ${id} and (asked_at is null or asked_at < now() - interval '1 day') returning id`.execute(
    tx.db,
  );
  return rows.length > 0;
}
