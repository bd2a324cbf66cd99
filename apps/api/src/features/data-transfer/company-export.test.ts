import { randomUUID } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { companyEndpoints } from '@headhaul/contracts/company';
import { type CompanyExport, dataTransferEndpoints } from '@headhaul/contracts/data-transfer';
import { documentEndpoints } from '@headhaul/contracts/documents';
import { loadEndpoints } from '@headhaul/contracts/loads/loads';
import { profileEndpoints } from '@headhaul/contracts/profile';
import { savedViewEndpoints } from '@headhaul/contracts/saved-views';
import { teamEndpoints } from '@headhaul/contracts/team';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fromBufferPromise } from 'yauzl';
import { readRows } from '../../lib/db/table-pages.ts';
import { fileKey } from '../../lib/files/files.ts';
import { runJob } from '../../lib/jobs/jobs.ts';
import type { WorkerPlatform } from '../../lib/platform.ts';
import { listTenantTables } from '../../testing/database/tenant-catalogue.ts';
import { openEvents } from '../../testing/event-reader.ts';
import { eventually } from '../../testing/eventually.ts';
import { type AppWithJobs, startAppWithJobs } from '../../testing/job-worker.ts';
import { plantMailbox } from '../../testing/mail/mail.ts';
import { plantEmail } from '../../testing/mail/mailboxes.ts';
import { makeBroker, makeDriver, makeLoad } from '../../testing/office.ts';
import { addTeammate } from '../../testing/team.ts';
import type { TestApp, TestClient } from '../../testing/test-app.ts';
import { archivedTables } from './archive-tables.ts';
import { buildCompanyExport, expireCompanyExport } from './company-export.jobs.ts';

let office: AppWithJobs;
let api: TestApp;
let workerPlatform: WorkerPlatform;
beforeAll(async () => {
  office = await startAppWithJobs([buildCompanyExport, expireCompanyExport]);
  ({ api, workerPlatform } = office);
});
afterAll(() => office.close());

const problem = (status: number, code: string) => ({ problem: { status, code } });
const pdf = Buffer.from('%PDF-1.7 a document');
const list = async (client: TestClient) => (await client.call(dataTransferEndpoints.listCompanyExports, {})).exports;

async function makeExport(owner: TestClient): Promise<CompanyExport> {
  const { id } = await owner.call(dataTransferEndpoints.startCompanyExport, {});
  return eventually(async () => {
    const made = (await list(owner)).find((one) => one.id === id);
    if (made?.state !== 'READY') throw new Error(`it is ${made?.state}`);
    return made;
  });
}

const download = (client: TestClient, id: string) => client.fetch(`/api/companies/myCompany/exports/${id}/content`);

async function unzip(response: Response): Promise<Record<string, string>> {
  const archive = await fromBufferPromise(Buffer.from(await response.arrayBuffer()), { lazyEntries: true, autoClose: false });
  const files: Record<string, string> = {};
  for await (const entry of archive.eachEntry())
    files[entry.fileName] = (await buffer(await archive.openReadStreamPromise(entry))).toString();
  return files;
}

async function addDocument(client: TestClient, loadId: string, name: string): Promise<string> {
  const body = { kind: 'POD' as const, file: new File([new Uint8Array(pdf)], name) };
  return (await client.call(documentEndpoints.uploadLoadDocument, { params: { id: loadId }, body })).id;
}

describe('POST /companies/myCompany/exports', () => {
  it('200 builds a zip with everything the company has, and nothing of another', async () => {
    const [owner, stranger] = [await api.signUp('chief@export.test'), await api.signUp('stranger@export.test')];
    await addTeammate(api, owner, 'mate@export.test');
    await makeBroker(stranger, { name: 'Strangers only' });
    await makeLoad(stranger, { loadNumber: 'STRANGE' });
    const driver = await makeDriver(owner, { name: 'Ann', familyName: 'Lee', phone: '(712) 555-0148' });
    await makeBroker(owner, { name: '=Acme', mc: '123456' });
    const [kept, binned] = [await makeLoad(owner, { loadNumber: 'A/1', driverId: driver.id }), await makeLoad(owner, { loadNumber: 'B2' })];
    await owner.call(loadEndpoints.addNote, { params: { id: kept.id }, body: { body: 'Call the dock' } });
    await owner.call(loadEndpoints.deleteLoad, { params: { id: binned.id } });
    await addDocument(owner, kept.id, 'signed.pdf');
    await addDocument(owner, kept.id, 'Signed.pdf');
    const removed = await addDocument(owner, kept.id, 'wrong.pdf');
    await owner.call(documentEndpoints.removeDocument, { params: { documentId: removed } });
    const body = { kind: 'CDL' as const, file: new File([new Uint8Array(pdf)], 'cdl.pdf') };
    await owner.call(documentEndpoints.uploadDriverDocument, { params: { id: driver.id }, body });

    const screen = await openEvents(owner);
    const made = await makeExport(owner);
    expect(Date.parse(made.expiresAt ?? '') - Date.parse(made.readyAt ?? '')).toBeCloseTo(7 * 86_400_000, -6);
    const response = await download(owner, made.id);
    expect(response.headers.get('content-type')).toBe('application/zip');
    expect(response.headers.get('content-disposition')).toMatch(/^attachment; filename="Headhaul \d{4}-\d\d-\d\d\.zip"/);
    const copy = response.clone();
    expect((await copy.arrayBuffer()).byteLength).toBe(made.sizeBytes);
    const files = await unzip(response);
    expect(Object.keys(files)).toEqual(
      expect.arrayContaining([
        ...['Read me.txt', 'company.json', 'team.json', 'loads.json', 'loads.csv', 'drivers.csv', 'brokers.csv', 'audit log.json'],
        ...['documents/loads/A_1/POD, signed.pdf', 'documents/loads/A_1/POD, Signed (2).pdf', 'documents/drivers/Ann Lee/CDL, cdl.pdf'],
      ]),
    );
    expect(Object.keys(files).filter((name) => name.startsWith('documents/'))).toHaveLength(3);
    expect(files['documents/loads/A_1/POD, signed.pdf']).toBe(pdf.toString());
    const loads = JSON.parse(String(files['loads.json'])) as {
      loadNumber: string;
      stops: unknown[];
      notes: unknown[];
      deletedAt: string | null;
    }[];
    expect(loads).toMatchObject([
      { loadNumber: 'A/1', driverName: 'Ann Lee', notes: [{ body: 'Call the dock' }], deletedAt: null },
      { loadNumber: 'B2', deletedAt: expect.any(String) },
    ]);
    expect(loads[0]?.stops).toHaveLength(2);
    expect(files['loads.csv']).toContain('A/1,Booked');
    expect(files['loads.csv']).not.toContain('B2');
    expect(files['brokers.csv']).toContain("'=Acme,,123456");
    expect(JSON.parse(String(files['drivers.json']))).toMatchObject([{ name: 'Ann', familyName: 'Lee', phone: '+17125550148' }]);
    expect(JSON.parse(String(files['team.json']))).toMatchObject({
      members: [{ email: 'chief@export.test' }, { email: 'mate@export.test' }],
    });
    expect(JSON.parse(String(files['load history.json'])).length).toBeGreaterThanOrEqual(5);
    for (const name of ['saved views.json', 'trailers.json']) expect(JSON.parse(String(files[name]))).toEqual([]);
    expect(Object.values(files).join()).not.toMatch(/STRANGE|Strangers only|stranger@export/);
    await screen.untilChanges(3);
    expect(screen.changes().map(({ data }) => data)).toContainEqual({ type: 'export.changed', id: made.id });
    screen.close();
    const { lines } = await owner.call(companyEndpoints.listAudit, { query: { limit: 2 } });
    expect(lines.map(({ action }) => action)).toEqual(['export.downloaded', 'export.started']);
  });

  it('200 without how to reach those who left, and without anybody’s private views', async () => {
    const owner = await api.signUp();
    const left = await addTeammate(api, owner, 'canary@left.test');
    const view = { screen: 'LOADS' as const, query: 'status=BOOKED' };
    await left.call(savedViewEndpoints.createView, { body: { ...view, name: 'Canary of mine' } });
    await left.call(savedViewEndpoints.createView, { body: { ...view, name: 'Ours', isShared: true } });
    await left.call(profileEndpoints.updateProfile, {
      body: { name: 'Lee', familyName: 'Left', phone: '(555) 777-1313', timeZone: null },
    });
    await left.call(teamEndpoints.leaveTeam, { body: {} });
    const files = await unzip(await download(owner, (await makeExport(owner)).id));
    const { members } = JSON.parse(String(files['team.json'])) as { members: object[] };
    expect(members).toEqual([
      expect.objectContaining({ email: owner.user.email, leftAt: null }),
      { name: 'Lee', familyName: 'Left', joinedAt: expect.any(String), leftAt: expect.any(String) },
    ]);
    expect(JSON.parse(String(files['saved views.json']))).toMatchObject([{ name: 'Ours' }]);
    for (const mark of ['canary@left.test', '7771313', '777-1313', 'Canary of mine'])
      expect(Object.values(files).join(), mark).not.toContain(mark);
  });

  it('200 with the one that is being made already', async () => {
    const owner = await api.signUp();
    const answers = await Promise.all(Array.from({ length: 4 }, () => owner.call(dataTransferEndpoints.startCompanyExport, {})));
    expect(new Set(answers.map(({ id }) => id)).size).toBeLessThanOrEqual(2);
    await eventually(async () => expect((await list(owner)).filter(({ state }) => state === 'READY')).toHaveLength(1));
  });

  it('replaces the one before: a company has one at a time', async () => {
    const owner = await api.signUp();
    const first = await makeExport(owner);
    const second = await makeExport(owner);
    await eventually(async () =>
      expect(await list(owner)).toMatchObject([
        { id: second.id, state: 'READY' },
        { id: first.id, state: 'EXPIRED' },
      ]),
    );
    expect((await download(owner, first.id)).status).toBe(404);
    expect((await download(owner, second.id)).status).toBe(200);
  });

  it('200 when a document’s file is missing: it is named', async () => {
    const owner = await api.signUp();
    const load = await makeLoad(owner, { loadNumber: '7' });
    const [lost] = [await addDocument(owner, load.id, 'lost.pdf'), await addDocument(owner, load.id, 'there.pdf')];
    await api.platform.files.remove(fileKey(owner.user.companyId, 'documents', lost));
    const files = await unzip(await download(owner, (await makeExport(owner)).id));
    expect(files['documents/Missing files.txt']).toBe('documents/loads/7/POD, lost.pdf\r\n');
    expect(files['documents/loads/7/POD, there.pdf']).toBe(pdf.toString());
  });

  it('403 for a member; 404 for another company’s, and while it isn’t ready', async () => {
    const [owner, stranger] = [await api.signUp(), await api.signUp()];
    const member = await addTeammate(api, owner);
    const refused = problem(403, 'not_allowed');
    await expect(member.call(dataTransferEndpoints.startCompanyExport, {})).rejects.toMatchObject(refused);
    await expect(list(member)).rejects.toMatchObject(refused);
    const { id } = await makeExport(owner);
    expect((await download(member, id)).status).toBe(403);
    expect((await download(stranger, id)).status).toBe(404);
    expect((await download(owner, randomUUID())).status).toBe(404);
    await expect(stranger.call(dataTransferEndpoints.removeCompanyExport, { params: { id } })).rejects.toMatchObject(
      problem(404, 'not_found'),
    );
    await api.admin.query(`update company_exports set state = 'RUNNING' where id = $1`, [id]);
    expect((await download(owner, id)).status).toBe(404);
    await expect(owner.call(dataTransferEndpoints.removeCompanyExport, { params: { id } })).rejects.toMatchObject(
      problem(422, 'move_not_allowed'),
    );
  });
});

describe('DELETE /companies/myCompany/exports/{id}', () => {
  it('204 takes the file away too', async () => {
    const owner = await api.signUp();
    const { id } = await makeExport(owner);
    await owner.call(dataTransferEndpoints.removeCompanyExport, { params: { id } });
    expect(await list(owner)).toEqual([]);
    expect(await api.platform.files.get(fileKey(owner.user.companyId, 'exports', id))).toBeNull();
    await expect(owner.call(dataTransferEndpoints.removeCompanyExport, { params: { id } })).rejects.toMatchObject(
      problem(404, 'not_found'),
    );
  });
});

describe('an export', () => {
  it('expires after seven days, by its own job', async () => {
    const owner = await api.signUp();
    const { id, expiresAt } = await makeExport(owner);
    const waiting = `select run_at, payload from graphile_worker._private_jobs where payload ->> 'exportId' = $1`;
    const { rows } = await api.admin.query<{ run_at: Date; payload: unknown }>(waiting, [id]);
    expect(rows[0]?.run_at.toISOString()).toBe(expiresAt);
    await runJob(expireCompanyExport, workerPlatform, rows[0]?.payload, {
      attempt: 1,
      maxAttempts: 1,
      signal: new AbortController().signal,
    });
    expect(await list(owner)).toMatchObject([{ id, state: 'EXPIRED' }]);
    expect((await download(owner, id)).status).toBe(404);
  });

  it('says so when it could not be made', async () => {
    const owner = await api.signUp();
    const broken = { ...workerPlatform, files: { ...workerPlatform.files, put: () => Promise.reject(new Error('the store is full')) } };
    const { id } = await makeExport(owner);
    await api.admin.query(`update company_exports set state = 'WAITING' where id = $1`, [id]);
    const taken = { attempt: 5, maxAttempts: 5, signal: new AbortController().signal };
    const payload = { companyId: owner.user.companyId, exportId: id };
    await expect(runJob(buildCompanyExport, broken, payload, taken)).rejects.toThrow('the store is full');
    expect(await list(owner)).toMatchObject([{ id, state: 'FAILED' }]);
  });

  it('holds a few long mails in memory at a time', async () => {
    const owner = await api.signUp();
    const { accountId } = await plantMailbox(api, owner, { isShared: true });
    for (let count = 0; count < 25; count++) await plantEmail(api, owner, accountId);
    const source = archivedTables.find(({ table }) => table === 'emails');
    const sizes: number[] = [];
    if (source) {
      const pages = readRows((work) => api.platform.db.withTenant(owner.user.companyId, work), source);
      for await (const page of pages) sizes.push(page.length);
    }
    expect(sizes).toEqual([10, 10, 5]);
  });

  it('leaves no table out by accident', async () => {
    const ownWriters = [
      'companies',
      'company_logos',
      'memberships',
      'invitations',
      'loads',
      'load_stops',
      'load_fees',
      'load_references',
      'load_notes',
    ];
    const ofNoUse = [
      'audit_heads',
      'idempotency_keys',
      'live_event_heads',
      'live_events',
      'team_links',
      'company_exports',
      'load_counters',
      'limit_uses',
      'board_filter_choices',
      'board_filter_revisions',
      // How pages of boards are built, without a word of the company.
      'layout_reports',
      'referral_links',
      // Mailbox credentials are never exported.
      'email_secrets',
      'factor_keys',
      'email_holds',
    ];
    // Figures are computed from the loads.
    const isFigure = (table: string) => /^load_(day|month|figure)_|^broker_(lane_)?figure/.test(table);
    const known = new Set([...archivedTables.map(({ table }) => table), ...ownWriters, ...ofNoUse]);
    const tables = (await listTenantTables(api.admin)).map((table) => table.replace(/_\d{6,8}$/, ''));
    expect([...new Set(tables)].filter((table) => !known.has(table) && !isFigure(table))).toEqual([]);
  });
});
