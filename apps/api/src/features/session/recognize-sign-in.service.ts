import { type Kysely, sql } from 'kysely';
import type { TenantTx } from '../../lib/db/database.ts';
import type { DB } from '../../lib/db/generated.ts';
import { sendNewSignInNotice } from './new-sign-in.jobs.ts';

/** What sign-ins are told apart by. */
export interface SignInOrigin {
  userAgent: string;
  ip: string | null;
  place: string | null;
  /** Hash of the browser's device cookie, which stays after a sign-out. */
  deviceHash: Buffer;
}

interface NewSession {
  id: string;
  userId: string;
  isExtension: boolean;
}

const daysWithoutObjection = 7;
/** Mails per person. Somebody who signs in to their account again and again must not flood the mailbox. */
const noticesPerHour = 5;

/**
 * A session is trusted if nothing about it was new, if somebody confirmed it, or if nobody objected for a week. Without the week, a
 * person who lost their only known device would never be recognized again.
 */
export const isTrustedSession = sql`(s.answered_at is not null or not (s.is_new_device or s.is_new_place)
  or (s.created_at < now() - make_interval(days => ${daysWithoutObjection}) and coalesce(s.revoke_reason not in ('ended', 'replay'), true)))`;

/**
 * Stores where a session came from, and whether the device or the place is new for this person. It is compared with earlier
 * sessions: a first sign-in is not new, and no place is new if none is known. A device that nobody confirmed stays unknown. The
 * extension shares the device of the browser it was signed in from.
 */
export async function recognizeSignIn(tx: TenantTx, { id, userId, isExtension }: NewSession, origin: SignInOrigin): Promise<void> {
  const { ip, place, deviceHash } = origin;
  const news = isExtension ? null : await findNews(tx.db, id, userId, origin);
  await tx.db
    .updateTable('sessions')
    .set({
      ip,
      last_ip: ip,
      place,
      ...(news ? { device_hash: deviceHash, is_new_device: news.isNewDevice, is_new_place: news.isNewPlace } : {}),
    })
    .where('id', '=', id)
    .execute();
  if (await isAnybodyIn(tx, id)) tx.publish({ type: 'sign-ins.changed' });
  if (!news || !(news.isNewDevice || news.isNewPlace)) return;
  const { isNewDevice, isNewPlace } = news;
  tx.noteSecurity({ kind: 'sign_in.unusual', actorId: userId, detail: { sessionId: id, isNewDevice, isNewPlace } });
  if (news.unusualLately < noticesPerHour) await sendNewSignInNotice(tx, { companyId: tx.companyId, sessionId: id });
}

async function findNews(db: Kysely<DB>, id: string, userId: string, { place, deviceHash }: SignInOrigin) {
  const { rows } = await sql<{
    hasDevices: boolean;
    isKnownDevice: boolean;
    hasPlaces: boolean;
    isKnownPlace: boolean;
    unusualLately: number;
  }>`
    select coalesce(bool_or(device_hash is not null), false) as "hasDevices",
      coalesce(bool_or(device_hash = ${deviceHash} and is_known), false) as "isKnownDevice",
      coalesce(bool_or(place is not null), false) as "hasPlaces",
      coalesce(bool_or(place = ${place} and is_known), false) as "isKnownPlace",
      count(*) filter (where is_unusual and created_at > now() - interval '1 hour')::int as "unusualLately"
    from (select s.device_hash, s.place, s.created_at, s.is_new_device or s.is_new_place as is_unusual, ${isTrustedSession} as is_known
      from sessions s where s.user_id = ${userId} and s.id <> ${id} and s.audience = 'web') earlier`.execute(db);
  const [seen] = rows;
  if (!seen) throw new Error('a count gave no row');
  return {
    isNewDevice: seen.hasDevices && !seen.isKnownDevice,
    isNewPlace: place !== null && seen.hasPlaces && !seen.isKnownPlace,
    unusualLately: seen.unusualLately,
  };
}

/** If nobody else is signed in, there is no screen to update. */
async function isAnybodyIn(tx: TenantTx, exceptId: string): Promise<boolean> {
  const { rows } = await sql`
    select from memberships m join sessions s on s.user_id = m.user_id
    where m.company_id = ${tx.companyId} and m.removed_at is null and s.current_company_id = ${tx.companyId} and s.revoked_at is null
      and s.id <> ${exceptId} limit 1`.execute(tx.db);
  return rows.length > 0;
}

/** Stores where a session is used from now. Most refreshes come from the same address and write nothing. */
export async function noteAddress(db: Kysely<DB>, sessionId: string, ip: string | null, place: string | null): Promise<void> {
  if (ip === null) return;
  await db
    .updateTable('sessions')
    .set({ last_ip: ip, place })
    .where('id', '=', sessionId)
    .where('revoked_at', 'is', null)
    .where('last_ip', 'is distinct from', ip)
    .execute();
}
