import { type FactoringInput, factoringEndpoints } from '@headhaul/contracts/factoring';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { untilBlocked } from '../../testing/database/lock-waits.ts';
import { dayFromNow, makeBroker } from '../../testing/office.ts';
import { applyList, factorOf, setFactor, uploadList } from '../../testing/providers/factor.ts';
import { problemOf, sendJson } from '../../testing/send-json.ts';
import { startTestApp, type TestApp, type TestClient } from '../../testing/test-app.ts';

let api: TestApp;
beforeAll(async () => {
  api = await startTestApp();
});
afterAll(() => api.close());

const ridgeway: FactoringInput = { factoringType: 'OTHER', name: 'Ridgeway', factoringId: 'A-1' };

async function openOffice(): Promise<TestClient> {
  const owner = await api.signUp();
  await setFactor(owner, ridgeway);
  return owner;
}

function sendList(owner: TestClient): Promise<Response> {
  const body = new FormData();
  body.set('listedOn', dayFromNow(-5));
  body.set('file', new File(['MC,Status\n7,Declined\n'], 'list.csv'));
  return owner.fetch('/api/factoring/lists', { method: 'POST', body });
}

async function countRows(owner: TestClient, table: 'factor_lists' | 'factor_approvals' | 'factor_checks'): Promise<number> {
  return (await api.admin.query(`select from ${table} where company_id = $1`, [owner.user.companyId])).rowCount ?? 0;
}

/** Answers as if OTR had been asked about this number a moment ago. */
const plantAnswer = (owner: TestClient, mc: string) =>
  api.admin.query(
    `insert into factor_checks (company_id, mc, finished_at, status, answered_at) values ($1, $2, now(), 'DECLINED', now())`,
    [owner.user.companyId, mc],
  );

describe('another factor', () => {
  it.each<[string, Partial<FactoringInput>]>([
    ['name', { name: 'RTS' }],
    ['kind', { factoringType: 'OTR' }],
    ['account', { factoringId: 'A-2' }],
    ['account, which is left out', { factoringId: null }],
  ])('of another %s does not get the former one’s list and answers', async (_name, change) => {
    const owner = await openOffice();
    const [listed, asked] = [await makeBroker(owner, { mc: '7' }), await makeBroker(owner, { mc: '8' })];
    await applyList(owner, ['Acme,7,,Declined,,']);
    await plantAnswer(owner, '8');
    const preview = await uploadList(owner, 'MC,Status\n7,Approved\n');
    expect(await owner.call(factoringEndpoints.getFactoring, {})).toMatchObject({ list: { rows: 1 }, answers: 1 });

    const saved = await owner.call(factoringEndpoints.updateFactoring, { body: { ...ridgeway, ...change } });
    expect(saved).toMatchObject({ list: null, answers: 0 });
    for (const { id } of [listed, asked]) {
      expect(await factorOf(owner, { brokerId: id })).toMatchObject({ standing: null, check: null });
    }
    expect(await countRows(owner, 'factor_approvals')).toBe(0);
    expect((await sendJson(owner, 'POST', `/factoring/lists/${preview.id}/apply`)).status).toBe(404);
    const { rowCount } = await api.admin.query(`select from audit_log where company_id = $1 and entry like '%factor_list.removed%'`, [
      owner.user.companyId,
    ]);
    expect(rowCount).toBe(1);
  });

  it.each<[string, Partial<FactoringInput>]>([
    ['its name in another way', { name: 'RIDGEWAY, L.L.C.' }],
    ['its address', { email: 'credit@ridgeway.example' }],
  ])('is not the same one with %s: its word stays', async (_name, change) => {
    const owner = await openOffice();
    await applyList(owner, ['Acme,7,,Declined,,']);
    await plantAnswer(owner, '8');
    const saved = await owner.call(factoringEndpoints.updateFactoring, { body: { ...ridgeway, ...change } });
    expect(saved).toMatchObject({ list: { rows: 1 }, answers: 1 });
  });

  it('a first account number keeps the list, and asks the API anew', async () => {
    const owner = await api.signUp();
    await setFactor(owner);
    await applyList(owner, ['Acme,7,,Declined,,']);
    await plantAnswer(owner, '8');
    await setFactor(owner, { factoringId: 'A-1' });
    expect(await owner.call(factoringEndpoints.getFactoring, {})).toMatchObject({ list: { rows: 1 }, answers: 0 });
  });
});

/** Changes the company's row as `updateFactoring` does, and leaves the change uncommitted until `end` is called. */
async function holdChange(owner: TestClient, change: string): Promise<() => Promise<void>> {
  const holder = await api.admin.connect();
  await holder.query('begin');
  await holder.query('select from companies where company_id = $1 for update', [owner.user.companyId]);
  await holder.query(`update companies set ${change} where company_id = $1`, [owner.user.companyId]);
  return async () => {
    await holder.query('commit');
    holder.release();
  };
}

/** Lets statements on this table wait until the returned function is called. */
async function lockTable(table: 'factor_approvals' | 'brokers', mode: 'share' | 'access exclusive'): Promise<() => Promise<void>> {
  const holder = await api.admin.connect();
  await holder.query('begin');
  await holder.query(`lock table ${table} in ${mode} mode`);
  return async () => {
    await holder.query('commit');
    holder.release();
  };
}

describe('a change of the factor while', () => {
  it.each([
    ['changed', `factor_name = 'RTS'`, 'Your factor was changed meanwhile. Upload its list.'],
    ['removed', 'factoring_type = null, factor_name = null, factoring_id = null', 'Add your factor first.'],
  ])('a list is read: 422 when it was %s', async (_name, change, detail) => {
    const owner = await openOffice();
    const end = await holdChange(owner, change);
    const sent = sendList(owner);
    await untilBlocked(api);
    await end();
    expect(await problemOf(sent)).toMatchObject({ status: 422, detail });
    expect(await countRows(owner, 'factor_lists')).toBe(0);
  });

  it('the rows of a list are written need not wait for it', async () => {
    const owner = await openOffice();
    const unlock = await lockTable('factor_approvals', 'share');
    const sent = sendList(owner);
    await untilBlocked(api);
    const { rowCount } = await api.admin.query('select from companies where company_id = $1 for update nowait', [owner.user.companyId]);
    expect(rowCount).toBe(1);
    await unlock();
    expect((await sent).status).toBe(200);
  });

  it('a list is compared with the brokers: 422, and it does not land under the new one', async () => {
    const owner = await openOffice();
    const unlock = await lockTable('brokers', 'access exclusive');
    const sent = sendList(owner);
    await untilBlocked(api);
    expect(await countRows(owner, 'factor_approvals')).toBe(1);
    const saved = await owner.call(factoringEndpoints.updateFactoring, { body: { ...ridgeway, name: 'RTS' } });
    expect(saved.list).toBeNull();
    await unlock();
    expect(await problemOf(sent)).toMatchObject({ status: 422, detail: 'Your factor was changed meanwhile. Upload its list.' });
    expect([await countRows(owner, 'factor_lists'), await countRows(owner, 'factor_approvals')]).toEqual([0, 0]);
  });

  it('lists are sent and used leaves none of them without a factor', async () => {
    for (let round = 0; round < 12; round++) {
      const owner = await openOffice();
      const { id } = await uploadList(owner, 'MC,Status\n7,Approved\n');
      const answers = await Promise.all([
        sendList(owner),
        sendJson(owner, 'PUT', '/companies/myCompany/factoring', { factoringType: null }),
        sendJson(owner, 'POST', `/factoring/lists/${id}/apply`),
        sendList(owner),
      ]);
      expect(answers.filter(({ status }) => ![200, 404, 422].includes(status))).toEqual([]);
      expect(answers[1]?.status).toBe(200);
      expect(await countRows(owner, 'factor_lists')).toBe(0);
    }
  });

  it('a broker is asked about: 422, and no question is left for the new one', async () => {
    const owner = await api.signUp();
    await setFactor(owner, { factoringType: 'OTR', name: 'OTR', key: 'headhaul-dev-secret' });
    const broker = await makeBroker(owner, { mc: '7' });
    const end = await holdChange(owner, `factoring_type = 'OTHER', factor_name = 'RTS'`);
    const asked = sendJson(owner, 'POST', '/factoring/checks', { brokerId: broker.id });
    await untilBlocked(api);
    await end();
    expect(await problemOf(asked)).toMatchObject({ status: 422 });
    expect(await countRows(owner, 'factor_checks')).toBe(0);
  });
});

describe('an upload while', () => {
  it('another list is uploaded: 422 for the first, whose rows are gone', async () => {
    const owner = await openOffice();
    const unlock = await lockTable('brokers', 'access exclusive');
    const first = sendList(owner);
    await untilBlocked(api);
    const second = sendList(owner);
    await untilBlocked(api, 2);
    await unlock();
    expect(await problemOf(first)).toMatchObject({ status: 422, detail: 'This list was replaced or removed meanwhile. Upload it again.' });
    expect((await second).status).toBe(200);
    expect([await countRows(owner, 'factor_lists'), await countRows(owner, 'factor_approvals')]).toEqual([1, 1]);
  });
});
