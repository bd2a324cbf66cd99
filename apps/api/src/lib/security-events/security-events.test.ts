import { adminBillingEndpoints } from '@headhaul/contracts/admin-billing';
import { companyEndpoints } from '@headhaul/contracts/company';
import { securityEventDays } from '@headhaul/contracts/constants';
import { dataTransferEndpoints } from '@headhaul/contracts/data-transfer';
import { profileEndpoints } from '@headhaul/contracts/profile';
import { sessionEndpoints } from '@headhaul/contracts/session';
import { teamEndpoints } from '@headhaul/contracts/team';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { keepPartitions } from '../../features/maintenance/maintenance.jobs.ts';
import { forgetPerson } from '../../features/profile/forget-person.jobs.ts';
import { issueCode } from '../../features/session/sign-in.service.ts';
import { addTeammate, invite, memberIdOf } from '../../testing/team.ts';
import { startTestApp, type TestApp, type TestClient } from '../../testing/test-app.ts';
import { runWaitingJobs } from '../../testing/waiting-jobs.ts';
import { challengeOf, randomSecret } from '../auth/crypto.ts';
import { openDatabase } from '../db/database.ts';
import { auditActions } from './security-kinds.ts';
import { securityEventOf } from './security-log.ts';

let api: TestApp;
beforeAll(async () => {
  api = await startTestApp();
});
afterAll(() => api.close());

interface Line {
  kind: string;
  actorId: string | null;
  sessionId: string | null;
  ip: string | null;
  detail: Record<string, unknown>;
}

async function eventsOf({ user: { companyId } }: Pick<TestClient, 'user'>, kind?: string): Promise<Line[]> {
  const { rows } = await api.admin.query<Line>(
    `select kind, actor_id as "actorId", session_id as "sessionId", host(ip) as ip, detail from security_events
     where company_id = $1 and ($2::text is null or kind = $2) order by at, id`,
    [companyId, kind ?? null],
  );
  return rows;
}

const sessionOf = async ({ user }: TestClient) =>
  (await api.admin.query<{ id: string }>(`select id from sessions where user_id = $1 order by created_at desc limit 1`, [user.id])).rows[0]
    ?.id;

describe('actions of the audit log', () => {
  it('are security events when they are about who may do what, who left with what, or what left the company', () => {
    const listed = Object.entries(auditActions).flatMap(([action, kept]) => (kept === null ? [] : [action]));
    expect(listed).toEqual([
      'account.deleted',
      'company.handed_over',
      'email.proven',
      'export.downloaded',
      'export.started',
      'invite.cancelled',
      'invite.resent',
      'invite.sent',
      'mailbox.connected',
      'mailbox.copy_changed',
      'mailbox.disconnected',
      'mailbox.handed_over',
      'mailbox.reconnected',
      'mailbox.shared',
      'mailbox.unshared',
      'member.changed',
      'member.joined',
      'member.left',
      'member.removed',
      'session.authenticated',
      'session.closed',
      'session.confirmed',
      'session.ended',
      'session.opened',
      'session.replayed',
      'team_link.rotated',
      'trash.emptied',
    ]);
  });

  it('take along only what is listed', () => {
    const entry = { action: 'mailbox.copy_changed', actorId: null, detail: { accountId: 'a', cc: 'boss@x.test' } } as const;
    expect(securityEventOf(entry)).toEqual({ kind: 'mailbox.copy_changed', actorId: null, detail: { accountId: 'a' } });
    expect(securityEventOf({ action: 'driver.archived', actorId: null, detail: { name: 'Luis' } })).toBeNull();
    expect(securityEventOf({ action: 'probe.marked', actorId: null, detail: {} })).toBeNull();
  });
});

describe('a security event', () => {
  it('says who, in which session and from which address, with what it came from', async () => {
    const owner = await api.signUp();
    const mate = await addTeammate(api, owner);
    const sessionId = await sessionOf(owner);
    await owner.call(teamEndpoints.changeTeamMember, {
      params: { id: await memberIdOf(owner, mate.user.email) },
      body: { canManageBilling: true },
    });
    expect(await eventsOf(owner, 'member.changed')).toEqual([
      {
        kind: 'member.changed',
        actorId: owner.user.id,
        sessionId,
        ip: expect.stringMatching(/^(127\.0\.0\.1|::1)$/),
        detail: { userId: mate.user.id, canManageBilling: true },
      },
    ]);
    const opened = await eventsOf(owner, 'session.opened');
    expect(opened[0]).toMatchObject({ actorId: owner.user.id, ip: expect.any(String), detail: { sessionId, audience: 'web' } });
  });

  it('is not there when what it came from was taken back', async () => {
    const owner = await api.signUp();
    const before = await eventsOf(owner);
    const { companyId } = owner.user;
    await expect(
      api.platform.db.withTenant(companyId, async (tx) => {
        tx.audit({ action: 'export.started', actorId: owner.user.id, detail: {} });
        tx.noteSecurity({ kind: 'my_data.downloaded', actorId: owner.user.id, detail: {} });
        throw new Error('no');
      }),
    ).rejects.toThrow('no');
    expect(await eventsOf(owner)).toEqual(before);
  });

  it('is one line of the log, which names nobody', async () => {
    const lines: unknown[] = [];
    const owner = await api.signUp();
    const db = openDatabase(
      api.databaseUrl('app'),
      { DATABASE_POOL_SIZE: 2, DATABASE_ENGINE: 'postgres' },
      { tracing: api.platform.tracing, onPublished: () => {}, onSecurityEvent: (...line) => lines.push(line) },
    );
    const origin = { ip: '203.0.113.18', sessionId: null };
    await db.cameFrom(origin).withTenant(owner.user.companyId, async (tx) => {
      tx.audit({ action: 'invite.sent', actorId: owner.user.id, detail: { invitationId: 'i', email: 'a@b.test' } });
      tx.audit({ action: 'driver.archived', actorId: owner.user.id, detail: { name: 'Luis' } });
    });
    await db.close();
    expect(lines).toEqual([[{ kind: 'invite.sent', actorId: owner.user.id, detail: { invitationId: 'i' } }, owner.user.companyId, origin]]);
  });

  it.each(['app', 'worker'] as const)('can’t be changed or deleted by the %s', async (role) => {
    const owner = await api.signUp();
    const db = role === 'app' ? api.platform.db : api.openWorker().db;
    const { companyId } = owner.user;
    const refused = { code: '42501' };
    await expect(db.withTenant(companyId, (tx) => tx.db.deleteFrom('security_events').execute())).rejects.toMatchObject(refused);
    const change = db.withTenant(companyId, (tx) => tx.db.updateTable('security_events').set({ kind: 'no.kind' }).execute());
    await expect(change).rejects.toMatchObject(refused);
  });

  it('goes after 400 days, and not before', async () => {
    const [old, young] = [securityEventDays + 2, securityEventDays - 2];
    const worker = api.openWorker();
    const dayAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);
    for (const days of [old, young]) {
      const [from, to] = [dayAgo(days), dayAgo(days - 1)];
      await api.admin.query(
        `create table security_events_${from.replaceAll('-', '')} partition of security_events for values from ('${from}Z') to ('${to}Z')`,
      );
      await api.admin.query(`select protect_tenant_table('security_events_${from.replaceAll('-', '')}')`);
    }
    await worker.db.transaction((db) => keepPartitions({ db }, {}));
    await runWaitingJobs(api, worker, keepPartitions);
    const left = async (days: number) =>
      (await api.admin.query(`select to_regclass('security_events_${dayAgo(days).replaceAll('-', '')}') as name`)).rows[0].name;
    expect([await left(old), await left(young)]).toEqual([null, expect.any(String)]);
  });
});

describe('what left the company', () => {
  it('is noted: the company’s archive, loads as a table, one’s own data', async () => {
    const owner = await api.signUp();
    await owner.call(dataTransferEndpoints.startCompanyExport, {});
    await (await owner.fetch('/api/loads/export?format=csv')).arrayBuffer();
    await (await owner.fetch('/api/users/me/export')).arrayBuffer();
    const kinds = (await eventsOf(owner)).map(({ kind }) => kind);
    expect(kinds).toEqual(expect.arrayContaining(['export.started', 'loads.downloaded', 'my_data.downloaded']));
  });
});

describe('what was refused', () => {
  it('is noted by endpoint and status, a few times a minute for one person', async () => {
    const owner = await api.signUp();
    const mate = await addTeammate(api, owner);
    for (let asked = 0; asked < 25; asked += 1) {
      await expect(mate.call(companyEndpoints.listAudit, { query: {} })).rejects.toMatchObject({ problem: { status: 403 } });
    }
    const noted = await eventsOf(owner, 'request.refused');
    expect(noted).toHaveLength(20);
    expect(noted[0]).toMatchObject({ actorId: mate.user.id, detail: { endpoint: 'GET /companies/myCompany/audit-log', status: 403 } });
    // The owner has a separate limit.
    await expect(owner.call(adminBillingEndpoints.getAdminBilling, {})).rejects.toMatchObject({ problem: { status: 404 } });
    expect(await eventsOf(owner, 'request.refused')).toHaveLength(21);
  });

  it('is noted when a code is redeemed twice or by another client; a code of nobody leaves no line', async () => {
    const owner = await api.signUp();
    const verifier = randomSecret();
    const person = { userId: owner.user.id, companyId: owner.user.companyId, isFirstLogin: false };
    const proof = { authenticatedAt: null, hasSecondFactor: false, isConfirmation: false };
    const bound = { audience: 'web', challenge: challengeOf(verifier), parentSessionId: null, ...proof } as const;
    const code = await issueCode(api.platform.db.global, person, bound);
    await expect(api.redeem(code, randomSecret())).rejects.toMatchObject({ problem: { code: 'invalid_code' } });
    await api.redeem(code, verifier);
    await expect(api.redeem(code, verifier)).rejects.toMatchObject({ problem: { code: 'invalid_code' } });
    await expect(api.redeem(randomSecret(), verifier)).rejects.toMatchObject({ problem: { code: 'invalid_code' } });
    const noted = await eventsOf(owner, 'sign_in.refused');
    expect(noted.map(({ detail }) => detail)).toEqual([{ reason: 'wrong_client' }, { reason: 'used' }]);
    expect(noted[0]).toMatchObject({ actorId: owner.user.id, ip: expect.any(String) });
  });

  it('is noted when a refresh token comes without its cookie', async () => {
    const owner = await api.signUp();
    const response = await api.fetch('/api/auth/refresh-token', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ refreshToken: owner.token.refreshToken }),
    });
    expect(response.status).toBe(401);
    expect(await eventsOf(owner, 'refresh.refused')).toMatchObject([
      { actorId: owner.user.id, detail: { sessionId: await sessionOf(owner), reason: 'no_cookie' } },
    ]);
  });
});

describe('what staff read', () => {
  it('is noted in the staff’s own company, with the endpoint', async () => {
    const staff = await api.signUp();
    await api.admin.query(`update users set role = 'ADMIN' where id = $1`, [staff.user.id]);
    const again = await api.signUp(staff.user.email);
    await again.call(adminBillingEndpoints.getAdminBilling, {});
    expect(await eventsOf(staff, 'staff.read')).toMatchObject([{ actorId: staff.user.id, detail: { endpoint: 'GET /admin/billing' } }]);
  });
});

describe('a person who deleted the account', () => {
  it('leaves ids behind, and no address', async () => {
    const owner = await api.signUp();
    const mate = await addTeammate(api, owner);
    await mate.call(profileEndpoints.deleteAccount, { body: { email: mate.user.email } });
    await runWaitingJobs(api, api.openWorker(), forgetPerson);
    const events = await eventsOf(owner);
    const theirs = events.filter(({ actorId }) => actorId === mate.user.id);
    expect(theirs.map(({ kind }) => kind)).toContain('account.deleted');
    expect(theirs.filter(({ ip }) => ip !== null)).toEqual([]);
    expect(events.some(({ actorId, ip }) => actorId === owner.user.id && ip !== null)).toBe(true);
  });
});

describe('the team’s changes', () => {
  it('are noted: invited, joined, removed, handed over, signed out', async () => {
    const owner = await api.signUp();
    const [heir, other] = [await addTeammate(api, owner), await addTeammate(api, owner)];
    await invite(api, owner, 'later@events.test');
    await owner.call(teamEndpoints.removeTeamMember, { params: { id: await memberIdOf(owner, other.user.email) } });
    await owner.call(teamEndpoints.makeOwner, { params: { id: await memberIdOf(owner, heir.user.email) } });
    await owner.call(sessionEndpoints.logout, {});
    const kinds = (await eventsOf(owner)).map(({ kind }) => kind);
    expect(kinds).toEqual(
      expect.arrayContaining(['invite.sent', 'member.joined', 'member.removed', 'company.handed_over', 'session.closed']),
    );
  });
});
