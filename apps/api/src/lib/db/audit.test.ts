import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';
import type { WorkerPlatform } from '../platform.ts';
import { verifyAudit } from './audit.ts';

let api: TestApp;
let worker: WorkerPlatform;
let companyId: string;
beforeAll(async () => {
  api = await startTestApp();
  worker = api.openWorker();
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

const forget = (userId: string) =>
  worker.db.withTenant(companyId, (tx) => sql`select forget_in_audit(${companyId}, ${userId}, 0, 1000)`.execute(tx.db));

async function askToForget(userId: string, words: readonly string[]): Promise<void> {
  await api.admin.query('update users set deleted_at = now() where id = $1', [userId]);
  await api.admin.query(
    `insert into people_to_forget (user_id, named_in, has_worked_there, address, words, own_words) values ($1, $2, true, 'ann@doe.example', $3, $4)`,
    [userId, companyId, words, ['desk@own.example']],
  );
}

/** Adds an entry, the third of the log, with the name of a new person. Returns the id of that person. */
async function nameSomebody(): Promise<string> {
  const { user } = await api.signUp();
  await askToForget(user.id, ['Ann Doe', 'ann@doe.example']);
  await api.platform.db.withTenant(companyId, async (tx) => {
    tx.audit({
      action: 'probe.named',
      actorId: user.id,
      detail: { fileName: 'For ANN DOE.csv', by: 'ann@doe.example', from: 'desk@own.example', id: user.id, rows: 3, none: null },
    });
    tx.audit({ action: 'probe.marked', actorId: null, detail: { i: 1 } });
  });
  return user.id;
}

describe('an entry that names somebody who is forgotten', () => {
  it('loses the words and nothing else, and the chain stays whole', async () => {
    const userId = await nameSomebody();
    const chain = (await api.admin.query('select seq, hash from audit_log where company_id = $1 order by seq', [companyId])).rows;
    await forget(userId);
    const { rows } = await api.admin.query('select seq, entry, hash from audit_log where company_id = $1 order by seq', [companyId]);
    expect(rows.slice(0, chain.length).map(({ seq, hash }) => ({ seq, hash }))).toEqual(chain);
    expect(JSON.parse(rows[2].entry)).toMatchObject({
      action: 'probe.named',
      actorId: userId,
      detail: { fileName: 'For [removed].csv', by: '[removed]', from: '[removed]', id: userId, rows: 3, none: null },
    });
    expect(JSON.parse(rows.at(-1)?.entry)).toMatchObject({ action: 'entry.forgotten', detail: { seq: 3 } });
    expect(await verify()).toEqual({ entries: chain.length + 1, brokenAt: null });
    await append(2);
    await forget(userId);
    expect(await verify()).toEqual({ entries: chain.length + 3, brokenAt: null });
  });

  it('is forgotten for a second person too', async () => {
    const first = await nameSomebody();
    await forget(first);
    const { user } = await api.signUp();
    await askToForget(user.id, ['For [removed]']);
    await forget(user.id);
    expect((await verify()).brokenAt).toBeNull();
  });

  it.each([
    ['changed afterwards', `update audit_log set entry = replace(entry, 'removed', 'invented') where company_id = $1 and seq = 3`],
    ['changed without a note', `update audit_log set entry = replace(entry, '"i":1', '"i":2') where company_id = $1 and seq = 4`],
  ])('shows when it was %s', async (_name, tamper) => {
    const userId = await nameSomebody();
    await forget(userId);
    expect((await api.admin.query(tamper, [companyId])).rowCount).toBe(1);
    expect((await verify()).brokenAt).toBeGreaterThan(2);
  });

  it('is changed for nobody who has not asked', async () => {
    await nameSomebody();
    await expect(forget((await api.signUp()).user.id)).rejects.toThrow('has not asked');
  });
});

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
    [
      'an entry and its hash changed',
      `update audit_log set entry = 'x', entry_hash = sha256('x'), hash = sha256(sha256('x')) where company_id = $1 and seq = 4`,
      4,
    ],
    ['an entry taken out', 'delete from audit_log where company_id = $1 and seq = 4', 4],
    ['the last entry taken out', 'delete from audit_log where company_id = $1 and seq = 6', 6],
    ['all entries taken out', 'delete from audit_log where company_id = $1', 1],
    [
      'an entry put in after the last',
      `insert into audit_log (company_id, seq, at, entry, entry_hash, hash)
       select company_id, seq + 1, at, '{}', sha256('{}'), sha256(hash || sha256('{}')) from audit_log where company_id = $1 and seq = 6`,
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
