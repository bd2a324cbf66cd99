import { dataTransferEndpoints } from '@headhaul/contracts/data-transfer';
import { loadEndpoints } from '@headhaul/contracts/loads/loads';
import { loadStatsEndpoints } from '@headhaul/contracts/loads/stats';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readTable } from '../../lib/tables/read-table.ts';
import { cases } from '../../testing/cases.ts';
import { collect } from '../../testing/collect.ts';
import { untilImported } from '../../testing/imports.ts';
import { type AppWithJobs, startAppWithJobs } from '../../testing/job-worker.ts';
import { dayFromNow, deliveryAt, makeDriver, makeLoad, pickupAt } from '../../testing/office.ts';
import type { TestApp, TestClient } from '../../testing/test-app.ts';
import { runImport } from './import.jobs.ts';
import { loadColumns } from './load-table.ts';

let office: AppWithJobs;
let api: TestApp;
beforeAll(async () => {
  office = await startAppWithJobs([runImport]);
  api = office.api;
});
afterAll(() => office.close());

async function exportRows(client: TestClient, query = ''): Promise<Record<string, string>[]> {
  const response = await client.fetch(`/api/loads/export?${query}`);
  expect(response.status).toBe(200);
  const [header, ...rows] = await collect(readTable(Buffer.from(await response.arrayBuffer())));
  return rows.map(({ cells }) => Object.fromEntries((header?.cells ?? []).map((title, at) => [title, cells[at] ?? ''])));
}

async function fillOffice(owner: TestClient): Promise<void> {
  const driver = await makeDriver(owner, { name: 'Ann', familyName: 'Lee' });
  await makeLoad(owner, {
    ...{
      loadNumber: '=1+1',
      brokerName: 'Acme, "Best" Freight',
      brokerMc: '123456',
      rc: '-RC-77',
      commodity: 'Señor’s tiles',
      weightLb: 42_000,
    },
    ...{ fuelSurchargeCents: 12_345, driverPayCents: 90_050, deadheadMiles: 38, driverId: driver.id, equipment: 'REEFER' },
    stops: [pickupAt({ zip: '75201', time: '08:00', endTime: '14:00' }), deliveryAt({ time: null })],
  });
  await makeLoad(owner, {
    loadNumber: '2',
    stops: [pickupAt({ day: dayFromNow(5) }), deliveryAt({ day: dayFromNow(6) })],
    linehaulCents: 99_999,
  });
}

describe('GET /loads/export', () => {
  it.each(['csv', 'xlsx'])('200 as %s, with every column', async (format) => {
    const owner = await api.signUp();
    await fillOffice(owner);
    const [first, second, ...more] = await exportRows(owner, `format=${format}`);
    expect(more).toEqual([]);
    expect(Object.keys(first ?? {})).toEqual(loadColumns.map(({ title }) => title));
    expect(first).toMatchObject({
      ...{
        'Load number': '=1+1',
        Status: 'Booked',
        Broker: 'Acme, "Best" Freight',
        'Broker MC': '123456',
        'RC number': '-RC-77',
        Equipment: 'Reefer',
      },
      ...{
        'Weight, lb': '42000',
        Commodity: 'Señor’s tiles',
        'Pickup city': 'Dallas',
        'Pickup ZIP': '75201',
        'Pickup date': dayFromNow(1),
      },
      ...{
        'Pickup time': '08:00 - 14:00',
        'Delivery time': '',
        Rate: '2500',
        'Fuel surcharge': '123.45',
        'Driver pay': '900.5',
        Driver: 'Ann Lee',
      },
      ...{
        'Loaded miles': '781',
        'Deadhead miles': '38',
        Gross: '2623.45',
        'RPM, all miles': '3.2',
        'Added on': expect.stringMatching(/^\d{4}-/),
      },
    });
    // Nobody knows the pay of the second load.
    expect(second).toMatchObject({ 'Load number': '2', Rate: '999.99', 'Driver pay': '', Dispatcher: 'Test Person' });
  });

  it('200 filtered and sorted as the list', async () => {
    const owner = await api.signUp();
    await fillOffice(owner);
    expect((await exportRows(owner, 'sort=PICKUP&order=desc')).map((row) => row['Load number'])).toEqual(['2', '=1+1']);
    expect((await exportRows(owner, 'equipment=REEFER')).map((row) => row['Load number'])).toEqual(['=1+1']);
    expect(await exportRows(owner, 'search=nothing')).toEqual([]);
  });

  it('200 with names and headers that a browser saves', async () => {
    const owner = await api.signUp();
    const response = await owner.fetch('/api/loads/export');
    expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(response.headers.get('content-disposition')).toMatch(/^attachment; filename="Loads \d{4}-\d\d-\d\d\.csv"/);
    expect(response.headers.get('x-content-type-options')).toBe('nosniff');
    const text = Buffer.from(await response.arrayBuffer()).toString();
    expect(text.startsWith('\uFEFFLoad number,Status,Broker')).toBe(true);
  });

  it('400 for a filter that is none, 401 for a stranger; nobody sees another company’s loads', async () => {
    const [owner, stranger] = [await api.signUp(), await api.signUp()];
    await fillOffice(owner);
    expect((await owner.fetch('/api/loads/export?sort=LUCK')).status).toBe(400);
    expect((await api.fetch('/api/loads/export')).status).toBe(401);
    expect(await exportRows(stranger)).toEqual([]);
  });

  it.each(['csv', 'xlsx'])('can be imported again as %s, into the same loads', async (format) => {
    const [owner, other] = [await api.signUp(), await api.signUp()];
    await fillOffice(owner);
    await makeDriver(other, { name: 'Ann', familyName: 'Lee' });
    const response = await owner.fetch(`/api/loads/export?format=${format}`);
    const file = new File([await response.blob()], `loads.${format}`);
    const { id, mapping } = await other.call(dataTransferEndpoints.uploadImport, { body: { file } });
    await other.call(dataTransferEndpoints.startImport, { params: { id }, body: { mapping } });
    expect((await untilImported(other, id)).state).toBe('DONE');
    const withoutDay = (rows: Record<string, string>[]) => rows.map(({ 'Added on': _, ...row }) => row);
    expect(withoutDay(await exportRows(other))).toEqual(withoutDay(await exportRows(owner)));
    const { loads } = await other.call(loadEndpoints.listLoads, {});
    expect(loads).toHaveLength(2);
  });
});

describe('a draft', () => {
  it('has the rate that the list shows, or none, and comes back by an import', async () => {
    const [owner, other] = [await api.signUp(), await api.signUp()];
    await makeLoad(owner, { loadNumber: '1', asDraft: true, linehaulCents: 250_000, fuelSurchargeCents: 25_000 });
    await makeLoad(owner, { loadNumber: '2', asDraft: true, linehaulCents: 0 });
    const rows = (await exportRows(owner)).toSorted((a, b) => Number(a['Load number']) - Number(b['Load number']));
    expect(rows).toMatchObject([
      { Status: 'Draft', Rate: '2500', Gross: '2750', 'RPM, all miles': '3.52' },
      { Status: 'Draft', Rate: '', Gross: '', 'RPM, all miles': '' },
    ]);
    const file = new File([await (await owner.fetch('/api/loads/export?format=csv')).blob()], 'loads.csv');
    const { id, mapping } = await other.call(dataTransferEndpoints.uploadImport, { body: { file } });
    await other.call(dataTransferEndpoints.startImport, { params: { id }, body: { mapping } });
    expect((await untilImported(other, id)).state).toBe('DONE');
    expect(new Set((await exportRows(other)).map(({ Rate }) => Rate))).toEqual(new Set(['', '2500']));
  });
});

describe('miles that aren’t known', () => {
  it('are empty cells, and are measured by an import that knows the places', async () => {
    const [owner, other] = [await api.signUp(), await api.signUp()];
    const nowhere = [pickupAt(), deliveryAt({ city: 'Nowhereville' })];
    const { id: tonuId } = await makeLoad(owner, { loadNumber: '1', deadheadMiles: 38 });
    await owner.call(loadEndpoints.markTonu, { params: { id: tonuId }, body: { newRate: 25_000 } });
    await makeLoad(owner, { loadNumber: '2', loadedMiles: null, stops: nowhere });
    const rows = (await exportRows(owner)).toSorted((a, b) => Number(a['Load number']) - Number(b['Load number']));
    expect(rows).toMatchObject([
      { 'Loaded miles': '0', 'Deadhead miles': '38' },
      { 'Loaded miles': '', 'Deadhead miles': '', 'RPM, all miles': '' },
    ]);
    const lines = [
      'Load #,Customer,Origin,PU date,Destination,Del date,Gross,Miles',
      `7,Acme,"Dallas, TX",2026-11-10,"Atlanta, GA",2026-11-11,2500,0`,
    ];
    const file = new File([lines.join('\n')], 'loads.csv');
    const { id, mapping } = await other.call(dataTransferEndpoints.uploadImport, { body: { file } });
    await other.call(dataTransferEndpoints.startImport, { params: { id }, body: { mapping } });
    expect((await untilImported(other, id)).state).toBe('DONE');
    const [read] = (await other.call(loadEndpoints.listLoads, {})).loads;
    expect(read?.loadedMiles).toBeGreaterThan(700);
  });
});

describe('a TONU that was invoiced, paid or canceled', () => {
  it('comes back by an import as what it was: unused, with its deadhead, in no loaded RPM', async () => {
    const [owner, other] = [await api.signUp(), await api.signUp()];
    for (const [loadNumber, moves] of [
      ['1', []],
      ['2', ['INVOICED']],
      ['3', ['INVOICED', 'PAID']],
      ['4', ['CANCELLED']],
    ] as const) {
      const { id } = await makeLoad(owner, { loadNumber, deadheadMiles: 38 });
      await owner.call(loadEndpoints.markTonu, { params: { id }, body: { newRate: 25_000 } });
      for (const newStatus of moves) await owner.call(loadEndpoints.changeLoadStatus, { params: { id }, body: { newStatus } });
    }
    await makeLoad(owner, { loadNumber: '5', deadheadMiles: 20 });
    const file = new File([await (await owner.fetch('/api/loads/export?format=csv')).blob()], 'loads.csv');
    const { id, mapping } = await other.call(dataTransferEndpoints.uploadImport, { body: { file } });
    await other.call(dataTransferEndpoints.startImport, { params: { id }, body: { mapping } });
    expect((await untilImported(other, id)).state).toBe('DONE');
    const factsOf = async (client: TestClient) =>
      (await client.call(loadEndpoints.listLoads, {})).loads
        .map(({ loadNumber, status, statusBeforeProblem, loadedMiles, deadheadMiles, grossCents }) => [
          loadNumber,
          status,
          statusBeforeProblem,
          loadedMiles,
          deadheadMiles,
          grossCents,
        ])
        .toSorted();
    expect(await factsOf(other)).toEqual(await factsOf(owner));
    expect((await factsOf(other))[1]).toEqual(['2', 'INVOICED', 'TONU', 0, 38, 25_000]);
    const query = { from: dayFromNow(-30), to: dayFromNow(30) };
    const totalsOf = async (client: TestClient) => (await client.call(loadStatsEndpoints.getLoadStats, { query })).totals;
    expect(await totalsOf(other)).toEqual(await totalsOf(owner));
  });
});

describe('driver pay that isn’t known', () => {
  async function importFile(client: TestClient, file: File): Promise<void> {
    const { id, mapping } = await client.call(dataTransferEndpoints.uploadImport, { body: { file } });
    await client.call(dataTransferEndpoints.startImport, { params: { id }, body: { mapping } });
    expect((await untilImported(client, id)).state).toBe('DONE');
  }
  const payOf = async (client: TestClient) => {
    const { loads } = await client.call(loadEndpoints.listLoads, {});
    const found = await Promise.all(loads.map(({ id }) => client.call(loadEndpoints.getLoad, { params: { id } })));
    return found.map(({ loadNumber, driverPayCents }) => `${loadNumber} ${driverPayCents}`).toSorted();
  };

  it('leaves as an empty cell and comes back as not known, or by the driver’s terms', async () => {
    const [owner, other] = [await api.signUp(), await api.signUp()];
    const weekly = { name: 'Ann', familyName: 'Lee', pay: { model: 'WEEKLY' as const, rate: 150_000 } };
    const perLoad = { name: 'Bo', familyName: 'Ray', pay: { model: 'PER_LOAD' as const, rate: 60_000 } };
    const ann = await makeDriver(owner, weekly);
    const bo = await makeDriver(owner, { ...perLoad, pay: null });
    await makeLoad(owner, { loadNumber: '1', driverId: ann.id });
    await makeLoad(owner, { loadNumber: '2', driverId: bo.id });
    await makeLoad(owner, { loadNumber: '3', driverId: bo.id, driverPayCents: 45_000 });
    const rows = await exportRows(owner);
    const payCells = Object.fromEntries(rows.map((row) => [row['Load number'], row['Driver pay']]));
    expect(payCells).toEqual({ 1: '', 2: '', 3: '450' });
    for (const driver of [weekly, perLoad]) await makeDriver(other, driver);
    const response = await owner.fetch('/api/loads/export?format=csv');
    await importFile(other, new File([await response.blob()], 'loads.csv'));
    expect(await payOf(other)).toEqual(['1 0', '2 60000', '3 45000']);
  });

  it('is what a 0 in a file means', async () => {
    const client = await api.signUp();
    await makeDriver(client, { name: 'Bo', familyName: 'Ray', pay: { model: 'PER_LOAD', rate: 60_000 } });
    const lines = [
      'Load #,Customer,Origin,PU date,Destination,Del date,Rate,Driver,Driver pay',
      `1,Acme,"Dallas, TX",${dayFromNow(1)},"Atlanta, GA",${dayFromNow(2)},2500,Bo Ray,0`,
      `2,Acme,"Dallas, TX",${dayFromNow(3)},"Atlanta, GA",${dayFromNow(4)},2500,,$0.00`,
    ];
    await importFile(client, new File([lines.join('\n')], 'loads.csv'));
    expect(await payOf(client)).toEqual(['1 60000', '2 0']);
  });
});

describe('an export of many pages', () => {
  const total = cases(700, 2_600);
  let owner: TestClient;
  beforeAll(async () => {
    owner = await api.signUp();
    const lines = Array.from(
      { length: total },
      (_, at) => `N${at},Acme,"Dallas, TX",11/${(at % 28) + 1}/2026,"Atlanta, GA",11/29/2026,${1_000 + (at % 7)}`,
    );
    const file = new File([['Load #,Customer,Origin,PU date,Destination,Del date,Gross', ...lines].join('\n')], 'loads.csv');
    const { id, mapping } = await owner.call(dataTransferEndpoints.uploadImport, { body: { file } });
    await owner.call(dataTransferEndpoints.startImport, { params: { id }, body: { mapping } });
    expect((await untilImported(owner, id)).state).toBe('DONE');
  }, 60_000);

  it('200 with every load once, in order', { timeout: 60_000 }, async () => {
    for (const query of ['sort=PICKUP&order=asc', 'sort=GROSS&order=desc']) {
      const rows = await exportRows(owner, query);
      expect(new Set(rows.map((row) => row['Load number'])).size).toBe(total);
      expect(rows).toHaveLength(total);
      const keys = rows.map((row) => (query.includes('GROSS') ? -Number(row.Gross) : Date.parse(String(row['Pickup date']))));
      expect(keys).toEqual(keys.toSorted((a, b) => a - b));
    }
  });

  /** Collects what has arrived so far of an export that is still running. */
  async function beginExport() {
    const response = await owner.fetch('/api/loads/export');
    const came = { text: '', isOver: false };
    const whole = (async () => {
      for await (const chunk of response.body ?? []) came.text += Buffer.from(chunk).toString();
      came.isOver = true;
    })();
    return { came, whole };
  }
  const linesOf = (text: string) => text.trimEnd().split('\r\n').length;

  it('leaves its place to another company between two pages', async () => {
    const other = await api.signUp();
    await fillOffice(other);
    const { heavy } = api.platform.queues;
    const { came, whole } = await beginExport();
    // Takes the company's place between two of its pages: no page can follow until it is given back.
    const giveBack = await heavy.hold(owner.user.companyId);
    // Each export takes as long as a page of the first one, so the first would be over by then if it still had its place.
    for (let page = 0; page < 2 * (total / 100); page++) expect(await exportRows(other)).toHaveLength(2);
    expect(came.isOver).toBe(false);
    expect(linesOf(came.text)).toBeLessThan(total);
    giveBack();
    await whole;
    expect(linesOf(came.text)).toBe(total + 1);
  });

  it('429 for a first page when the company’s line is full', async () => {
    const { heavy } = api.platform.queues;
    const { companyId } = owner.user;
    const giveBack = await heavy.hold(companyId);
    const waiting = Array.from({ length: 4 }, () => heavy.hold(companyId));
    expect((await owner.fetch('/api/loads/export')).status).toBe(429);
    giveBack();
    for (const one of waiting) (await one)();
  });
});
