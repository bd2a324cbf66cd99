import { boardFilterEndpoints } from '@headhaul/contracts/boards/filters';
import { layoutReportEndpoints } from '@headhaul/contracts/boards/layout-reports';
import { brokerEndpoints } from '@headhaul/contracts/brokers';
import { companyEndpoints } from '@headhaul/contracts/company';
import { dataTransferEndpoints } from '@headhaul/contracts/data-transfer';
import { documentEndpoints } from '@headhaul/contracts/documents';
import { driverEndpoints } from '@headhaul/contracts/drivers';
import { profileEndpoints } from '@headhaul/contracts/profile';
import { teamEndpoints } from '@headhaul/contracts/team';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { clearAuditTexts, verifyAudit } from '../../lib/db/audit.ts';
import type { Database } from '../../lib/db/database.ts';
import { companyFolder } from '../../lib/files/files.ts';
import { runJob } from '../../lib/jobs/jobs.ts';
import type { WorkerPlatform } from '../../lib/platform.ts';
import { offer } from '../../testing/boards/taught-pages.ts';
import { readDatabaseText } from '../../testing/database/database-text.ts';
import { untilBlocked } from '../../testing/database/lock-waits.ts';
import { makeBroker, makeDriver, makeLoad } from '../../testing/office.ts';
import { handOff, readLinkToken } from '../../testing/team.ts';
import { startTestApp, type TestApp, type TestClient } from '../../testing/test-app.ts';
import { runBatches } from '../data-transfer/import-run.service.ts';
import { emptyCompanyRecord } from './empty-company.jobs.ts';

let api: TestApp;
let worker: WorkerPlatform;
beforeAll(async () => {
  api = await startTestApp();
  worker = api.openWorker();
});
afterAll(() => api.close());

/** An import that no worker has started yet. */
async function startImport(owner: TestClient, mark: string): Promise<string> {
  const lines = [1, 2, 3].map((at) => `${mark}${at},${mark} Imported,"Dallas, TX",11/20/2026,"Atlanta, GA",11/21/2026,2500`);
  const file = new File([['Load #,Customer,Origin,PU date,Destination,Del date,Gross', ...lines].join('\r\n')], `${mark}.csv`);
  const { id, mapping } = await owner.call(dataTransferEndpoints.uploadImport, { body: { file } });
  await owner.call(dataTransferEndpoints.startImport, { params: { id }, body: { mapping } });
  return id;
}

async function openOffice(mark: string, mc: string): Promise<TestClient> {
  const owner = await api.signUp();
  const partner = await makeDriver(owner, { name: `${mark} One` });
  const driver = await makeDriver(owner, { name: `${mark} Two`, teamPartnerId: partner.id, truckNumber: `${mark}-114` });
  const load = await makeLoad(owner, { brokerName: `${mark} Freight`, driverId: driver.id, brokerContactEmail: `${mark}@broker.test` });
  const file = new Blob([Buffer.from(`%PDF-1.4\n%%EOF`)]);
  await owner.call(documentEndpoints.uploadLoadDocument, { params: { id: load.id }, body: { kind: 'POD', file } });
  // The log records the following changes with their names.
  const { id: _, seats: __, logo: ___, ...company } = await owner.call(companyEndpoints.getMyCompany, {});
  await owner.call(companyEndpoints.updateMyCompany, { body: { ...company, name: `${mark} Trucking`, mc } });
  const broker = await makeBroker(owner, { name: `${mark} Brokers` });
  await owner.call(brokerEndpoints.markBroker, { params: { id: broker.id }, body: { mark: 'PREFERRED' } });
  const leaving = await makeDriver(owner, { name: `${mark} Three` });
  await owner.call(driverEndpoints.deleteDriver, { params: { id: leaving.id } });
  const rules = [{ kind: 'KEYWORDS' as const, none: [mark], any: [], in: ['comments' as const] }];
  const filter = { name: `${mark} filter`, rules, onUnknown: 'KEEP' as const, action: 'DIM' as const };
  const { id: basedOnId } = await owner.call(boardFilterEndpoints.createBoardFilter, { body: { ...filter, isShared: true } });
  await owner.call(boardFilterEndpoints.createBoardFilter, { body: { ...filter, basedOnId, isChosen: true } });
  const extension = await handOff(api, owner);
  await offer(extension);
  const report = { host: 'loads.example', extVersion: '1.0.0', cause: 'UNKNOWN' as const, outline: 'html\n' };
  await extension.call(layoutReportEndpoints.sendLayoutReport, { body: report });
  await startImport(owner, mark);
  return owner;
}

async function listFiles(companyId: string): Promise<number> {
  let count = 0;
  for await (const _file of worker.files.list(companyFolder(companyId))) count += 1;
  return count;
}

const taken = (attempt: number) => ({ attempt, maxAttempts: 25, signal: new AbortController().signal });
const empty = ({ user: { companyId } }: TestClient, attempt: number) => runJob(emptyCompanyRecord, worker, { companyId }, taken(attempt));

async function expectEmpty(companyId: string): Promise<void> {
  const tables = [
    'loads',
    'load_stops',
    'drivers',
    'brokers',
    'load_figure_deltas',
    'load_day_figures',
    'load_events',
    'documents',
    'broker_figure_deltas',
    'broker_figures',
    'board_filters',
    'board_filter_choices',
    'board_filter_revisions',
    'taught_pages',
    'layout_reports',
  ];
  for (const table of [...tables, 'data_imports', 'data_import_problems']) {
    const { rows } = await api.admin.query(`select count(*)::int as left from ${table} where company_id = $1`, [companyId]);
    expect(rows[0].left, table).toBe(0);
  }
}

interface LogEntry {
  at: string;
  action: string;
  actorId: string | null;
  detail: Record<string, unknown>;
}

async function readLog(companyId: string): Promise<LogEntry[]> {
  const { rows } = await api.admin.query<{ entry: string }>('select entry from audit_log where company_id = $1 order by seq', [companyId]);
  return rows.map(({ entry }) => JSON.parse(entry) as LogEntry);
}

describe('maintenance.empty_company', () => {
  it('leaves nothing of a company whose only person deleted the account, and all of its neighbour', async () => {
    const gone = await openOffice('canaryone', '7654321');
    const stays = await openOffice('neighbour', '1234567');
    await gone.call(profileEndpoints.deleteAccount, { body: { email: gone.user.email } });
    const log = await readLog(gone.user.companyId);
    // Twice, because a worker may die in between and another one starts over.
    for (const attempt of [1, 2]) await empty(gone, attempt);
    const text = (await readDatabaseText(api.admin)).toLowerCase();
    for (const mark of ['canaryone', '7654321']) expect(text, mark).not.toContain(mark);
    for (const mark of ['neighbour', '1234567']) expect(text, mark).toContain(mark);
    expect(await listFiles(gone.user.companyId)).toBe(0);
    expect(await listFiles(stays.user.companyId)).toBe(2);
    await expectEmpty(gone.user.companyId);
    const ids = ({ detail, ...entry }: LogEntry) => ({ ...entry, driverId: detail.driverId, brokerId: detail.brokerId, rows: detail.rows });
    expect((await readLog(gone.user.companyId)).map(ids)).toEqual(log.map(ids));
    for (const { user } of [gone, stays]) {
      expect(await api.platform.db.withTenant(user.companyId, verifyAudit)).toMatchObject({ brokenAt: null });
    }
  });

  it('outlives an import that was in the middle of a batch', async () => {
    const owner = await api.signUp();
    const importId = await startImport(owner, 'late');
    const { companyId } = owner.user;
    const blocker = await api.admin.connect();
    try {
      await blocker.query('begin');
      await blocker.query('lock table load_stops in share mode');
      const ctx = { platform: worker, log: worker.log, transaction: worker.db.withTenant, isLastAttempt: false, ...taken(1) };
      const importing = runBatches(ctx, companyId, importId, async () => {});
      await untilBlocked(api);
      const deleting = owner.call(profileEndpoints.deleteAccount, { body: { email: owner.user.email } });
      await untilBlocked(api, 2);
      await blocker.query('rollback');
      await Promise.all([importing, deleting]);
    } finally {
      blocker.release();
    }
    await empty(owner, 1);
    await expectEmpty(companyId);
  });

  it('clears the log of no company that somebody is in', async () => {
    const owner = await openOffice('clearly', '2345678');
    const log = await readLog(owner.user.companyId);
    const clear = (database: Database) => database.withTenant(owner.user.companyId, (tx) => clearAuditTexts(tx, 0));
    await expect(clear(worker.db)).rejects.toThrow('is not empty');
    await expect(clear(api.platform.db)).rejects.toMatchObject({ code: '42501' });
    expect(await readLog(owner.user.companyId)).toEqual(log);
  });
});

describe('POST /user/team-members/join-by-link', () => {
  it('keeps the joiner’s own company when it has a load', async () => {
    const joiner = await api.signUp();
    await makeLoad(joiner);
    const owner = await api.signUp();
    await joiner.call(teamEndpoints.joinByLink, { query: { inviteToken: await readLinkToken(owner) } });
    expect((await joiner.call(profileEndpoints.getProfile, {})).companies).toHaveLength(2);
  });
});
