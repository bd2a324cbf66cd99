import { profileEndpoints } from '@headhaul/contracts/profile';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { WorkerPlatform } from '../../lib/platform.ts';
import { connectByPassword, plantEmail } from '../../testing/mail/mailboxes.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';
import { runWaitingJobs } from '../../testing/waiting-jobs.ts';
import { emptyCompanyRecord } from './empty-company.jobs.ts';

let api: TestApp;
let worker: WorkerPlatform;
beforeAll(async () => {
  api = await startTestApp();
  worker = api.openWorker();
});
afterAll(() => api.close());

describe('mail', () => {
  it('goes with a company that nobody is left in', async () => {
    const client = await api.signUp();
    const { id } = await connectByPassword(client);
    for (const state of ['SENT', 'QUEUED', 'FAILED']) await plantEmail(api, client, id, { state });
    await api.admin.query(
      'insert into email_history (company_id, id, email_id, state) values ($1, gen_random_uuid(), gen_random_uuid(), $2)',
      [client.user.companyId, 'SENT'],
    );
    await api.admin.query('insert into email_holds (company_id, id, account_id, user_id) values ($1, gen_random_uuid(), $2, $3)', [
      client.user.companyId,
      id,
      client.user.id,
    ]);
    await client.call(profileEndpoints.deleteAccount, { body: { email: client.user.email } });
    await runWaitingJobs(api, worker, emptyCompanyRecord);
    for (const table of ['email_accounts', 'email_secrets', 'email_templates', 'emails', 'email_history', 'email_holds']) {
      expect((await api.admin.query(`select from ${table} where company_id = $1`, [client.user.companyId])).rowCount, table).toBe(0);
    }
    for (const table of ['mail_queue', 'mail_lanes', 'mail_schedule']) {
      expect((await api.admin.query(`select from ${table} where of_company = $1`, [client.user.companyId])).rowCount, table).toBe(0);
    }
  });
});
