import { loadEndpoints } from '@headhaul/contracts/loads/loads';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeBroker, plantLoad } from '../../../testing/office.ts';
import { startTestApp, type TestApp } from '../../../testing/test-app.ts';

let api: TestApp;
beforeAll(async () => {
  api = await startTestApp();
});
afterAll(() => api.close());

/** So far apart that they never have the same day. */
const [east, west] = ['Pacific/Kiritimati', 'Pacific/Pago_Pago'];

describe('GET /loads/counts, an invoice that is due', () => {
  it.each([
    ['is counted from the day after, by the office’s clock', { office: east, delivery: west, daysAgo: 1, counted: 1 }],
    ['is not counted on the day itself, by the office’s clock', { office: west, delivery: east, daysAgo: 0, counted: 0 }],
  ])('%s', async (_name, { office, delivery, daysAgo, counted }) => {
    const client = await api.signUp();
    const { companyId } = client.user;
    await api.admin.query('update companies set time_zone = $2 where company_id = $1', [companyId, office]);
    const broker = await makeBroker(client);
    // Thirty days of terms, from noon of a day of the office.
    const invoicedAt = `((now() at time zone '${office}')::date - 30 - ${daysAgo} + time '12:00') at time zone '${office}'`;
    const { id } = await plantLoad(api, client, { brokerId: broker.id, status: 'INVOICED', invoicedAt });
    await api.admin.query('update loads set delivery_zone = $2 where id = $1', [id, delivery]);
    expect((await client.call(loadEndpoints.getLoadCounts, {})).needsAttention).toBe(counted);
    const { loads } = await client.call(loadEndpoints.listLoads, { query: { needsAttention: 'true' } });
    expect(loads.map((load) => load.id)).toEqual(counted === 1 ? [id] : []);
  });
});
