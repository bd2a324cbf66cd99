import { sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import { lockCompanyAsOwner } from '../../lib/auth/company-lock.ts';
import { sha256 } from '../../lib/auth/crypto.ts';
import type { InviteTokens } from '../../lib/auth/invite-token.ts';
import { mailboxOf } from '../../lib/auth/mailbox.ts';
import type { TenantTx } from '../../lib/db/database.ts';
import { AppError } from '../../lib/errors.ts';
import type { Ctx } from '../../lib/http/guards.ts';
import type { Platform } from '../../lib/platform.ts';
import { allowedRedirect } from '../session/redirects.service.ts';
import { findMembersAmong } from './membership.service.ts';
import { sendInvitation } from './team.jobs.ts';

const inviteDays = 14;
const expiresAt = () => new Date(Date.now() + inviteDays * 24 * 60 * 60 * 1_000);

/** The wait is up to a day, so it is named. */
function tooManyMails({ code, details }: AppError, email: string): AppError {
  const hours = Math.ceil((details.retryAfterSeconds ?? 3_600) / 3_600);
  const detail = `${email} was invited too often today. Try again in ${hours === 1 ? 'an hour' : `${hours} hours`}.`;
  return new AppError(code, { ...details, detail });
}

/**
 * Whoever sends them, an address that asked for nothing gets few of these mails. If one is refused or the work fails, none is sent and none
 * is counted. Call it before the company is locked: it asks Redis twice for each address.
 */
async function chargeAddresses<T>({ limits }: Platform, companyId: string, emails: readonly string[], send: () => Promise<T>): Promise<T> {
  const taken: ['invites_to_address' | 'invites_of_company_to_address', string][] = [];
  try {
    for (const email of emails) {
      const address = sha256(mailboxOf(email)).toString('base64url');
      for (const [limit, key] of [
        ['invites_of_company_to_address', `${companyId}:${address}`],
        ['invites_to_address', address],
      ] as const) {
        await limits.take(limit, key).catch((error) => {
          throw error instanceof AppError ? tooManyMails(error, email) : error;
        });
        taken.push([limit, key]);
      }
    }
    return await send();
  } catch (error) {
    for (const [limit, key] of taken) await limits.giveBack(limit, key);
    throw error;
  }
}

/** Invites each address once. Addresses of current members are returned and get no mail. */
export async function inviteMembers(
  { platform, actor, transaction }: Ctx,
  emails: readonly string[],
): Promise<{ invited: string[]; alreadyHere: string[] }> {
  const wanted = [...new Set(emails)];
  await platform.limits.take('invites', actor.companyId, wanted.length);
  const members = await transaction((tx) => findMembersAmong(tx, wanted));
  const charged = wanted.filter((email) => !members.includes(email));
  const send = () =>
    transaction(async (tx) => {
      await lockCompanyAsOwner(tx, actor);
      const alreadyHere = await findMembersAmong(tx, wanted);
      const invited = wanted.filter((email) => !alreadyHere.includes(email));
      for (const email of invited) await inviteOne(tx, actor.userId, email);
      if (invited.length > 0) tx.publish({ type: 'team.changed' });
      return { invited, alreadyHere };
    });
  return chargeAddresses(platform, actor.companyId, charged, send);
}

async function inviteOne(tx: TenantTx, invitedBy: string, email: string): Promise<void> {
  // Inviting an address that is invited already renews the invite, so each address has one open invite.
  const renewed = await renew(tx, invitedBy, email);
  const id = renewed?.id ?? uuidv7();
  if (!renewed) {
    await tx.db.insertInto('invite_directory').values({ id, invites_to: tx.companyId }).execute();
    await tx.db
      .insertInto('invitations')
      .values({ company_id: tx.companyId, id, email, invited_by: invitedBy, expires_at: expiresAt() })
      .execute();
  }
  await sendInvitation(tx, { companyId: tx.companyId, invitationId: id });
  // Only the id is logged: an address in the log would have to be erased when the person deletes their account.
  tx.audit({ action: 'invite.sent', actorId: invitedBy, detail: { invitationId: id } });
}

function renew(tx: TenantTx, invitedBy: string, email: string) {
  return tx.db
    .updateTable('invitations')
    .set({ created_at: sql`now()`, version: sql`version + 1`, invited_by: invitedBy, expires_at: expiresAt(), sent_at: null })
    .where('company_id', '=', tx.companyId)
    .where('email', '=', email)
    .where('accepted_at', 'is', null)
    .where('cancelled_at', 'is', null)
    .returning('id')
    .executeTakeFirst();
}

export async function resendInvite({ platform, actor, transaction }: Ctx, email: string): Promise<void> {
  await platform.limits.take('invites', actor.companyId);
  const send = () =>
    transaction(async (tx) => {
      await lockCompanyAsOwner(tx, actor);
      const renewed = await renew(tx, actor.userId, email);
      if (!renewed) throw new AppError('not_found', { detail: 'No invite for this address is waiting.' });
      await sendInvitation(tx, { companyId: tx.companyId, invitationId: renewed.id });
      tx.audit({ action: 'invite.resent', actorId: actor.userId, detail: { invitationId: renewed.id } });
      tx.publish({ type: 'team.changed' });
    });
  return chargeAddresses(platform, actor.companyId, [email], send);
}

export interface TeamLink {
  link: string;
  expiresAt: string;
}

/** The current link, or a new one if there is none. */
export function getTeamLink(ctx: Ctx, tokens: InviteTokens, redirectTo: string): Promise<TeamLink> {
  const target = allowedRedirect(redirectTo, ctx.platform.env.WEB_ORIGINS);
  return ctx.transaction(async (tx) => {
    const current = await findLink(tx);
    if (current) return toLink(tokens, target, current);
    await lockCompanyAsOwner(tx, ctx.actor);
    // Another request may have made it at the same moment.
    return toLink(tokens, target, (await findLink(tx)) ?? (await createLink(tx, ctx.actor.userId)));
  });
}

export function rotateTeamLink(ctx: Ctx, tokens: InviteTokens, redirectTo: string): Promise<TeamLink> {
  const target = allowedRedirect(redirectTo, ctx.platform.env.WEB_ORIGINS);
  return ctx.transaction(async (tx) => {
    await lockCompanyAsOwner(tx, ctx.actor);
    const link = await createLink(tx, ctx.actor.userId);
    tx.audit({ action: 'team_link.rotated', actorId: ctx.actor.userId, detail: {} });
    return toLink(tokens, target, link);
  });
}

function findLink(tx: TenantTx) {
  return tx.db
    .selectFrom('team_links')
    .where('company_id', '=', tx.companyId)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', sql<Date>`now()`)
    .select(['id', 'expires_at'])
    .executeTakeFirst();
}

/** The caller holds the company's lock. */
async function createLink(tx: TenantTx, createdBy: string): Promise<{ id: string; expires_at: Date }> {
  await revokeTeamLink(tx);
  const id = uuidv7();
  await tx.db.insertInto('invite_directory').values({ id, invites_to: tx.companyId }).execute();
  return tx.db
    .insertInto('team_links')
    .values({ company_id: tx.companyId, id, created_by: createdBy, expires_at: expiresAt() })
    .returning(['id', 'expires_at'])
    .executeTakeFirstOrThrow();
}

export async function revokeTeamLink(tx: TenantTx): Promise<void> {
  await tx.db
    .updateTable('team_links')
    .set({ revoked_at: sql`now()` })
    .where('company_id', '=', tx.companyId)
    .where('revoked_at', 'is', null)
    .execute();
}

function toLink(tokens: InviteTokens, target: URL, { id, expires_at }: { id: string; expires_at: Date }): TeamLink {
  target.searchParams.set('inviteToken', tokens.issue(id, 1));
  return { link: target.href, expiresAt: expires_at.toISOString() };
}
