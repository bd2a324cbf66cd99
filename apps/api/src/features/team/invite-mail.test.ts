import { teamEndpoints } from '@headhaul/contracts/team';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { runJob } from '../../lib/jobs/jobs.ts';
import type { WorkerPlatform } from '../../lib/platform.ts';
import { readArrivedMails } from '../../testing/mail/arrived-mail.ts';
import { memberIdOf } from '../../testing/team.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';
import { runWaitingJobs } from '../../testing/waiting-jobs.ts';
import { type InviteMail, writeInviteMail } from './invite-mail.ts';
import { sendInvitation } from './team.jobs.ts';

const plain: InviteMail = {
  to: 'dana@northline.example',
  inviterName: 'Ann',
  inviterFullName: 'Ann Kowalski',
  inviterEmail: 'ann@northline.example',
  companyName: 'Northline Logistics',
  mc: '1284417',
  expiresAt: new Date('2026-11-28T03:00:00Z'),
  timeZone: 'America/Chicago',
  link: 'https://app.headhaul.example/login?token=abc',
  webOrigin: 'https://app.headhaul.example',
};

describe('writeInviteMail', () => {
  it('says who invites whom to what, until when in the company’s own time, and carries the link', () => {
    const { subject, html, text } = writeInviteMail(plain);
    expect(subject).toBe('Ann invited you to Northline Logistics');
    for (const part of [html, text]) {
      for (const words of ['Ann Kowalski, ann@northline.example', 'Northline Logistics, MC 1284417', plain.to, 'Nov 27', plain.link])
        expect(part).toContain(words);
    }
    expect(writeInviteMail({ ...plain, mc: null }).text).toContain('Company: Northline Logistics\n');
  });

  it.each([
    ['markup', '<img src=x onerror=alert(1)>"\'&'],
    ['line breaks', 'Freight\r\nBcc: victim@x.example\r\n\r\nbody'],
    ['text turned around', '\u202Egnp.exe\u2066\u200F'],
    ['300 letters', '𝕎'.repeat(300)],
  ])('a name of %s stays a name', (_name, hostile) => {
    const { subject, html, text } = writeInviteMail({ ...plain, inviterName: hostile, inviterFullName: hostile, companyName: hostile });
    expect(html).not.toContain('<img src=x');
    expect(html.match(/<(\w+)/g)?.length).toBe(writeInviteMail(plain).html.match(/<(\w+)/g)?.length);
    expect(subject).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u);
    expect([...subject].length).toBeLessThan(200);
    expect(text).not.toMatch(/^Bcc:/m);
    expect(html + text).not.toMatch(/[\u200F\u202E\u2066]/);
    // No character was cut in half.
    expect(subject.isWellFormed()).toBe(true);
  });

  it.each([
    ['a page', 'Claim at pay-now.example/x'],
    ['a page in odd letters', 'ｐａｙ－ｎｏｗ。example'],
    ['a phone', 'Billing 1 (800) 555-0199'],
    ['a phone in odd digits', 'Call １８００–５５５–０１９９'],
  ])('a name that is %s is not said', (_name, hostile) => {
    const { subject, html, text } = writeInviteMail({ ...plain, inviterName: hostile, inviterFullName: hostile, companyName: hostile });
    expect(subject).toBe(`${plain.inviterEmail} invited you to a team`);
    expect(html + text).not.toMatch(/pay-now|800|１８００|ｐａｙ/);
  });
});

describe('job team.send_invitation', () => {
  let api: TestApp;
  let worker: WorkerPlatform;
  beforeAll(async () => {
    api = await startTestApp();
    worker = api.openWorker();
  });
  afterAll(() => api.close());

  const home = `http://localhost:${inject('sandboxPort')}`;
  it('delivers a mail whose link lets that person in', async () => {
    const owner = await api.signUp('boss@mail.test');
    await owner.call(teamEndpoints.inviteTeamMembers, { body: { emails: ['dana@mail.test'] } });
    await runWaitingJobs(api, worker, sendInvitation);
    const [mail, ...more] = await readArrivedMails('dana@mail.test');
    expect(more).toEqual([]);
    expect(mail).toMatchObject({ to: ['dana@mail.test'], from: 'hello@headhaul.example', subject: 'Test invited you to Test’s company' });
    const [, token = ''] = /\/login\?token=([\w-]+)/.exec(mail?.text ?? '') ?? [];
    expect(mail?.html).toContain(`http://localhost:5173/login?token=${token}`);
    const person = await api.signUp('dana@mail.test');
    expect(await person.call(teamEndpoints.acceptInvitation, { query: { token } })).toMatchObject({ companyId: owner.user.companyId });
  });

  it('sends nothing twice and nothing for an invite that was taken back', async () => {
    const owner = await api.signUp();
    await owner.call(teamEndpoints.inviteTeamMembers, { body: { emails: ['once@mail.test', 'back@mail.test'] } });
    await owner.call(teamEndpoints.removeTeamMember, { params: { id: await memberIdOf(owner, 'back@mail.test') } });
    const { rows } = await api.admin.query(
      `select company_id as "companyId", id as "invitationId" from invitations where email = 'once@mail.test'`,
    );
    await runWaitingJobs(api, worker, sendInvitation);
    await runJob(sendInvitation, worker, rows[0], { attempt: 2, maxAttempts: 8, signal: new AbortController().signal });
    expect(await readArrivedMails('once@mail.test')).toHaveLength(1);
    expect(await readArrivedMails('back@mail.test')).toHaveLength(0);
  });

  it.each(['a,b@mail.test', '<x>y@mail.test', 'g:z@mail.test;w'])(
    '400 for %s, which a mail server could read as several addresses',
    async (email) => {
      const owner = await api.signUp();
      const invite = owner.call(teamEndpoints.inviteTeamMembers, { body: { emails: [email] } });
      await expect(invite).rejects.toMatchObject({ problem: { status: 400, code: 'validation_failed' } });
    },
  );

  it('is tried again while the mail server is down', async () => {
    const owner = await api.signUp();
    await owner.call(teamEndpoints.inviteTeamMembers, { body: { emails: ['down@mail.test'] } });
    const faults = `${home}/services/mail/faults`;
    const { rows } = await api.admin.query(
      `select company_id as "companyId", id as "invitationId" from invitations where email = 'down@mail.test'`,
    );
    const attempt = (number: number) =>
      runJob(sendInvitation, worker, rows[0], { attempt: number, maxAttempts: 8, signal: new AbortController().signal });
    await fetch(faults, { method: 'PUT', headers: { 'content-type': 'application/json' }, body: '{"errorStatus":451}' });
    await expect(attempt(1))
      .rejects.toMatchObject({ responseCode: 451 })
      .finally(() => fetch(faults, { method: 'DELETE' }));
    await attempt(2);
    expect(await readArrivedMails('down@mail.test')).toHaveLength(1);
  });
});
