import { randomUUID } from 'node:crypto';
import { referralEndpoints } from '@headhaul/contracts/referrals';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runJob } from '../../lib/jobs/jobs.ts';
import type { WorkerPlatform } from '../../lib/platform.ts';
import { readArrivedMails } from '../../testing/mail/arrived-mail.ts';
import { acceptReferral, refer } from '../../testing/referrals.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';
import { runWaitingJobs } from '../../testing/waiting-jobs.ts';
import { type ReferralMail, writeReferralMail } from './referral-mail.ts';
import { forgetAddresses, sendReferralMail } from './referrals.jobs.ts';

const plain: ReferralMail = {
  kind: 'invite',
  inviterName: 'Ann',
  inviterFullName: 'Ann Kowalski',
  inviterEmail: 'ann@northline.example',
  companyName: 'Northline Logistics',
  link: 'https://app.headhaul.example/login?token=ref-abc',
  webOrigin: 'https://app.headhaul.example',
};

describe('writeReferralMail', () => {
  it('says who invites, what both get, and carries the link', () => {
    const { subject, html, text } = writeReferralMail(plain);
    expect(subject).toBe('Ann invited you to try Headhaul');
    for (const part of [html, text])
      for (const words of ['Ann Kowalski, ann@northline.example', 'Northline Logistics', '21 days instead of 14', plain.link])
        expect(part).toContain(words);
    expect(writeReferralMail({ ...plain, kind: 'reminder' }).subject).toBe("Ann's invitation to Headhaul still stands");
  });

  it.each([
    ['markup', '<img src=x onerror=alert(1)>"\'&'],
    ['line breaks', 'Freight\r\nBcc: victim@x.example\r\n\r\nbody'],
    ['an address of a page', 'Win at https://evil.example/now'],
    ['a phone', 'Billing 1 (800) 555-0199'],
    ['a phone in odd digits', 'Call １８００–５５５–０１９９'],
    ['an address of a page with an odd dot', 'evil．example'],
    ['300 letters', '𝕎'.repeat(300)],
  ])('a name of %s stays a name', (_name, hostile) => {
    const { subject, html, text } = writeReferralMail({ ...plain, inviterName: hostile, inviterFullName: hostile, companyName: hostile });
    expect(html.match(/<(\w+)/g)?.length).toBe(writeReferralMail(plain).html.match(/<(\w+)/g)?.length);
    expect(subject).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u);
    expect(text).not.toMatch(/^Bcc:/m);
    expect(html + text).not.toMatch(/evil[.．]example|0199|０１９９/);
  });

  it('a name that carries a phone or a page is a Headhaul user’s', () => {
    const { subject, text } = writeReferralMail({ ...plain, inviterName: 'Call 800 555 0199', inviterFullName: 'see evil.example' });
    expect(subject).toBe('A Headhaul user invited you to try Headhaul');
    expect(text).toContain('Invited by: A Headhaul user, ann@northline.example');
    expect(writeReferralMail({ ...plain, companyName: '24/7 Freight 2026' }).text).toContain('Company: 24/7 Freight 2026');
  });
});

describe('job referrals.send_mail', () => {
  let api: TestApp;
  let worker: WorkerPlatform;
  beforeAll(async () => {
    api = await startTestApp();
    worker = api.openWorker();
  });
  afterAll(() => api.close());

  const address = () => `${randomUUID()}@${randomUUID()}.test`;

  it('delivers a mail whose link brings that company', async () => {
    const inviter = await api.signUp(address());
    const email = address();
    const token = await refer(api, inviter, email);
    await runWaitingJobs(api, worker, sendReferralMail);
    const [mail, ...more] = await readArrivedMails(email);
    expect(more).toEqual([]);
    expect(mail?.subject).toBe('Test invited you to try Headhaul');
    expect(/\/login\?token=([\w-]+)/.exec(mail?.text ?? '')?.[1]).toBe(token);
    expect(await acceptReferral(await api.signUp(email), token)).toMatchObject({ kind: 'referral' });
  });

  it('sends nothing twice, a reminder once, and nothing to who came', async () => {
    const inviter = await api.signUp(address());
    const email = address();
    const token = await refer(api, inviter, email);
    await runWaitingJobs(api, worker, sendReferralMail);
    const { rows } = await api.admin.query<{ id: string }>('select id from referrals where email = $1', [email]);
    const id = rows[0]?.id ?? '';
    const run = (kind: 'invite' | 'reminder') =>
      runJob(
        sendReferralMail,
        worker,
        { companyId: inviter.user.companyId, referralId: id, kind },
        { attempt: 2, maxAttempts: 8, signal: new AbortController().signal },
      );
    await run('invite');
    // No reminder was requested.
    await run('reminder');
    expect(await readArrivedMails(email)).toHaveLength(1);
    await api.admin.query(`update referrals set created_at = created_at - interval '4 days' where id = $1`, [id]);
    await inviter.call(referralEndpoints.remindInvitation, { params: { id } });
    await runWaitingJobs(api, worker, sendReferralMail);
    await run('reminder');
    expect(new Set((await readArrivedMails(email)).map(({ subject }) => subject))).toEqual(
      new Set(['Test invited you to try Headhaul', "Test's invitation to Headhaul still stands"]),
    );
    expect(await readArrivedMails(email)).toHaveLength(2);
    await api.admin.query(`update referrals set reminded_at = now() + interval '1 minute' where id = $1`, [id]);
    await acceptReferral(await api.signUp(email), token);
    await run('reminder');
    expect(await readArrivedMails(email)).toHaveLength(2);
  });

  it('keeps the hash of an address for thirty days, and of one that came for good', async () => {
    const inviter = await api.signUp(address());
    const emails = [address(), address()];
    for (const email of emails) await refer(api, inviter, email);
    await acceptReferral(await api.signUp(emails[0]), await refer(api, inviter, address()));
    const count = async () => (await api.admin.query('select from referral_addresses')).rowCount;
    const before = await count();
    await api.admin.query(`update referral_addresses set written_at = array(select at - interval '31 days' from unnest(written_at) at)`);
    await runJob(forgetAddresses, worker, {}, { attempt: 1, maxAttempts: 1, signal: new AbortController().signal });
    expect(before).toBeGreaterThanOrEqual(3);
    const { rows } = await api.admin.query('select joined_at from referral_addresses');
    expect(rows.length).toBeGreaterThan(0);
    expect(rows.every(({ joined_at }) => joined_at !== null)).toBe(true);
  });
});
