import { dataTransferEndpoints } from '@headhaul/contracts/data-transfer';
import { documentEndpoints } from '@headhaul/contracts/documents';
import { limitEndpoints } from '@headhaul/contracts/limits';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { companyFolder } from '../../lib/files/files.ts';
import { collect } from '../../testing/collect.ts';
import { untilBlocked } from '../../testing/database/lock-waits.ts';
import { eventually } from '../../testing/eventually.ts';
import { untilImported } from '../../testing/imports.ts';
import { type AppWithJobs, startAppWithJobs } from '../../testing/job-worker.ts';
import { makeLoad } from '../../testing/office.ts';
import type { TestApp, TestClient } from '../../testing/test-app.ts';
import { runImport } from './import.jobs.ts';
import { removeImportFile } from './import-file.jobs.ts';

let office: AppWithJobs;
let api: TestApp;
beforeAll(async () => {
  office = await startAppWithJobs([runImport, removeImportFile]);
  api = office.api;
});
afterAll(() => office.close());

const quota = 5 * 1024 ** 3;
const full = { problem: { status: 422, code: 'limit_reached', detail: expect.stringContaining('storage is full') } };
const header = 'Load number,Broker,Pickup city,Pickup state,Pickup date,Delivery city,Delivery state,Delivery date,Rate';
const table = `${header}\r\n1,Acme,Dallas,TX,2026-01-05,Atlanta,GA,2026-01-06,2500\r\n`;
const document = `%PDF-1.7\n${' '.repeat(1_000)}%%EOF`;

/** Fills a trial's storage except for this many bytes. */
async function leaveRoom(client: TestClient, loadId: string, bytes: number): Promise<void> {
  const largest = 2_000_000_000;
  for (let left = quota - bytes; left > 0; left -= largest) {
    await api.admin.query(
      `insert into documents (company_id, id, load_id, kind, file_name, content_type, size_bytes, sha256)
       values ($1, gen_random_uuid(), $2, 'POD', 'a.pdf', 'application/pdf', $3, '\\x00')`,
      [client.user.companyId, loadId, Math.min(left, largest)],
    );
  }
}

const usedBy = async (client: TestClient) => (await client.call(limitEndpoints.getStorage, {})).usedBytes;
const filesOf = async ({ user }: TestClient) => (await collect(api.platform.files.list(companyFolder(user.companyId)))).length;
const upload = (client: TestClient) =>
  client.call(dataTransferEndpoints.uploadImport, { body: { file: new File([table], 'loads.csv', { type: 'text/csv' }) } });
const addDocument = (client: TestClient, id: string) =>
  client.call(documentEndpoints.uploadLoadDocument, { params: { id }, body: { kind: 'POD', file: new File([document], 'pod.pdf') } });

describe('the file of an import', () => {
  it('takes room until the import is over, and goes then', async () => {
    const owner = await api.signUp();
    const [dropped, done] = [await upload(owner), await upload(owner)];
    expect(await owner.call(limitEndpoints.getStorage, {})).toMatchObject({
      usedBytes: 2 * table.length,
      kinds: [{ kind: 'OTHER_DOCUMENTS', files: 2, bytes: 2 * table.length }],
    });
    await owner.call(dataTransferEndpoints.cancelImport, { params: { id: dropped.id } });
    await eventually(async () => expect(await usedBy(owner)).toBe(table.length));
    expect(await filesOf(owner)).toBe(1);
    await owner.call(dataTransferEndpoints.startImport, { params: { id: done.id }, body: { mapping: done.mapping } });
    expect((await untilImported(owner, done.id)).state).toBe('DONE');
    await eventually(async () => expect(await usedBy(owner)).toBe(0));
    expect(await filesOf(owner)).toBe(0);
  });

  it('is refused where there is no room for it, and nothing of it stays', async () => {
    const owner = await api.signUp();
    const { id } = await makeLoad(owner);
    await leaveRoom(owner, id, table.length + 1);
    await upload(owner);
    await expect(upload(owner)).rejects.toMatchObject(full);
    expect(await filesOf(owner)).toBe(1);
  });
});

describe('a document', () => {
  it('is gone from the store as soon as it is removed: who adds and removes fills nothing', async () => {
    const owner = await api.signUp();
    const { id } = await makeLoad(owner);
    const added = await addDocument(owner, id);
    expect(await filesOf(owner)).toBe(1);
    await owner.call(documentEndpoints.removeDocument, { params: { documentId: added.id } });
    expect(await filesOf(owner)).toBe(0);
  });

  it('is refused when another took the last room meanwhile', async () => {
    const owner = await api.signUp();
    const [one, other] = [await makeLoad(owner), await makeLoad(owner)];
    await leaveRoom(owner, one.id, document.length + 1);
    const holder = await api.admin.connect();
    await holder.query('begin');
    await holder.query('select from loads where id = any($1) for update', [[one.id, other.id]]);
    const both = Promise.allSettled([addDocument(owner, one.id), addDocument(owner, other.id)]);
    await untilBlocked(api, 2);
    await holder.query('rollback');
    holder.release();
    const outcomes = await both;
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    expect(outcomes.find(({ status }) => status === 'rejected')).toMatchObject({ reason: full });
    expect(await usedBy(owner)).toBeLessThanOrEqual(quota);
    expect(await filesOf(owner)).toBe(1);
  });
});
