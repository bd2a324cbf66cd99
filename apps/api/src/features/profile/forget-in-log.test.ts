import { profileEndpoints } from '@headhaul/contracts/profile';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { verifyAudit } from '../../lib/db/audit.ts';
import { addTeammate } from '../../testing/team.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';
import { runWaitingJobs } from '../../testing/waiting-jobs.ts';
import { forgetPerson } from './forget-person.jobs.ts';

let api: TestApp;
beforeAll(async () => {
  api = await startTestApp();
});
afterAll(() => api.close());

async function deleteNamed(name: string, familyName: string, plant: (companyId: string) => Promise<void>) {
  const owner = await api.signUp();
  const mate = await addTeammate(api, owner);
  await mate.call(profileEndpoints.updateProfile, { body: { name, familyName, phone: null, timeZone: null } });
  await plant(owner.user.companyId);
  await mate.call(profileEndpoints.deleteAccount, { body: { email: mate.user.email } });
  return { companyId: owner.user.companyId, userId: mate.user.id };
}

it('the log keeps the names of brokers, drivers and of the company, and loses the person’s elsewhere', async () => {
  const name = 'Summit Freight';
  const own = ['broker.marked', 'driver.archived', 'company.changed'] as const;
  const { companyId } = await deleteNamed('Summit', 'Freight', (company) =>
    api.platform.db.withTenant(company, async (tx) => {
      for (const action of own) tx.audit({ action, actorId: null, detail: { name, mc: '123456' } });
      tx.audit({ action: 'import.started', actorId: null, detail: { fileName: `${name}.csv`, rows: 3 } });
    }),
  );
  await runWaitingJobs(api, api.openWorker(), forgetPerson);
  const { rows } = await api.admin.query<{ action: string; named: string }>(
    `select entry::json ->> 'action' as action, coalesce(entry::json -> 'detail' ->> 'name', entry::json -> 'detail' ->> 'fileName') as named
     from audit_log where company_id = $1 and (entry like '%"name"%' or entry like '%"fileName"%') order by seq`,
    [companyId],
  );
  expect(rows).toEqual([...own.map((action) => ({ action, named: name })), { action: 'import.started', named: '[removed].csv' }]);
  expect(await api.platform.db.withTenant(companyId, verifyAudit)).toMatchObject({ brokenAt: null });
});

it('a long log is gone through by pieces, whatever is asked for', async () => {
  const { companyId, userId } = await deleteNamed('Imogen', 'Quillfeather', (company) =>
    api.platform.db.withTenant(company, async (tx) => {
      for (let at = 0; at < 1_100; at++) tx.audit({ action: 'import.started', actorId: null, detail: { fileName: 'Imogen Quillfeather' } });
    }),
  );
  const from = async (seq: string | null) =>
    (
      await api.openWorker().db.withTenant(companyId, async ({ db }) => {
        const { rows } = await sql<{ last: string | null }>`
          select forget_in_audit(${companyId}, ${userId}, ${seq}::bigint, 2000000) as last`.execute(db);
        return rows;
      })
    )[0]?.last ?? null;
  expect(await from('0')).toBe('1000');
  expect(Number(await from('1000'))).toBeGreaterThan(1_000);
});
