import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { usCity, writeIpPlaces } from '@headhaul/test-servers/ip-places';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readArrivedMails } from '../../testing/mail/arrived-mail.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';
import { runWaitingJobs } from '../../testing/waiting-jobs.ts';
import { sendNewSignInNotice } from './new-sign-in.jobs.ts';

const chrome = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36';
const [milwaukee, phoenix] = ['203.0.113.18', '192.0.2.77'];

let api: TestApp;
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'headhaul-places-'));
  const path = join(folder, 'cities.mmdb');
  await writeIpPlaces(path, { [milwaukee]: usCity('Milwaukee', 'WI'), [phoenix]: usCity('Phoenix', 'AZ') });
  api = await startTestApp({ env: { IP_PLACES_FILE: path, TRUSTED_PROXY_HOPS: '1' } });
});
afterAll(async () => {
  await api.close();
  await rm(folder, { recursive: true });
});

const from = (ip: string) => ({ 'user-agent': chrome, 'x-forwarded-for': ip });
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

  it('is told to nobody who deleted the account meanwhile', async () => {
    const first = await api.signUp(address());
    await api.signUp(first.user.email);
    await api.admin.query('update users set deleted_at = now() where id = $1', [first.user.id]);
    expect(await runWaitingJobs(api, api.openWorker(), sendNewSignInNotice)).toBe(1);
    expect(await readArrivedMails(first.user.email)).toEqual([]);
  });
});
