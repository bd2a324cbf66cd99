import { type DataImport, dataTransferEndpoints } from '@headhaul/contracts/data-transfer';
import { loadEndpoints } from '@headhaul/contracts/loads/loads';
import { formatApprovalDay } from '@headhaul/domain/factoring/approvals';
import { toCsvLine } from '@headhaul/domain/tables/csv';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { untilImported } from '../../testing/imports.ts';
import { type AppWithJobs, startAppWithJobs } from '../../testing/job-worker.ts';
import { dayFromNow } from '../../testing/office.ts';
import { applyList, setFactor } from '../../testing/providers/factor.ts';
import { problemOf, sendJson } from '../../testing/send-json.ts';
import type { TestClient } from '../../testing/test-app.ts';
import { runImport } from './import.jobs.ts';

let office: AppWithJobs;
beforeAll(async () => {
  office = await startAppWithJobs([runImport]);
});
afterAll(() => office.close());

const titles = ['Load number', 'Status', 'Broker', 'Broker MC', 'Pickup city', 'Pickup state', 'Pickup date'];
titles.push('Delivery city', 'Delivery state', 'Delivery date', 'Rate');
const listed = dayFromNow(-5);
const declined = `Ridgeway declined Quickturn on ${formatApprovalDay(listed)}.`;

function row(number: string, status: string, [broker, mc]: readonly [string, string], rate = '2500'): string[] {
  return [number, status, broker, mc, 'Dallas', 'TX', dayFromNow(1), 'Atlanta', 'GA', dayFromNow(2), rate];
}

const quickturn = ['Quickturn', '991120'] as const;
const lakeshore = ['Lakeshore', '428816'] as const;
const unlisted = ['Nowhere Freight', '5'] as const;

async function openOffice(): Promise<TestClient> {
  const owner = await office.api.signUp();
  await setFactor(owner);
  await applyList(owner, ['Quickturn,991120,,Declined,,', 'Lakeshore,428816,,Approved,10000,8000'], listed);
  return owner;
}

function upload(client: TestClient, rows: string[][]): Promise<DataImport> {
  const file = new File([[titles, ...rows].map(toCsvLine).join('')], 'loads.csv');
  return client.call(dataTransferEndpoints.uploadImport, { body: { file } });
}

async function importAll(client: TestClient, rows: string[][]): Promise<DataImport> {
  const { id, mapping } = await upload(client, rows);
  await client.call(dataTransferEndpoints.startImport, { params: { id }, body: { mapping } });
  return untilImported(client, id);
}

async function readDoubts(client: TestClient): Promise<Record<string, string[]>> {
  const { loads } = await client.call(loadEndpoints.listLoads, { query: { limit: 100 } });
  const found: Record<string, string[]> = {};
  for (const { id, loadNumber } of loads) {
    const { events } = await client.call(loadEndpoints.listLoadEvents, { params: { id } });
    const doubts = events.filter(({ kind }) => kind === 'factor.confirmed');
    expect(doubts.every(({ source }) => source === 'import')).toBe(true);
    if (doubts.length > 0) found[loadNumber] = doubts.map(({ reason }) => reason ?? '');
  }
  return found;
}

describe('a file with loads of brokers that the factor speaks against', () => {
  it('says so in the preview, with the brokers that the factor does not know', async () => {
    const owner = await openOffice();
    const { id, mapping } = await upload(owner, [
      row('1', 'Booked', quickturn),
      row('2', 'Booked', lakeshore),
      row('3', 'Booked', lakeshore, '2000'),
      row('4', 'Booked', unlisted),
      row('5', 'Draft', quickturn),
      row('6', 'Booked', quickturn, 'free'),
    ]);
    const shown = await owner.call(dataTransferEndpoints.previewImport, { params: { id }, body: { mapping } });
    const overLimit = expect.stringContaining('has $2,000 of $10,000 left for Lakeshore');
    expect(shown.rows.map(({ factorDoubt }) => factorDoubt)).toEqual([declined, overLimit, null, null, null, null]);
    expect(shown.rows.map(({ problems }) => problems.length)).toEqual([0, 0, 0, 0, 0, 1]);
    expect(shown.factorUnknown).toEqual({ factorName: 'Ridgeway', brokers: ['Nowhere Freight'] });
  });

  it('makes them all, marks the open ones in their history and counts them', async () => {
    const owner = await openOffice();
    const done = await importAll(owner, [
      row('1', 'Booked', quickturn),
      row('2', 'Delivered', quickturn),
      row('3', 'Paid', quickturn),
      row('4', 'Booked', lakeshore),
      row('5', 'Booked', unlisted),
    ]);
    expect(done).toMatchObject({ state: 'DONE', made: 5, bad: 0, factorDoubts: { loads: 2, loadNumbers: ['1', '4'] } });
    expect(await readDoubts(owner)).toEqual({ 1: [declined], 4: [expect.stringContaining('left for Lakeshore')] });
  });

  it('asks when such a load comes back from the trash: an import asks nobody', async () => {
    const owner = await openOffice();
    await importAll(owner, [row('1', 'Booked', quickturn)]);
    const { loads } = await owner.call(loadEndpoints.listLoads, { query: {} });
    const id = loads[0]?.id ?? '';
    await owner.call(loadEndpoints.deleteLoad, { params: { id } });
    expect(await problemOf(sendJson(owner, 'POST', `/loads/${id}/restore`))).toMatchObject({ status: 422, detail: declined });
  });

  it('names the first 20 of many, over all batches', async () => {
    const owner = await openOffice();
    const done = await importAll(
      owner,
      Array.from({ length: 620 }, (_, at) => row(`L${at}`, 'Booked', at % 100 < 5 ? quickturn : unlisted)),
    );
    expect(done).toMatchObject({ made: 620, factorDoubts: { loads: 35 } });
    expect(done.factorDoubts.loadNumbers).toHaveLength(20);
    expect(done.factorDoubts.loadNumbers.slice(0, 6)).toEqual(['L0', 'L1', 'L2', 'L3', 'L4', 'L100']);
  });

  it('says nothing for a company without a factor', async () => {
    const owner = await office.api.signUp();
    const { id, mapping } = await upload(owner, [row('1', 'Booked', quickturn)]);
    const shown = await owner.call(dataTransferEndpoints.previewImport, { params: { id }, body: { mapping } });
    expect([shown.rows[0]?.factorDoubt, shown.factorUnknown]).toEqual([null, null]);
    expect(await importAll(owner, [row('1', 'Booked', quickturn)])).toMatchObject({ factorDoubts: { loads: 0, loadNumbers: [] } });
    expect(await readDoubts(owner)).toEqual({});
  });
});
