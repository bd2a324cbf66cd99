import { randomUUID } from 'node:crypto';
import { utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { documentEndpoints } from '@headhaul/contracts/documents';
import { limitEndpoints } from '@headhaul/contracts/limits';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { allFiles, type FileKind, fileKey } from '../../lib/files/files.ts';
import { runJob } from '../../lib/jobs/jobs.ts';
import type { WorkerPlatform } from '../../lib/platform.ts';
import { collect } from '../../testing/collect.ts';
import { logStatements } from '../../testing/database/statement-log.ts';
import { makeLoad } from '../../testing/office.ts';
import { startTestApp, type TestApp, type TestClient } from '../../testing/test-app.ts';
import { sweepFiles, wantedIds } from './file-sweep.jobs.ts';

let api: TestApp;
let worker: WorkerPlatform;
beforeAll(async () => {
  api = await startTestApp();
  worker = api.openWorker();
});
afterAll(() => api.close());

const pdf = Buffer.from('%PDF-1.7');

async function makeOld(company: string, kind: FileKind, id: string): Promise<void> {
  const { env } = api.platform;
  const twoDaysAgo = new Date(Date.now() - 2 * 86_400_000);
  await utimes(join(env.FILES_STORE === 'filesystem' ? env.FILES_DIR : '', fileKey(company, kind, id)), twoDaysAgo, twoDaysAgo);
}

function sweep(): Promise<void> {
  return runJob(sweepFiles, worker, {}, { attempt: 1, maxAttempts: 1, signal: new AbortController().signal });
}

describe('the nightly sweep', () => {
  it('removes files a day old that no row points to, and no others', async () => {
    const { files } = api.platform;
    const owner = await api.signUp();
    const { companyId } = owner.user;
    const load = await makeLoad(owner);
    const upload = () =>
      owner.call(documentEndpoints.uploadLoadDocument, {
        params: { id: load.id },
        body: { kind: 'POD', file: new File([new Uint8Array(pdf)], 'pod.pdf') },
      });
    const [kept, removed] = [await upload(), await upload()];
    await owner.call(documentEndpoints.removeDocument, { params: { documentId: removed.id } });
    const [orphan, young, foreign] = [randomUUID(), randomUUID(), randomUUID()];
    const put = (company: string, kind: FileKind, id: string) => files.put(fileKey(company, kind, id), pdf, { contentType: 'text/plain' });
    await put(companyId, 'documents', young);
    // As if the store had been down when the document was removed.
    await put(companyId, 'documents', removed.id);
    for (const [company, kind, id] of [
      [companyId, 'documents', orphan],
      [companyId, 'imports', orphan],
      [companyId, 'exports', orphan],
      [foreign, 'documents', foreign],
    ] as const) {
      await put(company, kind, id);
      await makeOld(company, kind, id);
    }
    for (const { id } of [kept, removed]) await makeOld(companyId, 'documents', id);
    await sweep();
    const left = await collect(files.list(`${allFiles}${companyId}/`));
    expect(new Set(left.map(({ key }) => key.split('/').at(-1)))).toEqual(new Set([kept.id, young]));
    expect(await collect(files.list(`${allFiles}${foreign}/`))).toEqual([]);
    expect((await owner.fetch(`/api/documents/${kept.id}/content`)).status).toBe(200);
  });
});

async function plantImport({ user }: TestClient, state: string): Promise<string> {
  const id = randomUUID();
  await api.admin.query(
    `insert into data_imports (company_id, id, created_by, file_name, file_kind, size_bytes, state, header, rows)
     values ($1, $2, $3, 'a.csv', 'csv', 700, $4, '[]', 0)`,
    [user.companyId, id, user.id, state],
  );
  return id;
}

describe('the file of an import that nobody started', () => {
  it('takes no room once it is swept', async () => {
    const owner = await api.signUp();
    const [waiting, forgotten] = [await plantImport(owner, 'UPLOADED'), await plantImport(owner, 'UPLOADED')];
    await api.admin.query(`update data_imports set created_at = now() - interval '8 days' where id = $1`, [forgotten]);
    for (const id of [waiting, forgotten]) {
      await api.platform.files.put(fileKey(owner.user.companyId, 'imports', id), pdf, { contentType: 'text/csv' });
      await makeOld(owner.user.companyId, 'imports', id);
    }
    await sweep();
    expect(await owner.call(limitEndpoints.getStorage, {})).toMatchObject({ usedBytes: 700 });
  });
});

describe('which of a batch’s files are wanted', () => {
  it('names only imports of the batch and of its company, also where no row-level rule helps', async () => {
    const [owner, stranger] = [await api.signUp(), await api.signUp()];
    const [waiting, running, done] = [
      await plantImport(owner, 'UPLOADED'),
      await plantImport(owner, 'RUNNING'),
      await plantImport(owner, 'DONE'),
    ];
    await plantImport(owner, 'UPLOADED');
    await plantImport(stranger, 'UPLOADED');
    const batch = [waiting, running, done];
    const wanted = new Set([waiting, running]);
    const idsOf = (rows: { id: string }[]) => new Set(rows.map(({ id }) => id));
    await api.platform.db.withTenant(owner.user.companyId, async (tx) => {
      const { db, statements } = logStatements(tx.db);
      expect(idsOf(await wantedIds.imports({ ...tx, db }, batch))).toEqual(wanted);
      const { rows } = await api.admin.query<{ id: string }>(statements[0]?.sql ?? '', [...(statements[0]?.parameters ?? [])]);
      expect(idsOf(rows)).toEqual(wanted);
    });
  });
});
