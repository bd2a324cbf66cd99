import { sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import { lockCompany } from '../../lib/auth/company-lock.ts';
import type { InviteTokens } from '../../lib/auth/invite-token.ts';
import { lockOpenSessions } from '../../lib/auth/open-sessions.ts';
import { readOpenCompanyName } from '../../lib/db/company-name.ts';
import type { TenantTx } from '../../lib/db/database.ts';
import { AppError } from '../../lib/errors.ts';
import type { Ctx } from '../../lib/http/guards.ts';
import type { Platform } from '../../lib/platform.ts';
import { enqueueSync } from '../billing/enqueue-sync.service.ts';

export interface Joined {
  companyId: string;
  companyName: string;
}

const deadInvite = () => new AppError('invalid_invite');

/** Where an invite or a team link leads, whether it still works or not. */
export async function findInvite(
  platform: Platform,
  tokens: InviteTokens,
  token: string,
): Promise<{ id: string; version: number; companyId: string }> {
  const known = tokens.read(token);
  if (!known) throw deadInvite();
  const entry = await platform.db.global.selectFrom('invite_directory').where('id', '=', known.id).select('invites_to').executeTakeFirst();
  if (!entry) throw deadInvite();
  return { ...known, companyId: entry.invites_to };
}

/**
 * What the login page may say about an invite: only who invites, to which company, and which address. An inviter without a name is named by
 * the company, because their address is nothing that a stranger is told.
 */
export async function previewInvite(platform: Platform, tokens: InviteTokens, token: string) {
  const invite = await findInvite(platform, tokens, token);
  return platform.db.withTenant(invite.companyId, async (tx) => {
    const companyName = await readOpenCompanyName(tx);
    const invitation = await waitingInvitation(tx, invite.id, invite.version);
    const link = invitation ? undefined : await currentLink(tx, invite.id);
    const inviterId = invitation?.invited_by ?? link?.created_by;
    if (companyName === undefined || !inviterId) throw deadInvite();
    const inviter = await tx.db
      .selectFrom('users')
      .where('id', '=', inviterId)
      .where('deleted_at', 'is', null)
      .select('name')
      .executeTakeFirst();
    return {
      inviterName: inviter?.name.trim() || companyName,
      companyName,
      email: invitation?.email ?? null,
      expiresAt: (invitation ?? link)?.expires_at.toISOString() ?? null,
    };
  });
}

function waitingInvitation(tx: TenantTx, id: string, version: number) {
  return tx.db
    .selectFrom('invitations')
    .where('company_id', '=', tx.companyId)
    .where('id', '=', id)
    .where('version', '=', version)
    .where('accepted_at', 'is', null)
    .where('cancelled_at', 'is', null)
    .where('expires_at', '>', sql<Date>`now()`)
    .select(['email', 'invited_by', 'expires_at'])
    .executeTakeFirst();
}

function currentLink(tx: TenantTx, id: string) {
  return tx.db
    .selectFrom('team_links')
    .where('company_id', '=', tx.companyId)
    .where('id', '=', id)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', sql<Date>`now()`)
    .select(['id', 'created_by', 'expires_at'])
    .executeTakeFirst();
}

/** A team link lets anyone in while seats are free. The token of an email invite works here too, for the person it names. */
export async function joinByLink(ctx: Ctx, tokens: InviteTokens, token: string): Promise<Joined> {
  const invite = await findInvite(ctx.platform, tokens, token);
  return join(ctx, invite.companyId, async (tx) => {
    if (await currentLink(tx, invite.id)) return;
    await redeemInvitation(ctx, tx, invite.id, invite.version);
  });
}

export async function acceptInvitation(ctx: Ctx, tokens: InviteTokens, token: string): Promise<Joined> {
  const invite = await findInvite(ctx.platform, tokens, token);
  return join(ctx, invite.companyId, (tx) => redeemInvitation(ctx, tx, invite.id, invite.version));
}

/** Redeems an invite once, for the person it was sent to. The UPDATE decides which of several requests was first. */
async function redeemInvitation(ctx: Ctx, tx: TenantTx, id: string, version: number): Promise<void> {
  const invitation = await waitingInvitation(tx, id, version);
  if (!invitation) throw deadInvite();
  const user = await tx.db.selectFrom('users').where('id', '=', ctx.actor.userId).select('email').executeTakeFirstOrThrow();
  if (user.email.toLowerCase() !== invitation.email) {
    throw new AppError('wrong_account', { detail: `This invite is for ${invitation.email}. Sign in with that address to join.` });
  }
  const redeemed = await tx.db
    .updateTable('invitations')
    .set({ accepted_at: sql`now()`, accepted_by: ctx.actor.userId })
    .where('company_id', '=', tx.companyId)
    .where('id', '=', id)
    .where('accepted_at', 'is', null)
    .returning('id')
    .executeTakeFirst();
  if (!redeemed) throw deadInvite();
}

async function join(ctx: Ctx, companyId: string, redeem: (tx: TenantTx) => Promise<void>): Promise<Joined> {
  const { platform, actor } = ctx;
  const joined = await platform.db.withTenant(companyId, async (tx) => {
    const company = await lockCompany(tx);
    if (company.isArchived) throw deadInvite();
    await holdPerson(tx, actor.userId);
    const members = await tx.db
      .selectFrom('memberships')
      .where('company_id', '=', companyId)
      .where('removed_at', 'is', null)
      .select('user_id')
      .execute();
    const isNew = !members.some((member) => member.user_id === actor.userId);
    if (isNew) {
      await redeem(tx);
      if (members.length >= company.seats) {
        throw new AppError('limit_reached', {
          detail: `All ${company.seats} seats of ${company.name} are taken. Ask the owner for one more.`,
        });
      }
      await addMember(tx, actor.userId);
      await enqueueSync(tx, companyId);
    }
    await enterCompany(tx, actor.userId);
    if (isNew) {
      tx.audit({ action: 'member.joined', actorId: actor.userId, detail: {} });
      tx.publish({ type: 'team.changed' });
    }
    return { companyId, companyName: company.name };
  });
  if (actor.companyId !== companyId) {
    await archiveIfUnused(ctx);
    await endStreams(ctx);
  }
  return joined;
}

/** An account that is being deleted can't join: its row is locked, or already emptied. */
async function holdPerson(tx: TenantTx, userId: string): Promise<void> {
  const person = await tx.db
    .selectFrom('users')
    .where('id', '=', userId)
    .where('deleted_at', 'is', null)
    .forUpdate()
    .select('id')
    .executeTakeFirst();
  if (!person) throw new AppError('session_expired');
}

async function addMember(tx: TenantTx, userId: string): Promise<void> {
  await tx.db.insertInto('memberships').values({ company_id: tx.companyId, id: uuidv7(), user_id: userId, role: 'member' }).execute();
  await tx.db
    .insertInto('user_companies')
    .values({ user_id: userId, member_of: tx.companyId })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  // A person who joined by the team link no longer needs their open invite.
  await tx.db
    .updateTable('invitations')
    .set({ accepted_at: sql`now()`, accepted_by: userId })
    .where('company_id', '=', tx.companyId)
    .where('email', '=', (invited) => invited.selectFrom('users').where('id', '=', userId).select(sql<string>`lower(email)`.as('email')))
    .where('accepted_at', 'is', null)
    .where('cancelled_at', 'is', null)
    .execute();
}

/** From now on this person's sessions work in the transaction's company. */
export async function enterCompany(tx: TenantTx, userId: string): Promise<void> {
  await tx.db.updateTable('users').set({ current_company_id: tx.companyId }).where('id', '=', userId).execute();
  await lockOpenSessions(tx.db, userId);
  await tx.db
    .updateTable('sessions')
    .set({ current_company_id: tx.companyId })
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .execute();
  tx.publish({ type: 'sign-ins.changed' });
}

/** Ends the streams that are still open in the company the sessions have left. */
export async function endStreams({ actor, ownTransaction }: Ctx): Promise<void> {
  await ownTransaction(async (tx) => {
    tx.publish({ type: 'session.changed', userId: actor.userId });
    tx.publish({ type: 'sign-ins.changed' });
  });
}

/** Archives the company that everyone gets at sign-up, if its owner joins a team before using it. */
async function archiveIfUnused({ actor, ownTransaction }: Ctx): Promise<void> {
  await ownTransaction(async (tx) => {
    await lockCompany(tx);
    if (!(await isUnused(tx, actor.userId))) return;
    await tx.db.updateTable('companies').set({ archived_at: sql`now()` }).where('company_id', '=', tx.companyId).execute();
    tx.audit({ action: 'company.archived', actorId: actor.userId, detail: {} });
  });
}

async function isUnused(tx: TenantTx, userId: string): Promise<boolean> {
  const members = await tx.db.selectFrom('memberships').where('company_id', '=', tx.companyId).select('user_id').limit(2).execute();
  const invited = await tx.db.selectFrom('invitations').where('company_id', '=', tx.companyId).select('id').limit(1).execute();
  const links = await tx.db.selectFrom('team_links').where('company_id', '=', tx.companyId).select('id').limit(1).execute();
  const company = await tx.db
    .selectFrom('companies')
    .where('company_id', '=', tx.companyId)
    .select(['mc', 'dot', 'address', 'phone'])
    .executeTakeFirst();
  const logo = await tx.db.selectFrom('company_logos').where('company_id', '=', tx.companyId).select('company_id').executeTakeFirst();
  const account = await tx.db
    .selectFrom('billing_accounts')
    .where('company_id', '=', tx.companyId)
    .select('customer_id')
    .executeTakeFirst();
  const { rows: record } = await sql`
    select from loads where company_id = ${tx.companyId} union all select from drivers where company_id = ${tx.companyId}
    union all select from brokers where company_id = ${tx.companyId} union all select from referrals where company_id = ${tx.companyId} limit 1`.execute(
    tx.db,
  );
  const hasDetails = Boolean(logo || account?.customer_id || company?.mc || company?.dot || company?.address || company?.phone);
  const isAlone = members.length === 1 && members[0]?.user_id === userId;
  return isAlone && invited.length === 0 && links.length === 0 && record.length === 0 && !hasDetails;
}
