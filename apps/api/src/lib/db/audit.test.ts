import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';
import { verifyAudit } from './audit.ts';

let api: TestApp;
let companyId: string;
beforeAll(async () => {
  api = await startTestApp();
});
afterAll(() => api.close());
beforeEach(async () => {
  companyId = (await api.signUp()).user.companyId;
});

async function append(count: number): Promise<void> {
  for (let i = 0; i < count; i++) {
    await api.platform.db.withTenant(companyId, async (tx) => tx.audit({ action: 'probe.marked', actorId: null, detail: { i } }));
  }
}

const verify = () => api.platform.db.withTenant(companyId, verifyAudit);

describe('the audit log', () => {
  it('is whole after 200 parallel entries, and while more are written', async () => {
    const before = (await verify()).entries;
    let isWriting = true;
    const writing = Promise.all(Array.from({ length: 20 }, () => append(10))).finally(() => {
      isWriting = false;
    });
    while (isWriting) expect((await verify()).brokenAt).toBeNull();
    await writing;
    expect(await verify()).toEqual({ entries: before + 200, brokenAt: null });
  });

  it('is walked to the end when it is long', async () => {
    await api.platform.db.withTenant(companyId, async (tx) => {
      for (let i = 0; i < 1_050; i++) tx.audit({ action: 'probe.marked', actorId: null, detail: { i } });
    });
    expect((await verify()).entries).toBeGreaterThan(1_050);
    await api.admin.query(`update audit_log set entry = replace(entry, '1040', '1041') where company_id = $1 and entry like '%"i":1040%'`, [
      companyId,
    ]);
    expect((await verify()).brokenAt).toBeGreaterThan(1_040);
  });

  it('keeps nothing of a transaction that was rolled back', async () => {
    const before = await verify();
    await api.platform.db
      .withTenant(companyId, async (tx) => {
        tx.audit({ action: 'probe.undone', actorId: null, detail: {} });
        throw new Error('no');
      })
      .catch(() => {});
    expect(await verify()).toEqual(before);
  });

  it.each(['app', 'worker'] as const)('can be neither changed nor deleted by %s', async (role) => {
    const client = new pg.Client({ connectionString: api.databaseUrl(role) });
    await client.connect();
    await client.query(`set app.company_id = '${companyId}'`);
    try {
      expect((await client.query('select from audit_log')).rowCount).toBeGreaterThan(0);
      for (const statement of [
        `update audit_log set entry = 'x'`,
        'delete from audit_log',
        'truncate audit_log',
        'delete from audit_heads',
      ]) {
        await expect(client.query(statement)).rejects.toMatchObject({ code: '42501' });
      }
    } finally {
      await client.end();
    }
  });

  it.each([
    ['an entry changed', `update audit_log set entry = replace(entry, '"i":1', '"i":9') where company_id = $1 and seq = 4`, 4],
    ['an entry and its hash changed', `update audit_log set entry = 'x', hash = sha256('x') where company_id = $1 and seq = 4`, 4],
    ['an entry taken out', 'delete from audit_log where company_id = $1 and seq = 4', 4],
    ['the last entry taken out', 'delete from audit_log where company_id = $1 and seq = 6', 6],
    ['all entries taken out', 'delete from audit_log where company_id = $1', 1],
    [
      'an entry put in after the last',
      `insert into audit_log (company_id, seq, at, entry, hash)
       select company_id, seq + 1, at, 'x', sha256(hash || 'x') from audit_log where company_id = $1 and seq = 6`,
      8,
    ],
    ['the head set back', 'update audit_heads set seq = seq - 1 where company_id = $1', 7],
  ])('shows %s', async (_name, tamper, brokenAt) => {
    await append(4);
    expect(await verify()).toEqual({ entries: 6, brokenAt: null });
    expect((await api.admin.query(tamper, [companyId])).rowCount).toBeGreaterThan(0);
    expect((await verify()).brokenAt).toBe(brokenAt);
  });
});
