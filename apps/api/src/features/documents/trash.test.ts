import { companyEndpoints } from '@headhaul/contracts/company';
import { type DocumentKind, documentEndpoints } from '@headhaul/contracts/documents';
import { limitEndpoints } from '@headhaul/contracts/limits';
import { loadEndpoints } from '@headhaul/contracts/loads/loads';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fileKey } from '../../lib/files/files.ts';
import type { WorkerPlatform } from '../../lib/platform.ts';
import { makeBroker, makeLoad, plantLoad } from '../../testing/office.ts';
import { addTeammate } from '../../testing/team.ts';
import { startTestApp, type TestApp, type TestClient } from '../../testing/test-app.ts';
import { runWaitingJobs } from '../../testing/waiting-jobs.ts';
import { emptyTrashOf } from './trash.jobs.ts';
import { loadsAtOnce, removeSome } from './trash.ts';

let api: TestApp;
let worker: WorkerPlatform;
beforeAll(async () => {
  api = await startTestApp();
  worker = api.openWorker();
});
afterAll(async () => {
  await worker.close();
  await api.close();
});

const pdf = '%PDF-1.7\n%%EOF';

function upload(client: TestClient, loadId: string, kind: DocumentKind = 'POD') {
  return client.call(documentEndpoints.uploadLoadDocument, {
    params: { id: loadId },
    body: { kind, file: new File([pdf], `${kind}.pdf`) },
  });
}

const remove = (client: TestClient, id: string) => client.call(loadEndpoints.deleteLoad, { params: { id } });
const restore = (client: TestClient, id: string) => client.call(loadEndpoints.restoreLoad, { params: { id } });
const empty = (client: TestClient) => client.call(documentEndpoints.emptyTrash, {});
const kindsOf = async (client: TestClient) => (await client.call(limitEndpoints.getStorage, {})).kinds;
const hasFile = async ({ user }: TestClient, id: string) =>
  (await api.platform.files.get(fileKey(user.companyId, 'documents', id))) !== null;

async function binnedLoad(client: TestClient, ...kinds: DocumentKind[]) {
  const { id } = await makeLoad(client);
  const documents = [];
  for (const kind of kinds) documents.push(await upload(client, id, kind));
  await remove(client, id);
  return { id, documents };
}

/** Deleted loads with a document each, in order of id. */
async function plantBinned(client: TestClient, count: number): Promise<string[]> {
  const { companyId } = client.user;
  const { id: brokerId } = await makeBroker(client);
  const ids: string[] = [];
  for (let n = 0; n < count; n++) ids.push((await plantLoad(api, client, { brokerId })).id);
  await api.admin.query('update loads set deleted_at = now() where company_id = $1', [companyId]);
  await api.admin.query(
    `insert into documents (company_id, id, load_id, kind, file_name, content_type, size_bytes, sha256)
     select company_id, gen_random_uuid(), id, 'POD', 'a.pdf', 'application/pdf', 10, '\\x00' from loads where company_id = $1`,
    [companyId],
  );
  return ids;
}

describe('POST /documents/empty-trash', () => {
  it('204 deletes the documents of deleted loads and no others, and says so in the log and each load’s history', async () => {
    const [owner, neighbor] = [await api.signUp(), await api.signUp()];
    const kept = await makeLoad(owner);
    const pod = await upload(owner, kept.id);
    const binned = await binnedLoad(owner, 'RATE_CONFIRMATION', 'LUMPER');
    const foreign = await binnedLoad(neighbor, 'POD');
    expect(await kindsOf(owner)).toEqual([
      { kind: 'TRIP_DOCUMENTS', files: 1, bytes: pdf.length },
      { kind: 'TRASH', files: 2, bytes: 2 * pdf.length },
    ]);

    await empty(owner);
    expect(await runWaitingJobs(api, worker, emptyTrashOf)).toBe(1);
    expect(await kindsOf(owner)).toEqual([{ kind: 'TRIP_DOCUMENTS', files: 1, bytes: pdf.length }]);
    expect(await kindsOf(neighbor)).toEqual([{ kind: 'TRASH', files: 1, bytes: pdf.length }]);
    expect(await hasFile(owner, pod.id)).toBe(true);
    for (const { id } of binned.documents) expect(await hasFile(owner, id)).toBe(false);
    for (const { id } of foreign.documents) expect(await hasFile(neighbor, id)).toBe(true);

    const back = await restore(owner, binned.id);
    expect(back).toMatchObject({ hasRc: false, hasPod: false, documents: [] });
    const { events } = await owner.call(loadEndpoints.listLoadEvents, { params: { id: binned.id } });
    expect(events.filter(({ kind }) => kind === 'document.removed').map(({ changes, actorName }) => [actorName, changes[0]?.from])).toEqual(
      expect.arrayContaining([
        ['Test Person', 'RATE_CONFIRMATION.pdf'],
        ['Test Person', 'LUMPER.pdf'],
      ]),
    );
    const { lines } = await owner.call(companyEndpoints.listAudit, { query: {} });
    expect(lines.find(({ action }) => action === 'trash.emptied')?.detail).toEqual({ files: 2, bytes: 2 * pdf.length });
  });

  it('204 leaves the documents of a load that is restored or deleted after the question', async () => {
    const owner = await api.signUp();
    const [restored, gone] = [await binnedLoad(owner, 'POD'), await binnedLoad(owner, 'BOL')];
    const later = await makeLoad(owner);
    await upload(owner, later.id, 'POD');
    await empty(owner);
    await restore(owner, restored.id);
    await remove(owner, later.id);
    await runWaitingJobs(api, worker, emptyTrashOf);
    expect(await kindsOf(owner)).toEqual([
      { kind: 'TRIP_DOCUMENTS', files: 1, bytes: pdf.length },
      { kind: 'TRASH', files: 1, bytes: pdf.length },
    ]);
    expect((await owner.call(loadEndpoints.getLoad, { params: { id: gone.id } })).documents).toEqual([]);
  });

  it('204 twice, and more loads than two batches', async () => {
    const owner = await api.signUp();
    const ids = await plantBinned(owner, 2 * loadsAtOnce + 1);
    expect(await kindsOf(owner)).toMatchObject([{ kind: 'TRASH', files: ids.length }]);
    await Promise.all([empty(owner), empty(owner)]);
    await runWaitingJobs(api, worker, emptyTrashOf);
    expect(await kindsOf(owner)).toEqual([]);
    await empty(owner);
    expect(await runWaitingJobs(api, worker, emptyTrashOf)).toBe(0);
  });

  it('goes on behind the last load of a batch, and ends with an empty one', async () => {
    const owner = await api.signUp();
    const { companyId, id: actorId } = owner.user;
    const ids = await plantBinned(owner, 2 * loadsAtOnce);
    const askedAt = new Date(Date.now() + 60_000).toISOString();
    const removeAfter = (afterId: string | null) =>
      api.platform.db.withTenant(companyId, (tx) => removeSome(tx, actorId, askedAt, afterId));
    // The loads before it still have their documents, and aren't looked at.
    const middle = ids[loadsAtOnce - 1] ?? '';
    expect(await removeAfter(middle)).toMatchObject({ lastId: ids.at(-1), documentIds: { length: loadsAtOnce } });
    expect(await removeAfter(middle)).toEqual({ lastId: null, documentIds: [] });
    expect(await removeAfter(null)).toMatchObject({ lastId: middle, documentIds: { length: loadsAtOnce } });
    expect(await kindsOf(owner)).toEqual([]);
  });

  it('403 for a member who is not the owner', async () => {
    const owner = await api.signUp();
    const mate = await addTeammate(api, owner);
    await binnedLoad(owner, 'POD');
    await expect(empty(mate)).rejects.toMatchObject({ problem: { status: 403 } });
    expect(await runWaitingJobs(api, worker, emptyTrashOf)).toBe(0);
  });
});
