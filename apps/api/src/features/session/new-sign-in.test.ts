import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readArrivedMails } from '../../testing/mail/arrived-mail.ts';
import type { TestApp } from '../../testing/test-app.ts';
import { chrome, from, milwaukee, phoenix, startAppOfTwoCities } from '../../testing/two-cities.ts';
import { runWaitingJobs } from '../../testing/waiting-jobs.ts';
import { sendNewSignInNotice } from './new-sign-in.jobs.ts';

let api: TestApp;
beforeAll(async () => {
  api = await startAppOfTwoCities();
});
afterAll(() => api.close());

const address = () => `away-${crypto.randomUUID()}@sign-ins.test`;

describe('a sign-in that nobody has seen before', () => {
  it('is told to the person by email, and noted', async () => {
    const first = await api.signUp(address(), from(milwaukee));
    await api.signUp(first.user.email, from(phoenix));
    expect(await runWaitingJobs(api, api.openWorker(), sendNewSignInNotice)).toBe(1);
    const [mail, ...more] = await readArrivedMails(first.user.email);
    expect([mail?.subject, more]).toEqual(['You signed in from a new place', []]);
    for (const said of ['Device: Chrome on Windows', 'Place: Phoenix, AZ', phoenix]) expect(mail?.text).toContain(said);
    const { rows } = await api.admin.query(`select detail from security_events where company_id = $1 and kind = 'sign_in.unusual'`, [
      first.user.companyId,
    ]);
    expect(rows).toEqual([{ detail: { sessionId: expect.any(String), isNewDevice: true, isNewPlace: true } }]);
  });

  it('is told by the device where no place is known', async () => {
    const first = await api.signUp(address());
    await api.signUp(first.user.email, { 'user-agent': chrome });
    await runWaitingJobs(api, api.openWorker(), sendNewSignInNotice);
    const [mail] = await readArrivedMails(first.user.email);
    expect(mail?.subject).toBe('You signed in on a new device');
    expect(mail?.text).toContain('Place: Not known');
  });

  it('is told five times an hour at most, and noted each time', async () => {
    const first = await api.signUp(address());
    for (let time = 0; time < 8; time++) await api.signUp(first.user.email);
    expect(await runWaitingJobs(api, api.openWorker(), sendNewSignInNotice)).toBe(5);
    const { rows } = await api.admin.query(`select from security_events where company_id = $1 and kind = 'sign_in.unusual'`, [
      first.user.companyId,
    ]);
    expect(rows).toHaveLength(8);
  });

  it('is told to no address that nobody has proved', async () => {
    const first = await api.signUp(address());
    await api.signUp(first.user.email);
    await api.admin.query('update users set email_proven_at = null where id = $1', [first.user.id]);
    expect(await runWaitingJobs(api, api.openWorker(), sendNewSignInNotice)).toBe(1);
    expect(await readArrivedMails(first.user.email)).toEqual([]);
  });

  it('is told to nobody who deleted the account meanwhile', async () => {
    const first = await api.signUp(address());
    await api.signUp(first.user.email);
    await api.admin.query('update users set deleted_at = now() where id = $1', [first.user.id]);
    expect(await runWaitingJobs(api, api.openWorker(), sendNewSignInNotice)).toBe(1);
    expect(await readArrivedMails(first.user.email)).toEqual([]);
  });
});
