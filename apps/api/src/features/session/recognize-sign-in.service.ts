import { type Kysely, sql } from 'kysely';
import type { TenantTx } from '../../lib/db/database.ts';
import type { DB } from '../../lib/db/generated.ts';
import { sendNewSignInNotice } from './new-sign-in.jobs.ts';

/** What a sign-in is told apart by. */
export interface SignInOrigin {
  userAgent: string;
  ip: string | null;
  place: string | null;
  /** Of the browser's own cookie, which outlives sign-outs. */
  deviceHash: Buffer;
}

interface NewSession {
  id: string;
  userId: string;
  isExtension: boolean;
}

const daysWithoutObjection = 7;
/** Of one person. Whoever signs in without end with their account fills no mailbox by it. */
const noticesPerHour = 5;

/**
 * Nothing was new about it, somebody answered for it, or nobody objected for a week: who has lost the only device they were known by would never be
 * known again.
 */
export const isTrustedSession = sql`(s.answered_at is not null or not (s.is_new_device or s.is_new_place)
  or (s.created_at < now() - make_interval(days => ${daysWithoutObjection}) and coalesce(s.revoke_reason not in ('ended', 'replay'), true)))`;

/**
 * Keeps where a session came from, and whether this person was never seen on this device or in this place. Compared with what is known: a first
 * sign-in is no news, and neither is a place when we know none. A device that nobody answered for stays unknown. The extension has its device
 * from the browser it was signed in from.
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

/** Whoever is signed in first has nobody to tell. */
async function isAnybodyIn(tx: TenantTx, exceptId: string): Promise<boolean> {
  const { rows } = await sql`
    select from memberships m join sessions s on s.user_id = m.user_id
    where m.company_id = ${tx.companyId} and m.removed_at is null and s.current_company_id = ${tx.companyId} and s.revoked_at is null
      and s.id <> ${exceptId} limit 1`.execute(tx.db);
  return rows.length > 0;
}

/** From where a session is used now. Most refreshes come from the same address and write nothing. */
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
