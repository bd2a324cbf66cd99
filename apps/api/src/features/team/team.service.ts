import type { TeamMember, TeamPage } from '@headhaul/contracts/team';
import { sql } from 'kysely';
import { z } from 'zod';
import { lockCompanyAsOwner } from '../../lib/auth/company-lock.ts';
import type { TenantTx } from '../../lib/db/database.ts';
import { AppError } from '../../lib/errors.ts';
import { decodeCursor, encodeCursor } from '../../lib/http/cursor.ts';
import type { Ctx } from '../../lib/http/guards.ts';
import { sendOwnerChange } from './owner-change.jobs.ts';

interface TeamQuery {
  search?: string | undefined;
  cursor?: string | undefined;
  limit: number;
}

interface TeamRow {
  id: string;
  sort: string;
  state: TeamMember['state'];
  email: string;
  name: string;
  family_name: string;
  role: 'owner' | 'member';
  can_manage_billing: boolean;
  user_id: string | null;
  last_active_at: Date | null;
  invited_by: string | null;
  invited_at: Date | null;
  expires_at: Date | null;
}

/** Owner first, then people by name, then invites by address. It is one list with one order, so that one cursor is enough. */
export function listTeam({ actor, transaction }: Ctx, { search, cursor, limit }: TeamQuery): Promise<TeamPage> {
  const after = cursor === undefined ? '' : decodeCursor(cursor, z.tuple([z.string()]))[0];
  const pattern = search ? `%${search.replace(/[\\%_]/g, '\\$&')}%` : null;
  return transaction(async (tx) => {
    const { rows } = await sql<TeamRow>`
      with team as (
        select m.id, (case m.role when 'owner' then '0' else '1' end) || lower(u.name || ' ' || u.family_name) || m.id as sort, 'working' as state, u.email, u.name,
          u.family_name, m.role::text as role, m.can_manage_billing, m.user_id,
          null::text as invited_by, null::timestamptz as invited_at, null::timestamptz as expires_at
        from memberships m join users u on u.id = m.user_id
        where m.company_id = ${tx.companyId} and m.removed_at is null
        union all
        select i.id, '2' || i.email || i.id, case when i.expires_at > now() then 'invited' else 'expired' end, i.email, '', '', 'member', false, null,
          case when u.deleted_at is null then coalesce(nullif(u.name, ''), u.email) end, i.created_at, i.expires_at
        from invitations i join users u on u.id = i.invited_by
        where i.company_id = ${tx.companyId} and i.accepted_at is null and i.cancelled_at is null)
      select page.*, seen.last_active_at
      from (select * from team
        where sort > ${after} and (${pattern}::text is null or email ilike ${pattern} or name || ' ' || family_name ilike ${pattern})
        order by sort limit ${limit + 1}) page
      cross join lateral (select max(s.rotated_at) as last_active_at from sessions s
        where s.user_id = page.user_id and s.current_company_id = ${tx.companyId}) seen
      order by page.sort`.execute(tx.db);
    const page = rows.slice(0, limit);
    const last = rows.length > limit ? page.at(-1) : undefined;
    return {
      members: page.map((row) => toMember(row, actor.userId)),
      nextCursor: last ? encodeCursor([last.sort]) : null,
      ...(await countTeam(tx)),
    };
  });
}

function toMember(row: TeamRow, userId: string): TeamMember {
  return {
    id: row.id,
    userId: row.user_id,
    state: row.state,
    email: row.email,
    name: row.name,
    familyName: row.family_name,
    role: row.role,
    canManageBilling: row.can_manage_billing,
    isYou: row.user_id === userId,
    lastActiveAt: row.last_active_at?.toISOString() ?? null,
    invitedBy: row.invited_by,
    invitedAt: row.invited_at?.toISOString() ?? null,
    expiresAt: row.expires_at?.toISOString() ?? null,
  };
}

/** A team is a handful of rows: counting them is cheap. */
async function countTeam(tx: TenantTx): Promise<{ working: number; invited: number; seats: number }> {
  const { rows } = await sql<{ working: number; invited: number; seats: number }>`
    select (select count(*)::int from memberships where company_id = ${tx.companyId} and removed_at is null) as working,
      (select count(*)::int from invitations where company_id = ${tx.companyId} and accepted_at is null and cancelled_at is null) as invited,
      (select seats from companies where company_id = ${tx.companyId}) as seats`.execute(tx.db);
  return rows[0] ?? { working: 0, invited: 0, seats: 0 };
}

export function findMember(tx: TenantTx, id: string) {
  return tx.db
    .selectFrom('memberships')
    .where('company_id', '=', tx.companyId)
    .where('id', '=', id)
    .where('removed_at', 'is', null)
    .select(['id', 'user_id', 'role'])
    .executeTakeFirst();
}

export function changeMember({ actor, transaction }: Ctx, id: string, canManageBilling: boolean): Promise<void> {
  return transaction(async (tx) => {
    await lockCompanyAsOwner(tx, actor);
    const member = await findMember(tx, id);
    if (!member) throw new AppError('not_found');
    if (member.role === 'owner') throw new AppError('not_allowed', { detail: 'The owner always manages billing.' });
    await tx.db
      .updateTable('memberships')
      .set({ can_manage_billing: canManageBilling })
      .where('company_id', '=', tx.companyId)
      .where('id', '=', id)
      .execute();
    tx.audit({ action: 'member.changed', actorId: actor.userId, detail: { userId: member.user_id, canManageBilling } });
    tx.publish({ type: 'team.changed' });
  });
}

export function makeOwner({ actor, transaction }: Ctx, id: string): Promise<void> {
  return transaction(async (tx) => {
    await lockCompanyAsOwner(tx, actor);
    const member = await findMember(tx, id);
    if (!member) throw new AppError('not_found');
    if (member.user_id === actor.userId) return;
    // Demote the old owner first, so that there are never two owners.
    await tx.db
      .updateTable('memberships')
      .set({ role: 'member', can_manage_billing: false })
      .where('company_id', '=', tx.companyId)
      .where('role', '=', 'owner')
      .where('removed_at', 'is', null)
      .execute();
    await tx.db
      .updateTable('memberships')
      .set({ role: 'owner', can_manage_billing: true })
      .where('company_id', '=', tx.companyId)
      .where('id', '=', id)
      .execute();
    const change = { companyId: tx.companyId, formerId: actor.userId, ownerId: member.user_id, at: new Date().toISOString() };
    for (const to of ['new', 'former'] as const) await sendOwnerChange(tx, { ...change, to });
    tx.audit({ action: 'company.handed_over', actorId: actor.userId, detail: { userId: member.user_id } });
    tx.publish({ type: 'team.changed' });
  });
}
