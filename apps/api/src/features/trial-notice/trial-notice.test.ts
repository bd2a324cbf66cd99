import { randomUUID } from 'node:crypto';
import { billingEndpoints } from '@headhaul/contracts/billing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runJob } from '../../lib/jobs/jobs.ts';
import type { WorkerPlatform } from '../../lib/platform.ts';
import { readArrivedMails } from '../../testing/mail/arrived-mail.ts';
import { makeDriver, makeLoad } from '../../testing/office.ts';
import { putOnPlan } from '../../testing/plan.ts';
import { startTestApp, type TestApp, type TestClient } from '../../testing/test-app.ts';
import { runWaitingJobs } from '../../testing/waiting-jobs.ts';
import { writeTrialMail } from './trial-mail.ts';
import { findEndingTrials, sendTrialNotice } from './trial-notice.jobs.ts';

const mail = {
  companyName: 'Northline <b>Logistics</b>',
  endsAt: new Date('2026-11-18T05:59:00Z'),
  daysLeft: 3,
  timeZone: 'America/Chicago',
  loads: 31,
  drivers: 1,
  centsPerMile: 271.4,
  webOrigin: 'https://app.headhaul.example',
};

describe('writeTrialMail', () => {
  it('says when in the company’s own time, what was done, what stops and what stays', () => {
    const { subject, html, text } = writeTrialMail(mail);
    expect(subject).toBe('Your trial ends in 3 days');
    expect(text).toContain('On Tuesday, Nov 17 at 11:59 PM CST. Here is what your office did with it.');
    for (const words of ['31 loads booked', '1 driver', '$2.71 a mile, all miles', 'Stops on Tuesday', 'Pro, $14.99 per user a month'])
      expect(text).toContain(words);
    expect(html).toContain('https://app.headhaul.example/?pricing-modal=pro');
    expect(html).not.toContain('<b>Logistics');
  });

  it('shows no figures before the first load', () => {
    const { html, text } = writeTrialMail({ ...mail, loads: 0, centsPerMile: null, daysLeft: 1 });
    expect(text).toContain('Your trial ends in 1 day\n');
    expect(html + text).not.toContain('what your office did');
    expect(writeTrialMail({ ...mail, daysLeft: 0 }).subject).toBe('Your trial ends today');
  });
});

describe('the notice that a trial ends', () => {
  let api: TestApp;
  let worker: WorkerPlatform;
  beforeAll(async () => {
    api = await startTestApp();
    worker = api.openWorker();
  });
  afterAll(() => api.close());

  const readMails = ({ user }: TestClient) => readArrivedMails(user.email);
  const inDays = (days: number) => new Date(Date.now() + days * 86_400_000);
  const signUp = () => api.signUp(`${randomUUID()}@trial.test`);
  async function morning(): Promise<void> {
    await runJob(findEndingTrials, worker, {}, { attempt: 1, maxAttempts: 1, signal: new AbortController().signal });
    await runWaitingJobs(api, worker, sendTrialNotice);
  }

  // At any hour it is before noon in one of these zones and after noon in another.
  it.each(['America/New_York', 'America/Chicago', 'Pacific/Honolulu', 'Asia/Kolkata'])(
    'counts the days of the company’s calendar, as the banner does: %s',
    async (zone) => {
      const owner = await signUp();
      await putOnPlan(api, owner, 'FREE_TRIAL', inDays(2.5));
      await api.admin.query('update companies set time_zone = $2 where company_id = $1', [owner.user.companyId, zone]);
      await morning();
      const { title } = await owner.call(billingEndpoints.getStatusMessage, {});
      expect((await readMails(owner)).map(({ subject }) => subject)).toEqual([title.split(', on')[0]]);
    },
  );

  it('goes to the owner once, within three days of the end', async () => {
    const owner = await signUp();
    await makeDriver(owner);
    await makeLoad(owner);
    await putOnPlan(api, owner, 'FREE_TRIAL', inDays(2.5));
    await morning();
    await morning();
    const mails = await readMails(owner);
    expect(mails).toHaveLength(1);
    expect(mails[0]?.subject).toMatch(/^Your trial ends in [23] days$/);
    expect(mails[0]?.text).toContain('1 load booked');
  });

  it('goes to nobody whose trial has time, is over, or who pays', async () => {
    const people = [await signUp(), await signUp(), await signUp()] as const;
    await putOnPlan(api, people[1], 'FREE_TRIAL', inDays(-1));
    await putOnPlan(api, people[2], 'PRO_MONTHLY', inDays(2));
    await morning();
    for (const person of people) expect(await readMails(person)).toEqual([]);
  });

  it('is left out when days were added between', async () => {
    const owner = await signUp();
    await putOnPlan(api, owner, 'FREE_TRIAL', inDays(2));
    await runJob(findEndingTrials, worker, {}, { attempt: 1, maxAttempts: 1, signal: new AbortController().signal });
    await putOnPlan(api, owner, 'FREE_TRIAL', inDays(9));
    await runWaitingJobs(api, worker, sendTrialNotice);
    expect(await readMails(owner)).toEqual([]);
  });
});
