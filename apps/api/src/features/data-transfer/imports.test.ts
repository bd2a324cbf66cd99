import { randomUUID } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { brokerEndpoints } from '@headhaul/contracts/brokers';
import { type ColumnMapping, type DataImport, dataTransferEndpoints } from '@headhaul/contracts/data-transfer';
import { loadEndpoints } from '@headhaul/contracts/loads/loads';
import { loadStatsEndpoints } from '@headhaul/contracts/loads/stats';
import type { TableCell } from '@headhaul/domain/tables/csv';
import { toCsvLine } from '@headhaul/domain/tables/csv';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { writeXlsx } from '../../lib/tables/xlsx-write.ts';
import { untilBlocked } from '../../testing/database/lock-waits.ts';
import { listTenantTables } from '../../testing/database/tenant-catalogue.ts';
import { openEvents } from '../../testing/event-reader.ts';
import { untilImported } from '../../testing/imports.ts';
import { type AppWithJobs, startAppWithJobs } from '../../testing/job-worker.ts';
import { dayFromNow, makeDriver, makeLoad } from '../../testing/office.ts';
import type { TestApp, TestClient } from '../../testing/test-app.ts';
import { runImport } from './import.jobs.ts';

let office: AppWithJobs;
let api: TestApp;
beforeAll(async () => {
  office = await startAppWithJobs([runImport]);
  api = office.api;
});
afterAll(() => office.close());

const problem = (status: number, code: string) => ({ problem: { status, code } });
const titles = [
  'Load number',
  'Status',
  'Broker',
  'Broker MC',
  'Pickup city',
  'Pickup state',
  'Pickup date',
  'Delivery city',
  'Delivery state',
];
titles.push('Delivery date', 'Rate', 'Loaded miles', 'Driver', 'My own notes');

function row(number: string, change: Partial<Record<string, TableCell>> = {}): TableCell[] {
  const usual: Record<string, TableCell> = {
    ...{
      'Load number': number,
      Status: '',
      Broker: `Broker ${number.length}`,
      'Broker MC': '',
      'Pickup city': 'Dallas',
      'Pickup state': 'TX',
    },
    ...{ 'Pickup date': dayFromNow(1), 'Delivery city': 'Atlanta', 'Delivery state': 'GA', 'Delivery date': dayFromNow(2), Rate: '$2,500' },
    ...{ 'Loaded miles': '781', Driver: '', 'My own notes': 'call first' },
  };
  return titles.map((title) => change[title] ?? usual[title] ?? '');
}

const toCsv = (rows: TableCell[][]) => Buffer.from([titles, ...rows].map(toCsvLine).join(''));

function upload(client: TestClient, content: Uint8Array, name = 'my loads.csv'): Promise<DataImport> {
  const file = new File([new Uint8Array(content)], name, { type: 'text/html' });
  return client.call(dataTransferEndpoints.uploadImport, { body: { file } });
}

const start = (client: TestClient, { id, mapping }: Pick<DataImport, 'id' | 'mapping'>) =>
  client.call(dataTransferEndpoints.startImport, { params: { id }, body: { mapping } });
const get = (client: TestClient, id: string) => client.call(dataTransferEndpoints.getImport, { params: { id } });

async function importAll(client: TestClient, rows: TableCell[][]): Promise<DataImport> {
  const uploaded = await upload(client, toCsv(rows));
  await start(client, uploaded);
  return untilImported(client, uploaded.id);
}

async function listNumbers(client: TestClient): Promise<string[]> {
  const { loads } = await client.call(loadEndpoints.listLoads, { query: { limit: 200, sort: 'CREATED' } });
  return loads.map(({ loadNumber }) => loadNumber).toSorted((a, b) => (a < b ? -1 : 1));
}

describe('POST /loads/imports', () => {
  it('200 with the columns, how many rows, and a guess of what they hold', async () => {
    const owner = await api.signUp();
    const uploaded = await upload(owner, toCsv([row('1'), row('2')]), '../my "loads".csv');
    expect(uploaded).toMatchObject({
      state: 'UPLOADED',
      header: titles,
      rows: 2,
      looked: 0,
      made: 0,
      bad: 0,
      createdByName: 'Test Person',
    });
    expect(uploaded.mapping).toMatchObject({ loadNumber: 0, status: 1, brokerName: 2, linehaul: 10, driverName: 12 });
    expect(Object.values(uploaded.mapping)).not.toContain(13);
    expect((await owner.call(dataTransferEndpoints.listImports, {})).imports).toEqual([uploaded]);
  });

  it('200 for a workbook, whatever it is called', async () => {
    const owner = await api.signUp();
    async function* batches() {
      yield [row('1', { 'Pickup date': { day: dayFromNow(1) } })];
    }
    const file = await buffer(writeXlsx({ name: 'Loads', columns: titles.map((title) => ({ title })), batches: batches() }));
    const uploaded = await upload(owner, file, 'loads.csv');
    expect(uploaded).toMatchObject({ header: titles, rows: 1 });
    await start(owner, uploaded);
    expect(await untilImported(owner, uploaded.id)).toMatchObject({ state: 'DONE', made: 1, bad: 0 });
  });

  it.each([
    ['415', 'unsupported_media_type', 'a picture', Buffer.from('89504e470d0a1a0a00', 'hex')],
    ['415', 'unsupported_media_type', 'an old workbook', Buffer.from('d0cf11e0a1b11ae1', 'hex')],
    ['415', 'unsupported_media_type', 'nothing', Buffer.alloc(0)],
    ['400', 'validation_failed', 'a damaged workbook', Buffer.from('504b030400000000', 'hex')],
    ['400', 'validation_failed', 'a header alone', Buffer.from('Load number,Rate\r\n')],
    ['400', 'validation_failed', 'an open quote', Buffer.from('a,b\n"1,2')],
    ['400', 'validation_failed', '50,001 rows', Buffer.from(`a\n${'1\n'.repeat(50_001)}`)],
    ['413', 'body_too_large', 'more than 25 MB', Buffer.alloc(26 * 1024 * 1024, 'a')],
  ])('%s %s for %s', async (status, code, _name, content) => {
    const owner = await api.signUp();
    await expect(upload(owner, content)).rejects.toMatchObject(problem(Number(status), code));
    expect((await owner.call(dataTransferEndpoints.listImports, {})).imports).toEqual([]);
  });
});

/** Every row of the company by table, the number of jobs that name it, and the number of places. */
async function readCompanyRows({ user }: TestClient): Promise<Record<string, string[]>> {
  const found: Record<string, string[]> = {};
  for (const table of await listTenantTables(api.admin)) {
    const { rows } = await api.admin.query<{ row: string }>(`select t::text as row from ${table} t where company_id = $1 order by 1`, [
      user.companyId,
    ]);
    found[table] = rows.map(({ row }) => row);
  }
  const { rows: counts } = await api.admin.query<{ jobs: string; places: string }>(
    `select (select count(*) from graphile_worker._private_jobs where payload::text like '%' || $1 || '%')::text as jobs,
       (select count(*) from places)::text as places`,
    [user.companyId],
  );
  return { ...found, counts: [JSON.stringify(counts[0])] };
}

describe('POST /loads/imports/{id}/preview', () => {
  it('200 with the first 20 rows and what is wrong with each; nothing is kept', async () => {
    const owner = await api.signUp();
    await makeLoad(owner, { loadNumber: '9001' });
    const rows = Array.from({ length: 30 }, (_, at) => row(`A${at}`));
    rows[0] = row('9001');
    rows[1] = row('A0', { Rate: 'call me', Driver: 'Nobody' });
    rows[3] = row('A2');
    const { id, mapping } = await upload(owner, toCsv(rows));
    const preview = (by: ColumnMapping) => owner.call(dataTransferEndpoints.previewImport, { params: { id }, body: { mapping: by } });
    const shown = await preview(mapping);
    expect(shown.missing).toEqual([]);
    expect(shown.rows).toHaveLength(20);
    expect(shown.rows[0]).toMatchObject({ row: 2, problems: [{ column: 'loadNumber', message: 'Another load has this number' }] });
    expect(shown.rows[0]?.cells).toEqual(rows[0]);
    expect(shown.rows[1]?.problems.map(({ column }) => column)).toEqual(['driverName', 'linehaul']);
    expect(shown.rows[3]?.problems.map(({ column }) => column)).toEqual(['loadNumber']);
    expect(shown.rows.filter(({ problems }) => problems.length > 0)).toHaveLength(3);
    const { linehaul: _, ...without } = mapping;
    const lacking = await preview(without);
    expect(lacking.missing).toEqual(['linehaul']);
    expect(lacking.rows.every(({ problems }) => problems.some(({ column }) => column === 'linehaul'))).toBe(true);
    expect(await listNumbers(owner)).toEqual(['9001']);
  });

  it.each([
    ['without a key', {}],
    ['with an Idempotency-Key', { 'idempotency-key': 'preview' }],
  ])('leaves the database as it was, row for row, %s', async (_name, headers: Record<string, string>) => {
    const owner = await api.signUp();
    const driver = await makeDriver(owner, { name: 'Rosa', familyName: 'Delgado' });
    const { id, mapping } = await upload(owner, toCsv([row('1', { Driver: 'Rosa Delgado' }), row('2'), row('3', { Rate: 'call me' })]));
    const before = await readCompanyRows(owner);
    const shown = await owner.call(dataTransferEndpoints.previewImport, { params: { id }, body: { mapping } }, headers);
    expect(shown.rows.map(({ problems }) => problems.length)).toEqual([0, 0, 1]);
    expect(await readCompanyRows(owner)).toEqual(before);
    // The same rows, imported for real, do leave something, so the comparison above can detect it.
    await start(owner, { id, mapping });
    await untilImported(owner, id);
    const after = await readCompanyRows(owner);
    const grown = Object.keys(after).filter((table) => (after[table]?.length ?? 0) > (before[table]?.length ?? 0));
    const written = ['audit_log', 'brokers', 'live_events', 'load_events', 'load_stops', 'loads'];
    expect(grown).toEqual(expect.arrayContaining(written));
    const { loads = [] } = after;
    expect(loads.filter((line) => line.includes(driver.id))).toHaveLength(1);
  });

  it('404 for the import of another company', async () => {
    const [owner, stranger] = [await api.signUp(), await api.signUp()];
    const { id, mapping } = await upload(owner, toCsv([row('1')]));
    const body = { mapping };
    await expect(stranger.call(dataTransferEndpoints.previewImport, { params: { id }, body })).rejects.toMatchObject(
      problem(404, 'not_found'),
    );
    await expect(start(stranger, { id, mapping })).rejects.toMatchObject(problem(404, 'not_found'));
    await expect(get(stranger, id)).rejects.toMatchObject(problem(404, 'not_found'));
    expect((await stranger.fetch(`/api/loads/imports/${id}/problems`)).status).toBe(404);
  });
});

describe('POST /loads/imports/{id}/start', () => {
  it('200 makes the loads with brokers, drivers, history and figures, and tells open screens how far it is', async () => {
    const owner = await api.signUp();
    const driver = await makeDriver(owner, { name: 'Ann', familyName: 'Lee' });
    const screen = await openEvents(owner);
    const uploaded = await upload(
      owner,
      toCsv([
        row('1', { Driver: 'Lee, Ann', Status: 'Dispatched' }),
        row('2', { Broker: 'Acme', 'Broker MC': 'MC 0123456', Status: 'Paid', 'Pickup date': '1/5/2026', 'Delivery date': '1/6/2026' }),
        row('3', { Broker: 'ACME', 'Broker MC': '123456', 'Delivery date': '', Rate: '' }),
        row(''),
      ]),
    );
    expect((await start(owner, uploaded)).state).toBe('RUNNING');
    const done = await untilImported(owner, uploaded.id);
    expect(done).toMatchObject({ state: 'DONE', rows: 4, looked: 4, made: 3, bad: 1, problem: null });
    expect(await listNumbers(owner)).toEqual(['1', '1001', '2']);
    const { loads } = await owner.call(loadEndpoints.listLoads, { query: { search: 'acme' } });
    expect(loads).toMatchObject([{ loadNumber: '2', status: 'PAID', brokerMc: '123456', brokerName: 'Acme', grossCents: 250_000 }]);
    const { loads: hers } = await owner.call(loadEndpoints.listLoads, { query: { driverId: [driver.id] } });
    expect(hers).toMatchObject([{ loadNumber: '1', status: 'DISPATCHED', driverName: 'Ann Lee' }]);
    const { events } = await owner.call(loadEndpoints.listLoadEvents, { params: { id: hers[0]?.id ?? '' } });
    expect(events).toMatchObject([{ kind: 'created', source: 'import', actorName: 'Test Person' }]);
    const { totals } = await owner.call(loadStatsEndpoints.getLoadStats, { query: { from: '2026-01-01', to: '2026-01-31' } });
    expect(totals).toMatchObject({ loads: 1, grossCents: 250_000 });
    await screen.untilChanges(4);
    const kinds = screen.changes().map(({ data }) => (data as { type: string }).type);
    expect(kinds.filter((kind) => kind === 'import.changed').length).toBeGreaterThanOrEqual(3);
    expect(kinds).toContain('loads.changed');
    screen.close();
  });

  it('200 takes the days of invoice and payment from the file; where they are missing, the broker’s days to pay count none', async () => {
    const owner = await api.signUp();
    const header = [...titles, 'Invoice date', 'Date paid'];
    const past = { Broker: 'Acme', Status: 'Paid', 'Pickup date': dayFromNow(-42), 'Delivery date': dayFromNow(-40) };
    const rows = [
      [...row('1', past), dayFromNow(-38), dayFromNow(-18)],
      [...row('2', past), '', ''],
      [...row('3', past), dayFromNow(-38), ''],
      [...row('4', { ...past, Status: 'Invoiced' }), '', ''],
      [...row('5', { ...past, Status: '' }), dayFromNow(-38), dayFromNow(-8)],
      [...row('6', past), '', dayFromNow(30)],
    ];
    const uploaded = await upload(owner, Buffer.from([header, ...rows].map(toCsvLine).join('')));
    await start(owner, uploaded);
    expect(await untilImported(owner, uploaded.id)).toMatchObject({ made: 5, bad: 1 });
    const { brokers } = await owner.call(brokerEndpoints.listBrokers, { query: {} });
    expect(brokers[0]?.history).toMatchObject({ loads: 5, paidLoads: 2, daysToPayMean: 25, daysToPayMedian: 25 });
    const problems = await owner.fetch(`/api/loads/imports/${uploaded.id}/problems`);
    expect(await problems.text()).toContain('Paid on: This day is still to come');
    const { loads } = await owner.call(loadEndpoints.listLoads, { query: { search: 'acme' } });
    const invoiced = loads.find(({ loadNumber }) => loadNumber === '4');
    expect(invoiced).toMatchObject({ status: 'INVOICED', invoicedAt: null, dueOn: null });
    // This load is paid today without a day of invoice, so it says nothing about the days to pay.
    await owner.call(loadEndpoints.changeLoadStatus, { params: { id: invoiced?.id ?? '' }, body: { newStatus: 'PAID' } });
    const after = await owner.call(brokerEndpoints.listBrokers, { query: {} });
    expect(after.brokers[0]?.history.paidLoads).toBe(2);
    const { brokers: top } = await owner.call(loadStatsEndpoints.getTopBrokers, { query: { from: dayFromNow(-60), to: dayFromNow(0) } });
    expect(top[0]?.daysToPay).toBe(25);
  });

  it('200 leaves the refused rows for a download with their own columns and the problem', async () => {
    const owner = await api.signUp();
    const { id } = await importAll(owner, [row('1'), row('2', { Rate: '=cmd()', 'My own notes': '=HYPERLINK("x")' }), row('1')]);
    const response = await owner.fetch(`/api/loads/imports/${id}/problems`);
    expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(response.headers.get('content-disposition')).toContain('attachment; filename="Problems of my loads.csv"');
    const [header, first, second, ...more] = (await response.text()).replace('\uFEFF', '').trim().split('\r\n');
    expect(header).toBe([...titles, 'Problem'].join(','));
    expect(first).toMatch(/^2,.*'=cmd\(\).*"'=HYPERLINK\(""x""\)",Rate: Write it as 2500\.00$/);
    expect(second).toMatch(/^1,.*Load number: Another load has this number$/);
    expect(more).toEqual([]);
  });

  it('200 once, however often it is asked', async () => {
    const owner = await api.signUp();
    const uploaded = await upload(owner, toCsv([row('1'), row('2')]));
    await Promise.all([start(owner, uploaded), start(owner, uploaded), start(owner, uploaded)]);
    expect(await untilImported(owner, uploaded.id)).toMatchObject({ made: 2, bad: 0 });
    expect((await start(owner, uploaded)).state).toBe('DONE');
    expect(await listNumbers(owner)).toEqual(['1', '2']);
  });

  it('400 for columns that are missing or not there, all at once', async () => {
    const owner = await api.signUp();
    const { id, mapping } = await upload(owner, toCsv([row('1')]));
    const { linehaul: _, brokerName: __, ...rest } = mapping;
    await expect(start(owner, { id, mapping: { ...rest, commodity: 77 } })).rejects.toMatchObject({
      problem: {
        status: 400,
        errors: [{ path: 'body.mapping.brokerName' }, { path: 'body.mapping.linehaul' }, { path: 'body.mapping.commodity' }],
      },
    });
    expect((await get(owner, id)).state).toBe('UPLOADED');
  });

  it('fails in words when the file is gone', async () => {
    const owner = await api.signUp();
    const uploaded = await upload(owner, toCsv([row('1')]));
    await api.platform.files.remove(`companies/${owner.user.companyId}/imports/${uploaded.id}`);
    await start(owner, uploaded);
    const failed = await untilImported(owner, uploaded.id);
    expect(failed).toMatchObject({ state: 'FAILED', problem: 'The file is no longer here. Upload it again.' });
    await expect(start(owner, uploaded)).rejects.toMatchObject(problem(422, 'move_not_allowed'));
  });
});

describe('POST /loads/imports/{id}/cancel', () => {
  it('200 before it began, and nothing is made after', async () => {
    const owner = await api.signUp();
    const uploaded = await upload(owner, toCsv([row('1')]));
    const cancel = () => owner.call(dataTransferEndpoints.cancelImport, { params: { id: uploaded.id } });
    expect((await cancel()).state).toBe('CANCELLED');
    expect((await cancel()).state).toBe('CANCELLED');
    await expect(start(owner, uploaded)).rejects.toMatchObject(problem(422, 'move_not_allowed'));
    await expect(owner.call(dataTransferEndpoints.cancelImport, { params: { id: randomUUID() } })).rejects.toMatchObject(
      problem(404, 'not_found'),
    );
    expect(await listNumbers(owner)).toEqual([]);
  });

  it('200 while it runs: what is made stays, the counts are true', async () => {
    const owner = await api.signUp();
    const driver = await makeDriver(owner, { name: 'Rosa', familyName: 'Delgado' });
    const total = 2_500;
    // Another transaction locks this driver, which keeps the second of five batches open.
    const driven = (at: number) => (at === 600 ? { Driver: 'Rosa Delgado' } : {});
    const uploaded = await upload(owner, toCsv(Array.from({ length: total }, (_, at) => row(`C${at}`, driven(at)))));
    const holder = await api.admin.connect();
    await holder.query('begin');
    await holder.query('select from drivers where id = $1 for update', [driver.id]);
    await start(owner, uploaded);
    await untilBlocked(api);
    expect(await get(owner, uploaded.id)).toMatchObject({ state: 'RUNNING', looked: 500, made: 500 });
    const cancelling = owner.call(dataTransferEndpoints.cancelImport, { params: { id: uploaded.id } });
    await untilBlocked(api, 2);
    await holder.query('rollback');
    holder.release();
    const { made, state } = await cancelling;
    expect(state).toBe('CANCELLED');
    expect(made).toBeGreaterThanOrEqual(1_000);
    expect(made).toBeLessThan(total);
    const { rows } = await api.admin.query('select count(*)::int as made from loads where company_id = $1', [owner.user.companyId]);
    expect(rows[0].made).toBe(made);
  });
});
