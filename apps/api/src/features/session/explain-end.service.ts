import type { SessionEnd } from '@headhaul/contracts/session-end';
import type { SessionEndReason } from '@headhaul/domain/sign-ins/session-end-reasons';
import { readOpenCompanyName } from '../../lib/db/company-name.ts';
import type { Database } from '../../lib/db/database.ts';
import type { RevokeReason } from '../../lib/db/generated.ts';

/** A session that somebody ended, as its row says. */
export interface RevokedFamily {
  user_id: string;
  current_company_id: string;
  revoke_reason: RevokeReason | null;
  revoked_at: Date;
  ended_by: string | null;
}

/**
 * Why the session ended, for its person. Nothing for a sign-out, which the person knows, for a replayed token, about which a mail was
 * sent, and for a session that made room for a newer one.
 */
function readReason({ revoke_reason: reason, ended_by: by, user_id: userId }: RevokedFamily): SessionEndReason | undefined {
  if (reason === 'removed' || reason === 'left' || reason === 'deleted') return reason;
  if (reason !== 'ended' || by === null) return undefined;
  return by === userId ? 'ended_by_you' : 'ended_by_owner';
}

export async function explainEnd(db: Database, family: RevokedFamily): Promise<SessionEnd | undefined> {
  const reason = readReason(family);
  if (reason === undefined) return undefined;
  const { user_id: userId, ended_by: endedBy } = family;
  const told = { reason, at: family.revoked_at.toISOString(), companyName: null, byName: null, worksElsewhere: false };
  if (reason === 'deleted') return told;
  const companyName = (await db.withTenant(family.current_company_id, readOpenCompanyName)) ?? null;
  const byName = endedBy === null || endedBy === userId ? null : await readFirstName(db, endedBy);
  const hasGone = reason === 'removed' || reason === 'left';
  return { ...told, companyName, byName, worksElsewhere: hasGone && (await worksElsewhere(db, userId)) };
}

async function readFirstName(db: Database, userId: string): Promise<string | null> {
  const person = await db.global
    .selectFrom('users')
    .where('id', '=', userId)
    .where('deleted_at', 'is', null)
    .select('name')
    .executeTakeFirst();
  return person?.name.trim() || null;
}

/** Few people work in more than one company. A longer list is not read to its end. */
const companiesRead = 5;

/** Whether the next sign-in opens another team. A company that was put away for a team counts as the person's own new one. */
async function worksElsewhere(db: Database, userId: string): Promise<boolean> {
  const memberOf = await db.global
    .selectFrom('user_companies')
    .where('user_id', '=', userId)
    .orderBy('member_of')
    .limit(companiesRead)
    .select('member_of')
    .execute();
  for (const { member_of: companyId } of memberOf) if ((await db.withTenant(companyId, readOpenCompanyName)) !== undefined) return true;
  return false;
}
