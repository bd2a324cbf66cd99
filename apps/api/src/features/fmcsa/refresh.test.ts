import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { runJob } from '../../lib/jobs/jobs.ts';
import type { WorkerPlatform } from '../../lib/platform.ts';
import { makeBroker, plantLoad } from '../../testing/office.ts';
import { ageRecord, lookUp, startTestFmcsa, type TestFmcsa } from '../../testing/providers/fmcsa.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';
import { refreshBrokerRecords } from './refresh.jobs.ts';

let fmcsa: TestFmcsa;
let api: TestApp;
let worker: WorkerPlatform;
beforeAll(async () => {
  fmcsa = await startTestFmcsa();
  api = await startTestApp({ env: fmcsa.env });
  worker = api.openWorker();
});
afterEach(() => fmcsa.clear());
afterAll(async () => {
  await api.close();
  fmcsa.stop();
});

const refresh = () => runJob(refreshBrokerRecords, worker, {}, { attempt: 1, maxAttempts: 1, signal: new AbortController().signal });
const keptDots = async () => (await api.admin.query<{ dot: string }>('select dot from fmcsa_records')).rows.map(({ dot }) => dot);

describe('the nightly refresh', () => {
  it('asks for brokers with open loads, once for all companies, and counts no lookup', async () => {
    const [first, second] = [await api.signUp(), await api.signUp()];
    const open = await fmcsa.register();
    const byMc = await fmcsa.register();
    const paid = await fmcsa.register();
    const idle = await fmcsa.register();
    for (const client of [first, second]) {
      await plantLoad(api, client, { brokerId: (await makeBroker(client, { dot: open.dot })).id, status: 'INVOICED' });
    }
    await plantLoad(api, first, { brokerId: (await makeBroker(first, { mc: byMc.mc })).id, status: 'BOOKED' });
    await plantLoad(api, first, {
      brokerId: (await makeBroker(first, { dot: paid.dot })).id,
      status: 'PAID',
      invoicedAt: 'now()',
      paidAt: 'now()',
      paidAmountCents: 200_000,
    });
    await makeBroker(first, { dot: idle.dot });
    await refresh();
    expect(new Set(await keptDots())).toEqual(new Set([open.dot, byMc.dot]));
    expect(await fmcsa.countRequests('fmcsa')).toBe(2);
    expect(await lookUp(first, { dot: open.dot })).toMatchObject({ keptBecause: 'RECENT', lookups: { current: 0 } });

    await fmcsa.clear();
    await refresh();
    expect(await fmcsa.countRequests('fmcsa')).toBe(0);

    await ageRecord(api, open.dot, 24);
    await fmcsa.edit(open.dot, { phone: '9295550116' });
    await refresh();
    const { found } = await lookUp(second, { dot: open.dot });
    expect(found?.changes[0]).toMatchObject({ kind: 'PHONE', before: '+14025550100', after: '+19295550116' });
  });

  it('ends without an error when FMCSA is down', async () => {
    await api.admin.query(`update fmcsa_records set checked_at = checked_at - interval '2 days'`);
    await fmcsa.setFaults('fmcsa', { errorStatus: 500 });
    await fmcsa.setFaults('open-data', { refuse: true });
    const before = await api.admin.query('select * from fmcsa_records order by dot');
    await refresh();
    expect((await api.admin.query('select * from fmcsa_records order by dot')).rows).toEqual(before.rows);
  });
});
