import { sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import type { Database, TenantTx } from '../../lib/db/database.ts';

interface Office {
  companyId: string;
  ownerId: string;
  dispatcherId: string;
  /** The company the dispatcher got when signing up. */
  ownCompanyId: string;
}

const colleagues = [
  { name: 'Terrell', familyName: 'Brooks', email: 'terrell@bluffline.example', canManageBilling: false, lastActiveHoursAgo: 1 },
  { name: 'Joanna', familyName: 'Pike', email: 'joanna@bluffline.example', canManageBilling: true, lastActiveHoursAgo: 5 },
  { name: 'Luis', familyName: 'Ortega', email: 'luis@bluffline.example', canManageBilling: false, lastActiveHoursAgo: 26 },
  { name: 'Mei', familyName: 'Tran', email: 'mei@bluffline.example', canManageBilling: false, lastActiveHoursAgo: 24 * 9 },
];

const waiting = [
  { email: 'dana.whitlock@bluffline.example', invitedDaysAgo: 1, expiresInDays: 13 },
  { email: 'cole.ramsey@plainsdispatch.example', invitedDaysAgo: 19, expiresInDays: -5 },
];

/** The people around the demo owner, so that the team page shows an office at work. */
export async function seedTeam(db: Database, office: Office): Promise<void> {
  const isNew = await db.withTenant(office.companyId, async (tx) => {
    const joined = await tx.db
      .selectFrom('memberships')
      .where('company_id', '=', tx.companyId)
      .where('user_id', '=', office.dispatcherId)
      .select('id')
      .executeTakeFirst();
    if (joined) return false;
    await addMember(tx, office.dispatcherId, false);
    await addPastSession(tx, office.dispatcherId, 2);
    await tx.db.updateTable('users').set({ current_company_id: tx.companyId }).where('id', '=', office.dispatcherId).execute();
    for (const colleague of colleagues) await addColleague(tx, colleague);
    for (const invite of waiting) await addInvite(tx, office.ownerId, invite);
    return true;
  });
  if (!isNew) return;
  await db.withTenant(office.ownCompanyId, (tx) =>
    tx.db.updateTable('companies').set({ archived_at: sql`now()` }).where('company_id', '=', tx.companyId).execute(),
  );
}

async function addMember(tx: TenantTx, userId: string, canManageBilling: boolean): Promise<void> {
  await tx.db
    .insertInto('memberships')
    .values({ company_id: tx.companyId, id: uuidv7(), user_id: userId, role: 'member', can_manage_billing: canManageBilling })
    .execute();
  await tx.db.insertInto('user_companies').values({ user_id: userId, member_of: tx.companyId }).execute();
  tx.audit({ action: 'member.joined', actorId: userId, detail: {} });
}

/** A teammate to show in lists. Nobody can sign in as them, because no provider knows them. */
async function addColleague(tx: TenantTx, { name, familyName, email, canManageBilling, lastActiveHoursAgo }: (typeof colleagues)[number]) {
  const userId = uuidv7();
  await tx.db
    .insertInto('users')
    .values({
      id: userId,
      email,
      name,
      family_name: familyName,
      role: 'DISPATCHER',
      current_company_id: tx.companyId,
      email_proven_at: new Date(),
    })
    .execute();
  await addMember(tx, userId, canManageBilling);
  await addPastSession(tx, userId, lastActiveHoursAgo);
}

/** The session has ended, so it gives no access. It only shows when the person was last active. */
async function addPastSession(tx: TenantTx, userId: string, hoursAgo: number): Promise<void> {
  const at = new Date(Date.now() - hoursAgo * 60 * 60 * 1_000);
  await tx.db
    .insertInto('sessions')
    .values({
      id: uuidv7(),
      user_id: userId,
      current_company_id: tx.companyId,
      audience: 'extension',
      current_hash: Buffer.alloc(32),
      created_at: at,
      rotated_at: at,
      expires_at: at,
      revoked_at: at,
      revoke_reason: 'logout',
    })
    .execute();
}

async function addInvite(tx: TenantTx, invitedBy: string, { email, invitedDaysAgo, expiresInDays }: (typeof waiting)[number]) {
  const id = uuidv7();
  const daysFromNow = (days: number) => new Date(Date.now() + days * 24 * 60 * 60 * 1_000);
  const sentAt = daysFromNow(-invitedDaysAgo);
  await tx.db.insertInto('invite_directory').values({ id, invites_to: tx.companyId }).execute();
  await tx.db
    .insertInto('invitations')
    .values({
      company_id: tx.companyId,
      id,
      email,
      invited_by: invitedBy,
      created_at: sentAt,
      sent_at: sentAt,
      expires_at: daysFromNow(expiresInDays),
    })
    .execute();
  tx.audit({ action: 'invite.sent', actorId: invitedBy, detail: { invitationId: id } });
}
