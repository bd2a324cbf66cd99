import { sessionEndpoints } from '@headhaul/contracts/session';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readArrivedMails } from '../../testing/mail/arrived-mail.ts';
import { politeScript, type ScriptedSmtp, type SmtpScript, startScriptedSmtp } from '../../testing/mail/smtp-script.ts';
import { startTestApp, type TestApp, type TestClient } from '../../testing/test-app.ts';
import { runWaitingJobs } from '../../testing/waiting-jobs.ts';
import { mailEmailCode } from './email-code.jobs.ts';

let api: TestApp;
let smtp: ScriptedSmtp;
beforeAll(async () => {
  api = await startTestApp();
  smtp = await startScriptedSmtp();
});
afterAll(async () => {
  await api.close();
  await smtp.close();
});

const stateOf = async (client: TestClient) => (await client.call(sessionEndpoints.getEmailCode, {})).state;
const send = (client: TestClient) => client.call(sessionEndpoints.sendEmailCode, {});
/** A worker whose mail server is the scripted one, and one whose mail server is away. */
const openRefused = () => api.openWorker({ SMTP_URL: `smtps://desk:secret@localhost:${smtp.port}?tls.rejectUnauthorized=false` });
const openAway = () => api.openWorker({ SMTP_URL: 'smtp://localhost:1' });

describe('GET /auth/email-code', () => {
  it('200 follows the mail: none, sending, sent', async () => {
    const client = await api.signUp();
    expect(await stateOf(client)).toBe('none');
    await send(client);
    expect(await stateOf(client)).toBe('sending');
    expect(await runWaitingJobs(api, api.openWorker(), mailEmailCode)).toBe(1);
    expect(await stateOf(client)).toBe('sent');
    expect(await readArrivedMails(client.user.email)).toHaveLength(1);
  });

  it.each<[string, string, Partial<SmtpScript>]>([
    ['refused', 'RCPT TO, nobody has the address', { rcpt: () => '550 5.1.1 No such mailbox' }],
    ['refused', 'RCPT TO, the mailbox is switched off', { rcpt: () => '550-5.2.1 The account is\r\n550 5.2.1 inactive' }],
    ['refused', 'RCPT TO, without a status', { rcpt: () => '553 No such user here' }],
    ['refused', 'the text, nobody has the address', { end: '550 5.1.1 User unknown' }],
    ['failed', 'RCPT TO, it does not relay for us', { rcpt: () => '554 5.7.1 Relay access denied' }],
    ['failed', 'RCPT TO, it does not like our own address', { rcpt: () => '550 5.1.8 Sender address rejected' }],
    ['failed', 'MAIL FROM', { mail: '553 5.1.0 Sender unknown' }],
    ['failed', 'the sign-in', { auth: '535 5.7.8 Wrong user name or password' }],
    ['failed', 'the text, it looks like spam', { end: '554 5.7.1 Rejected as spam' }],
    ['failed', 'the text, without a status', { end: '550 Not wanted' }],
  ])('200 %s at once after a refusal of %s', async (state, _what, script) => {
    const client = await api.signUp();
    smtp.script = { ...politeScript, ...script };
    await send(client);
    expect(await runWaitingJobs(api, openRefused(), mailEmailCode, 3)).toBe(1);
    expect(await stateOf(client)).toBe(state);
  });

  it('200 sending again starts over', async () => {
    const client = await api.signUp();
    smtp.script = { ...politeScript, rcpt: () => '550 5.1.1 No such mailbox' };
    await send(client);
    await runWaitingJobs(api, openRefused(), mailEmailCode, 3);
    expect(await stateOf(client)).toBe('refused');
    await send(client);
    expect(await stateOf(client)).toBe('sending');
    await runWaitingJobs(api, api.openWorker(), mailEmailCode);
    expect(await stateOf(client)).toBe('sent');
  });

  it('200 failed only after the last try when the mail server is away', async () => {
    const client = await api.signUp();
    await send(client);
    await expect(runWaitingJobs(api, openAway(), mailEmailCode, 3)).rejects.toThrow();
    expect(await stateOf(client)).toBe('sending');
    await send(client);
    await expect(runWaitingJobs(api, openAway(), mailEmailCode)).rejects.toThrow();
    expect(await stateOf(client)).toBe('failed');
  });

  it('200 says nothing of another session’s code', async () => {
    const client = await api.signUp();
    const other = await api.signUp(client.user.email);
    await send(client);
    expect(await stateOf(other)).toBe('none');
  });

  it('200 before the address is proved', async () => {
    const client = await api.signUp();
    await api.admin.query('update users set email_proven_at = null where id = $1', [client.user.id]);
    expect(await stateOf(client)).toBe('none');
  });
});
