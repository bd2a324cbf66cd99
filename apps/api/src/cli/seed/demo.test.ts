import { type LoadStatus, loadStatuses } from '@headhaul/domain/loads/status';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fileKey } from '../../lib/files/files.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';
import { seedDemo } from './demo.ts';

let api: TestApp;
beforeAll(async () => {
  api = await startTestApp();
  await seedDemo(api.platform.env, api.databaseUrl('worker'));
}, 60_000);
afterAll(() => api.close());

const counts = `select (select count(*) from loads) as loads, (select count(*) from load_stops) as stops, (select count(*) from load_events) as events,
  (select count(*) from documents) as documents, (select count(*) from drivers) as drivers, (select count(*) from saved_views) as views, (select count(*) from board_filters) as filters,
  (select sum(gross_cents) from loads) as gross`;

describe('pnpm db:seed', () => {
  it('makes offices with something in every state, and changes nothing the second time', async () => {
    const { rows } = await api.admin.query(counts);
    expect(Number(rows[0].loads)).toBeGreaterThan(1_000);
    const { rows: states } = await api.admin.query<{ status: LoadStatus }>('select distinct status from loads');
    const found = states.map(({ status }) => status);
    expect(loadStatuses.filter((status) => !found.includes(status))).toEqual(['DISCARDED']);
    await seedDemo(api.platform.env, api.databaseUrl('worker'));
    expect((await api.admin.query(counts)).rows).toEqual(rows);
  }, 60_000);

  it('has a file for every document and a document behind every mark', async () => {
    const { rows } = await api.admin.query<{ company_id: string; id: string; size_bytes: number }>(
      'select company_id, id, size_bytes from documents',
    );
    for (const { company_id, id, size_bytes } of rows.slice(0, 40)) {
      const file = await api.platform.files.get(fileKey(company_id, 'documents', id));
      expect(file?.bytes).toBe(size_bytes);
      file?.content.destroy();
    }
    const { rows: wrong } = await api.admin.query(
      `select load_number from loads l where (has_rc, has_bol, has_pod) <> (
         select coalesce(bool_or(kind = 'RATE_CONFIRMATION'), false), coalesce(bool_or(kind = 'BOL'), false), coalesce(bool_or(kind = 'POD'), false)
         from documents d where d.company_id = l.company_id and d.load_id = l.id)`,
    );
    expect(wrong).toEqual([]);
  });

  it('has a company on each kind of plan, and none over what its plan allows', async () => {
    const { rows } = await api.admin.query(
      `select subscription_type as type, paid_until > now() as active, (select count(*)::int from billing_invoices i where i.company_id = c.company_id) as invoices
       from companies c where archived_at is null order by name`,
    );
    expect(rows).toEqual([
      { type: 'UNLIMITED_PRO_YEARLY', active: true, invoices: 2 },
      { type: 'PRO_MONTHLY', active: true, invoices: 5 },
      { type: 'FREE_TRIAL', active: true, invoices: 0 },
    ]);
    const { rows: over } = await api.admin.query(
      `select name from companies c where subscription_type = 'PRO_MONTHLY' and
         (select count(*) from drivers d where d.company_id = c.company_id and deleted_at is null) >
         5 * (select count(*) from memberships m where m.company_id = c.company_id and removed_at is null)`,
    );
    expect(over).toEqual([]);
  });

  it('keeps its figures folded and true', async () => {
    const { rows } = await api.admin.query(
      `select (select count(*)::int from load_figure_deltas) + (select count(*)::int from broker_figure_deltas) as waiting,
         (select sum(gross_cents) from load_day_totals where basis = 'DELIVERY') = (select sum(gross_cents) from loads) as same`,
    );
    expect(rows).toEqual([{ waiting: 0, same: true }]);
  });
});
