import { buffer } from 'node:stream/consumers';
import { type DataImport, dataTransferEndpoints } from '@headhaul/contracts/data-transfer';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { zip } from '../../lib/files/zip.ts';
import { readCents, readDay } from '../../lib/tables/cell-values.ts';
import { tableQueue } from '../../lib/tables/read-table.ts';
import { writeXlsx } from '../../lib/tables/xlsx-write.ts';
import { untilBlocked } from '../../testing/database/lock-waits.ts';
import { eventually } from '../../testing/eventually.ts';
import { untilImported } from '../../testing/imports.ts';
import { type AppWithJobs, startAppWithJobs } from '../../testing/job-worker.ts';
import type { TestApp, TestClient } from '../../testing/test-app.ts';
import { runImport } from './import.jobs.ts';
import { readRow } from './import-row.ts';
import { readEquipment, readPlace, readState, readStatus, readTimes, readWhole } from './import-values.ts';

let office: AppWithJobs;
let api: TestApp;
beforeAll(async () => {
  office = await startAppWithJobs([runImport]);
  api = office.api;
});
afterAll(() => office.close());

const title = 'Broker,Pickup city,Pickup state,Pickup date,Delivery city,Delivery state,Delivery date,Rate,Notes';
const line = (notes: string) => `Acme,Dallas,TX,11/20/2026,Atlanta,GA,11/21/2026,2500,${notes}`;
const csv = (...lines: string[]) => Buffer.from([title, ...lines].join('\r\n'));

function upload(client: TestClient, content: Uint8Array): Promise<DataImport> {
  return client.call(dataTransferEndpoints.uploadImport, { body: { file: new File([new Uint8Array(content)], 'loads') } });
}

describe('a cell of 40,000 characters', () => {
  const long = 40_000;
  const cells = [' ', '\t', ',', ', ', ' ,', '-', ' -', '1', '1,111', '.1', 'a', 'jan ', '1 ', 'USD', '"', 'to', 'T', '\0']
    .map((one) => one.repeat(long / one.length))
    .flatMap((run) => [
      run,
      `x${run}x`,
      `1${run}x`,
      `1${run}1`,
      `$${run}$`,
      `USD${run}x`,
      `jan${run}x`,
      `jan 1${run}x`,
      `Dallas${run}TX${run}x`,
    ]);

  it('is read or refused at once, whatever is in it', () => {
    for (const read of [readCents, readDay, readEquipment, readPlace, readState, readStatus, readTimes, readWhole]) {
      for (const cell of cells) {
        const before = process.threadCpuUsage();
        read(cell);
        const { user, system } = process.threadCpuUsage(before);
        expect((user + system) / 1_000, `${read.name} of ${JSON.stringify(cell.slice(0, 12))}`).toBeLessThan(200);
      }
    }
  });

  it('is a problem of its row, never half a value', () => {
    const read = readRow([`2500${' '.repeat(5_000)}x`], { linehaul: 0 }, { today: '2026-11-15', drivers: new Map() });
    expect(read).toMatchObject({
      problems: expect.arrayContaining([{ column: 'linehaul', message: 'This has more than 4,000 characters' }]),
    });
  });

  it('does no harm in a column that is not imported', async () => {
    const owner = await api.signUp();
    const { id, mapping } = await upload(owner, csv(line('n'.repeat(15_000)), `,${line('n'.repeat(15_000))}`));
    const { rows } = await owner.call(dataTransferEndpoints.previewImport, { params: { id }, body: { mapping } });
    expect(rows[0]).toMatchObject({ problems: [], cells: expect.arrayContaining([`${'n'.repeat(199)}…`]) });
    await owner.call(dataTransferEndpoints.startImport, { params: { id }, body: { mapping } });
    expect(await untilImported(owner, id)).toMatchObject({ state: 'DONE', made: 1, bad: 1 });
  });
});

describe('a workbook whose cells share one long text', () => {
  it('is previewed and kept by the beginnings of its cells', async () => {
    const header = title.split(',').map((one) => `<c t="str"><v>${one}</v></c>`);
    const row = `<row>${'<c t="s"><v>0</v></c>'.repeat(200)}</row>`;
    const parts = {
      'xl/workbook.xml': '<workbook><sheets><sheet name="1" sheetId="1" id="a"/></sheets></workbook>',
      'xl/_rels/workbook.xml.rels':
        '<Relationships><Relationship Id="a" Type="x/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="b" Type="x/sharedStrings" Target="sharedStrings.xml"/></Relationships>',
      'xl/sharedStrings.xml': `<sst><si><t>${'z'.repeat(32_000)}</t></si></sst>`,
      'xl/worksheets/sheet1.xml': `<worksheet><sheetData><row>${header.join('')}</row>${row.repeat(30)}</sheetData></worksheet>`,
    };
    const file = await buffer(zip(Object.entries(parts).map(([name, content]) => ({ name, content: Buffer.from(content) }))));
    const owner = await api.signUp();
    const { id, mapping } = await upload(owner, file);
    const shown = await owner.call(dataTransferEndpoints.previewImport, { params: { id }, body: { mapping } });
    expect(shown.rows[0]?.problems).toEqual([{ column: null, message: 'The row has more than 20,000 characters' }]);
    expect(JSON.stringify(shown).length).toBeLessThan(50_000);
    await owner.call(dataTransferEndpoints.startImport, { params: { id }, body: { mapping } });
    expect(await untilImported(owner, id)).toMatchObject({ state: 'DONE', made: 0, bad: 30 });
    const { rows } = await api.admin.query<{ bytes: number }>(
      'select max(length(cells::text))::int as bytes from data_import_problems where import_id = $1',
      [id],
    );
    expect(rows[0]?.bytes).toBeLessThan(25_000);
  });
});

describe('while a table is read', () => {
  /** Fills the queue with this many jobs, each of another company. */
  function occupy(count: number): { leave(): Promise<unknown> } {
    const { promise, resolve } = Promise.withResolvers<void>();
    const others = Array.from({ length: count }, (_, company) => tableQueue.take(String(company), () => promise));
    return {
      leave: () => {
        resolve();
        return Promise.all(others);
      },
    };
  }

  it('503 with Retry-After when too many wait already', async () => {
    const owner = await api.signUp();
    const { id, mapping } = await upload(owner, csv(line('')));
    const others = occupy(9);
    const body = new FormData();
    body.set('file', new File([new Uint8Array(csv(line('')))], 'loads.csv'));
    const refused = await owner.fetch('/api/loads/imports', { method: 'POST', body });
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '5']);
    expect(await refused.json()).toMatchObject({ code: 'unavailable', retryAfterSeconds: 5 });
    const preview = () => owner.call(dataTransferEndpoints.previewImport, { params: { id }, body: { mapping } });
    const shown = await preview();
    expect(shown.rows).toHaveLength(1);
    // An import whose first rows were not kept has to open its file again.
    await api.admin.query('update data_imports set first_rows = null where id = $1', [id]);
    await expect(preview()).rejects.toMatchObject({ problem: { status: 503, code: 'unavailable' } });
    await others.leave();
    expect(await preview()).toEqual(shown);
  });

  it('a preview shows cells that hold a zero or half a character', async () => {
    const owner = await api.signUp();
    async function* batches() {
      yield [line('a\0b\uD800').split(',')];
    }
    const columns = title.split(',').map((one) => ({ title: one }));
    const { id, mapping } = await upload(owner, await buffer(writeXlsx({ name: 'Loads', columns, batches: batches() })));
    const { rows } = await owner.call(dataTransferEndpoints.previewImport, { params: { id }, body: { mapping } });
    expect(rows).toMatchObject([{ problems: [], cells: expect.arrayContaining(['ab\uFFFD']) }]);
  });

  it('an import comes again later and keeps no other job waiting', async () => {
    const owner = await api.signUp();
    const { id, mapping } = await upload(owner, csv(line('')));
    const others = occupy(1);
    await owner.call(dataTransferEndpoints.startImport, { params: { id }, body: { mapping } });
    await eventually(async () => {
      const waiting = `select from graphile_worker._private_jobs where payload ->> 'importId' = $1 and run_at > now() and locked_at is null`;
      expect((await api.admin.query(waiting, [id])).rowCount).toBe(1);
    });
    expect(await owner.call(dataTransferEndpoints.getImport, { params: { id } })).toMatchObject({ state: 'RUNNING', looked: 0 });
    await others.leave();
    expect(await untilImported(owner, id)).toMatchObject({ state: 'DONE', made: 1 });
  });
});

describe('imports of several companies', () => {
  const bad = (count: number) => csv(...Array.from({ length: count }, () => line('').replace('2500', 'call me')));
  const begin = (client: TestClient, { id, mapping }: DataImport) =>
    client.call(dataTransferEndpoints.startImport, { params: { id }, body: { mapping } });
  const untilTurnedAway = (id: string) =>
    eventually(async () => {
      const later = `select from graphile_worker._private_jobs where payload ->> 'importId' = $1 and run_at > now() and locked_at is null`;
      expect((await api.admin.query(later, [id])).rowCount).toBe(1);
    });
  /**
   * Starts the imports of the first company while their first batch can't be written. The import of the second company then finds
   * the place taken.
   */
  async function runBoth(sizes: readonly number[]) {
    const [busy, other] = [await api.signUp(), await api.signUp()];
    const files = [];
    for (const size of sizes) files.push(await upload(busy, bad(size)));
    const single = await upload(other, bad(1));
    const holder = await api.admin.connect();
    await holder.query('begin; lock table data_import_problems in share mode');
    for (const file of files) await begin(busy, file);
    await untilBlocked(api);
    await begin(other, single);
    await untilTurnedAway(single.id);
    await holder.query('rollback');
    holder.release();
    const ends = [];
    for (const [client, { id, rows }] of [...files.map((file) => [busy, file] as const), [other, single] as const]) {
      const done = await untilImported(client, id);
      expect(done).toMatchObject({ state: 'DONE', bad: rows });
      ends.push(Date.parse(String(done.finishedAt)));
    }
    return ends;
  }

  it('a long one leaves its place to that of another company and goes on afterwards', { timeout: 60_000 }, async () => {
    const [long = 0, other = 0] = await runBoth([4_000]);
    expect(other).toBeLessThan(long);
  });

  it('the next of the same company begins after that of another', { timeout: 60_000 }, async () => {
    const [first = 0, second = 0, other = 0] = await runBoth([1, 1]);
    expect([first < other, other < second]).toEqual([true, true]);
  });
});
