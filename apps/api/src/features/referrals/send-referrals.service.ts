import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import type { TenantTx } from '../../lib/db/database.ts';
import type { DB } from '../../lib/db/generated.ts';
import { AppError } from '../../lib/errors.ts';
import type { Ctx } from '../../lib/http/guards.ts';
import { findMembersAmong } from '../team/membership.service.ts';
import type { ReferralHashes } from './referral-address.ts';
import { dayMs, mailsBeforeFirstLoadInDay, mailsPerCompanyInDay, monthDays, remindAfterDays, writesInMonth } from './referral-limits.ts';
import { lockReferrals } from './referral-lock.ts';
import { sendReferralMail } from './referrals.jobs.ts';

/** The answer is the same whether or not an address has an account, so nobody can find out who is a customer. */
export function sendReferrals(
  { actor, transaction }: Ctx,
  hashes: ReferralHashes,
  emails: readonly string[],
): Promise<{ invited: string[]; alreadyInvited: string[] }> {
  const wanted = [...new Set(emails)];
  return transaction(async (tx) => {
    await lockReferrals(tx);
    const known = await findKnown(tx, wanted);
    const fresh = wanted.filter((email) => !known.has(email));
    await refuseOverDay(tx, fresh.length);
    const invited = await noteWrites(tx.db, hashes, fresh);
    for (const email of invited) await inviteOne(tx, actor.userId, email);
    if (invited.length > 0) {
      tx.audit({ action: 'referral.sent', actorId: actor.userId, detail: { invites: invited.length } });
      tx.publish({ type: 'referrals.changed' });
    }
    return { invited, alreadyInvited: wanted.filter((email) => !invited.includes(email)) };
  });
}

/** Addresses that have a referral here or work here. The company knows both anyway. */
async function findKnown(tx: TenantTx, emails: readonly string[]): Promise<Set<string>> {
  const invited = await tx.db
    .selectFrom('referrals')
    .where('company_id', '=', tx.companyId)
    .where('email', 'in', emails)
    .select('email')
    .execute();
  return new Set([...invited.map(({ email }) => email ?? ''), ...(await findMembersAmong(tx, emails))]);
}

async function refuseOverDay(tx: TenantTx, more: number): Promise<void> {
  const { rows } = await sql<{ mails: number; hasLoad: boolean }>`
    select (count(*) filter (where email is not null and created_at > now() - interval '1 day')
      + count(*) filter (where reminded_at > now() - interval '1 day'))::int as mails,
      exists (select from loads where company_id = ${tx.companyId}) as "hasLoad"
    from referrals where company_id = ${tx.companyId}`.execute(tx.db);
  const { mails = 0, hasLoad = false } = rows[0] ?? {};
  const most = hasLoad ? mailsPerCompanyInDay : mailsBeforeFirstLoadInDay;
  if (mails + more <= most) return;
  const detail = hasLoad
    ? `A company can send ${most} invites a day. Please try again tomorrow.`
    : `A company can send ${most} invites a day until it has its first load. Your own link has no such limit.`;
  throw new AppError('too_many_requests', { detail });
}

/**
 * Returns the addresses that may get one more mail, and records that mail. They are locked in the order of their hashes, so that
 * two companies that invite the same people don't deadlock.
 */
async function noteWrites(db: Kysely<DB>, hashes: ReferralHashes, emails: readonly string[]): Promise<string[]> {
  const noted: string[] = [];
  const ordered = emails
    .map((email) => ({ email, hash: hashes.ofAddress(email) }))
    .sort((one, other) => Buffer.compare(one.hash, other.hash));
  for (const { email, hash } of ordered) {
    await db
      .insertInto('referral_addresses')
      .values({ address_hash: hash })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    const row = await db
      .selectFrom('referral_addresses')
      .where('address_hash', '=', hash)
      .forUpdate()
      .select('written_at')
      .executeTakeFirstOrThrow();
    const recent = row.written_at.filter((at) => at.getTime() > Date.now() - monthDays * dayMs);
    if (recent.length >= writesInMonth) continue;
    await db
      .updateTable('referral_addresses')
      .set({ written_at: [...recent, new Date()] })
      .where('address_hash', '=', hash)
      .execute();
    noted.push(email);
  }
  return emails.filter((email) => noted.includes(email));
}

async function inviteOne(tx: TenantTx, invitedBy: string, email: string): Promise<void> {
  const id = uuidv7();
  await tx.db.insertInto('invite_directory').values({ id, invites_to: tx.companyId }).execute();
  await tx.db.insertInto('referrals').values({ company_id: tx.companyId, id, invited_by: invitedBy, email }).execute();
  await sendReferralMail(tx, { companyId: tx.companyId, referralId: id, kind: 'invite' });
}

/** Whether a reminder may be sent: the invite is still open, and its last mail is old enough. */
export function canRemind(row: {
  email: string | null;
  created_at: Date;
  reminded_at: Date | null;
  joined_at: Date | null;
  exclusion: string | null;
}): boolean {
  const lastWrite = row.reminded_at ?? row.created_at;
  const isWaiting = row.email !== null && row.joined_at === null && row.exclusion === null;
  return isWaiting && lastWrite.getTime() <= Date.now() - remindAfterDays * dayMs;
}

export function remindReferral({ actor, transaction }: Ctx, hashes: ReferralHashes, id: string): Promise<void> {
  return transaction(async (tx) => {
    await lockReferrals(tx);
    const row = await tx.db
      .selectFrom('referrals')
      .where('company_id', '=', tx.companyId)
      .where('id', '=', id)
      .select(['email', 'created_at', 'reminded_at', 'joined_at', 'exclusion'])
      .executeTakeFirstOrThrow(() => new AppError('not_found'));
    if (row.email === null || !canRemind(row)) {
      const isAnswered = row.email === null || row.joined_at !== null || row.exclusion !== null;
      const detail = isAnswered ? 'This invite was answered already.' : `You can remind once in ${remindAfterDays} days.`;
      throw new AppError('move_not_allowed', { detail });
    }
    await refuseOverDay(tx, 1);
    const noted = await noteWrites(tx.db, hashes, [row.email]);
    if (noted.length === 0) throw new AppError('move_not_allowed', { detail: 'This address was invited too often this month.' });
    await tx.db
      .updateTable('referrals')
      .set({ reminded_at: sql`now()` })
      .where('company_id', '=', tx.companyId)
      .where('id', '=', id)
      .execute();
    await sendReferralMail(tx, { companyId: tx.companyId, referralId: id, kind: 'reminder' });
    tx.audit({ action: 'referral.reminded', actorId: actor.userId, detail: { referralId: id } });
    tx.publish({ type: 'referrals.changed' });
  });
}
