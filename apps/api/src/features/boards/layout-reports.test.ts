import { type LayoutReport, layoutReportDays, layoutReportEndpoints, layoutReportsPerDay } from '@headhaul/contracts/boards/layout-reports';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { handOff } from '../../testing/team.ts';
import { startTestApp, type TestApp, type TestClient } from '../../testing/test-app.ts';

let api: TestApp;
let owner: TestClient;
let extension: TestClient;
beforeAll(async () => {
  api = await startTestApp();
  owner = await api.signUp();
  extension = await handOff(api, owner);
});
afterAll(() => api.close());

const report: LayoutReport = {
  host: 'loads.prairie.example',
  extVersion: '1.4.0',
  cause: 'CHANGED',
  outline: 'html\n body\n  div[role=row][data-load]\n   span[data-qa]\n    "Aa, AA"\n  ...\n',
};
const send = (client: Pick<TestClient, 'fetch'>, body: unknown) =>
  client.fetch('/api/ext/boards/layouts', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
const countOf = async ({ user }: TestClient) =>
  (await api.admin.query('select from layout_reports where company_id = $1', [user.companyId])).rowCount;

describe('POST /ext/boards/layouts', () => {
  it('204, kept for the company without a word about who sent it', async () => {
    await extension.call(layoutReportEndpoints.sendLayoutReport, { body: report });
    const { rows } = await api.admin.query('select * from layout_reports where company_id = $1', [owner.user.companyId]);
    expect(rows).toEqual([
      {
        company_id: owner.user.companyId,
        id: expect.any(String),
        at: expect.any(Date),
        host: report.host,
        ext_version: '1.4.0',
        cause: 'CHANGED',
        outline: report.outline,
      },
    ]);
  });

  it.each<[string, object]>([
    ['a text of the page', { outline: 'html\n "Milwaukee, WI"\n' }],
    ['a number of the page', { outline: 'html\n "2150"\n' }],
    ['a value of an attribute', { outline: 'div[data-test=load-origin-cell]\n' }],
    ['an address', { outline: 'html\n https://loads.prairie.example\n' }],
    ['nothing', { outline: '' }],
    ['more than 64 kB', { outline: 'div\n'.repeat(16_385) }],
    ['an address as the host', { host: 'https://loads.prairie.example/find' }],
    ['a key that nobody asked for', { url: 'https://loads.prairie.example' }],
    ['an unknown cause', { cause: 'OTHER' }],
  ])('400 for %s', async (_, change) => {
    const before = await countOf(owner);
    expect((await send(extension, { ...report, ...change })).status).toBe(400);
    expect(await countOf(owner)).toBe(before);
  });

  it('413 for a body that no outline has', async () => {
    expect((await send(extension, { ...report, outline: 'x'.repeat(140_000) })).status).toBe(413);
  });

  it('403 for the web app, 401 signed out', async () => {
    expect((await send(owner, report)).status).toBe(403);
    expect((await send(api, report)).status).toBe(401);
  });

  it('429 past a day’s share of the company; others may still send', async () => {
    const other = await handOff(api, await api.signUp());
    const first = await handOff(api, await api.signUp());
    for (let n = 0; n < layoutReportsPerDay; n += 1) expect((await send(first, report)).status).toBe(204);
    expect((await send(first, report)).status).toBe(429);
    expect((await send(other, report)).status).toBe(204);
  });

  it('is nobody else’s, and gone after its days', async () => {
    const other = await api.signUp();
    const seen = await api.platform.db.withTenant(other.user.companyId, (tx) =>
      tx.db.selectFrom('layout_reports').select('host').execute(),
    );
    expect(seen).toEqual([]);
    const day = new Date(Date.now() - (layoutReportDays + 2) * 86_400_000).toISOString().slice(0, 10);
    const part = `layout_reports_${day.replaceAll('-', '')}`;
    await api.admin.query(`create table ${part} partition of layout_reports for values from ('${day}') to ('${day}'::date + 1)`);
    const worker = api.openWorker();
    await sql`select ensure_partitions('layout_reports', 'day', 7, ${layoutReportDays})`.execute(worker.db.global);
    const { rows } = await api.admin.query('select to_regclass($1) as part', [part]);
    expect(rows).toEqual([{ part: null }]);
    expect(await countOf(owner)).toBeGreaterThan(0);
  });
});
