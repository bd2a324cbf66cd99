import { sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import { appendAudit } from '../../lib/audit.ts';
import type { TenantTx } from '../../lib/db.ts';
import { AppError } from '../../lib/errors.ts';
import type { Ctx } from '../../lib/http/guards.ts';
import { publish } from '../../lib/live-events.ts';
import { allowedRedirect } from '../session/redirects.service.ts';
import type { InviteTokens } from './invite-token.ts';
import { sendInvitation } from './team.jobs.ts';

const inviteDays = 14;
const expiresAt = () => new Date(Date.now() + inviteDays * 24 * 60 * 60 * 1_000);

/** Invites each address once; who works here already is named, not written to. */
export function inviteMembers(
  { platform, actor, tenant }: Ctx,
  emails: readonly string[],
): Promise<{ invited: string[]; alreadyHere: string[] }> {
  const wanted = [...new Set(emails.map((email) => email.toLowerCase()))];
  return tenant(async (tx) => {
    const here = await tx.db
      .selectFrom('memberships')
      .innerJoin('users', 'users.id', 'memberships.user_id')
      .where('memberships.company_id', '=', tx.companyId)
      .where('memberships.removed_at', 'is', null)
      .where(sql`lower(users.email)`, 'in', wanted)
      .select(sql<string>`lower(users.email)`.as('email'))
      .execute();
    const alreadyHere = here.map(({ email }) => email);
    const invited = wanted.filter((email) => !alreadyHere.includes(email));
    for (const email of invited) await inviteOne(tx, actor.userId, email);
    if (invited.length > 0) {
      await appendAudit(tx, { action: 'invite.sent', actorId: actor.userId, detail: { emails: invited.join(', ').slice(0, 2_000) } });
      await publish(platform, tx, { type: 'team.changed' });
    }
    return { invited, alreadyHere };
  });
}

async function inviteOne(tx: TenantTx, invitedBy: string, email: string): Promise<void> {
  // Inviting somebody who is invited already renews the invite: one address, one waiting line.
  const renewed = await renew(tx, email);
  const id = renewed?.id ?? uuidv7();
  if (!renewed) {
    await tx.db.insertInto('invite_directory').values({ id, invites_to: tx.companyId }).execute();
    await tx.db
      .insertInto('invitations')
      .values({ company_id: tx.companyId, id, email, invited_by: invitedBy, expires_at: expiresAt() })
      .execute();
  }
  await sendInvitation(tx, { companyId: tx.companyId, invitationId: id });
}

function renew(tx: TenantTx, email: string) {
  return tx.db
    .updateTable('invitations')
    .set({ version: sql`version + 1`, expires_at: expiresAt(), sent_at: null })
    .where('company_id', '=', tx.companyId)
    .where('email', '=', email)
    .where('accepted_at', 'is', null)
    .where('cancelled_at', 'is', null)
    .returning('id')
    .executeTakeFirst();
}

export function resendInvite({ platform, actor, tenant }: Ctx, email: string): Promise<void> {
  return tenant(async (tx) => {
    const renewed = await renew(tx, email.toLowerCase());
    if (!renewed) throw new AppError('not_found', { detail: 'No invite for this address is waiting.' });
    await sendInvitation(tx, { companyId: tx.companyId, invitationId: renewed.id });
    await appendAudit(tx, { action: 'invite.resent', actorId: actor.userId, detail: { email: email.toLowerCase() } });
    await publish(platform, tx, { type: 'team.changed' });
  });
}

export interface TeamLink {
  link: string;
  expiresAt: string;
}

/** The current link, or a first one. */
export function getTeamLink(ctx: Ctx, tokens: InviteTokens, redirectTo: string): Promise<TeamLink> {
  const target = allowedRedirect(redirectTo, ctx.platform.env.WEB_ORIGINS);
  return ctx.tenant(async (tx) => {
    const current = await tx.db
      .selectFrom('team_links')
      .where('company_id', '=', tx.companyId)
      .where('revoked_at', 'is', null)
      .where('expires_at', '>', sql<Date>`now()`)
      .select(['id', 'expires_at'])
      .executeTakeFirst();
    return toLink(tokens, target, current ?? (await createLink(tx, ctx.actor.userId)));
  });
}

export function rotateTeamLink(ctx: Ctx, tokens: InviteTokens, redirectTo: string): Promise<TeamLink> {
  const target = allowedRedirect(redirectTo, ctx.platform.env.WEB_ORIGINS);
  return ctx.tenant(async (tx) => {
    const link = await createLink(tx, ctx.actor.userId);
    await appendAudit(tx, { action: 'team_link.rotated', actorId: ctx.actor.userId, detail: {} });
    return toLink(tokens, target, link);
  });
}

async function createLink(tx: TenantTx, createdBy: string): Promise<{ id: string; expires_at: Date }> {
  // The company's row orders two people who press at once.
  await tx.db.selectFrom('companies').where('company_id', '=', tx.companyId).forUpdate().select('company_id').execute();
  await tx.db
    .updateTable('team_links')
    .set({ revoked_at: sql`now()` })
    .where('company_id', '=', tx.companyId)
    .where('revoked_at', 'is', null)
    .execute();
  const id = uuidv7();
  await tx.db.insertInto('invite_directory').values({ id, invites_to: tx.companyId }).execute();
  return tx.db
    .insertInto('team_links')
    .values({ company_id: tx.companyId, id, created_by: createdBy, expires_at: expiresAt() })
    .returning(['id', 'expires_at'])
    .executeTakeFirstOrThrow();
}

function toLink(tokens: InviteTokens, target: URL, { id, expires_at }: { id: string; expires_at: Date }): TeamLink {
  target.searchParams.set('inviteToken', tokens.issue(id, 1));
  return { link: target.href, expiresAt: expires_at.toISOString() };
}
