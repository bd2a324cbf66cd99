import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { text } from 'node:stream/consumers';
import MailComposer from 'nodemailer/lib/mail-composer/index.js';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Sandbox } from '../sandbox.ts';
import { addressOf, startTestSandbox } from '../test-sandbox.ts';
import { createSendingControl, writeMail } from './test-sending.ts';

const account = 'kim@office.example';
const to = 'dana@broker.example';
/** With a clock this slow, any number of sends is in the first minute. */
const almostStill = 0.001;

let sandbox: Sandbox;
const control = createSendingControl(() => sandbox);
let token: string;
beforeAll(async () => {
  sandbox = await startTestSandbox();
  token = await control.mint('google', account);
});
afterEach(() => control.clear());
afterAll(() => sandbox.stop());

function post(body: unknown, bearer = token, user = 'me'): Promise<Response> {
  return fetch(`${addressOf(sandbox, 'gmail')}/gmail/v1/users/${user}/messages/send`, {
    method: 'POST',
    headers: { authorization: `Bearer ${bearer}`, 'content-type': 'application/json' },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
}

/** On a new connection, because a kept-alive one may time out while megabytes are prepared. */
async function postAlone(body: unknown): Promise<Response> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const sent = request(`${addressOf(sandbox, 'gmail')}/gmail/v1/users/me/messages/send`, { method: 'POST', headers, agent: false });
  sent.end(JSON.stringify(body));
  const [answer] = (await once(sent, 'response')) as [IncomingMessage];
  return new Response(await text(answer), { status: answer.statusCode ?? 0 });
}

const send = (headers: Record<string, string> = { To: to }, bearer = token) =>
  post({ raw: writeMail(headers).toString('base64url') }, bearer);

async function errorOf(response: Response) {
  const { error } = (await response.json()) as { error: { code: number; message: string; status: string; errors: { reason: string }[] } };
  expect(error.code).toBe(response.status);
  return { code: error.code, status: error.status, reason: error.errors[0]?.reason, message: error.message };
}

describe('messages.send', () => {
  it('takes a mail as it is written and says its id and thread', async () => {
    const composed = new MailComposer({
      from: { name: 'Kim', address: account },
      to: { name: 'Dana', address: to },
      cc: 'second@broker.example',
      subject: 'Load 42 — “Joplin”',
      html: '<p>Rate?</p>',
      text: 'Rate?',
      messageId: '<own-id@office.example>',
    });
    const raw = await composed.compile().build();
    const response = await post({ raw: raw.toString('base64url'), threadId: '18c0ffee' });
    expect(response.status).toBe(200);
    expect(await response.json()).toEqual({ id: expect.stringMatching(/^[0-9a-f]{16}$/), threadId: '18c0ffee', labelIds: ['SENT'] });
    expect(await control.listMails()).toMatchObject([
      {
        provider: 'gmail',
        account,
        from: account,
        to: [to, 'second@broker.example'],
        messageId: '<own-id@office.example>',
        subject: 'Load 42 — “Joplin”',
        html: '<p>Rate?</p>',
        text: 'Rate?',
        failure: null,
      },
    ]);
  });

  it.each([
    ['no token', 'nothing', 401, 'UNAUTHENTICATED', 'authError'],
    ['a token without the scope', 'openid email', 403, 'PERMISSION_DENIED', 'insufficientPermissions'],
  ])('%s', async (_what, scope, code, status, reason) => {
    const bearer = scope === 'nothing' ? scope : await control.mint('google', account, scope);
    expect(await errorOf(await send({ To: to }, bearer))).toMatchObject({ code, status, reason });
    expect(await control.listMails()).toEqual([]);
  });

  it('401 once the person withdrew the access', async () => {
    const bearer = await control.mint('google', 'gone@office.example');
    expect((await send({ To: to }, bearer)).status).toBe(200);
    await fetch(`${sandbox.address}/services/google/grants/gone@office.example`, { method: 'DELETE' });
    expect((await send({ To: to }, bearer)).status).toBe(401);
  });

  it("403 for another person's mailbox", async () => {
    expect((await post({ raw: writeMail({ To: to }).toString('base64url') }, token, 'lee@office.example')).status).toBe(403);
  });

  it.each([
    ['no JSON', '{', 'Parse Error'],
    ['no raw', {}, "'raw' RFC822 payload"],
    ['raw that is not base64url', { raw: 'a b' }, 'Base64 decoding failed'],
    ['nobody to send to', { raw: writeMail({}).toString('base64url') }, 'Recipient address required'],
    ['a recipient that is no address', { raw: writeMail({ To: 'dana' }).toString('base64url') }, 'Recipient|Invalid To header'],
  ])('400 for %s', async (_what, body, message) => {
    expect(await errorOf(await post(body))).toMatchObject({ code: 400, message: expect.stringMatching(message) });
    expect(await control.listMails()).toEqual([]);
  });

  it('413 for a mail over the limit', async () => {
    expect(await errorOf(await postAlone({ raw: 'A'.repeat(36 * 1024 * 1024) }))).toMatchObject({ code: 413 });
  });
});

describe('the quotas', () => {
  it('60 a minute for one mailbox, then userRateLimitExceeded; another mailbox is free', async () => {
    await control.setLimits('gmail', { clockScale: almostStill });
    const replies = await Promise.all(Array.from({ length: 61 }, () => send()));
    const refused = replies.filter(({ status }) => status !== 200);
    expect(refused).toHaveLength(1);
    expect(await errorOf(refused[0] as Response)).toMatchObject({ code: 403, reason: 'userRateLimitExceeded' });
    expect((await send({ To: to }, await control.mint('google', 'other@office.example'))).status).toBe(200);
    expect((await control.look('gmail')).counts).toMatchObject({ calls: 62, accepted: 61, overMinute: 1 });
  });

  it('the minute slides: with a faster clock there is room again soon', async () => {
    await control.setLimits('gmail', { perMinute: 2, clockScale: almostStill });
    const statuses: number[] = [];
    for (let index = 0; index < 3; index += 1) statuses.push((await send()).status);
    expect(statuses).toEqual([200, 200, 403]);
    await control.setLimits('gmail', { perMinute: 2, clockScale: 120 });
    await vi.waitFor(async () => expect((await send()).status).toBe(200), { timeout: 120_000, interval: 100 });
  });

  it('the daily cap of a mailbox says when to come again', async () => {
    await control.setMailbox('gmail', account, { perDay: 2 });
    expect([(await send()).status, (await send()).status]).toEqual([200, 200]);
    const error = await errorOf(await send());
    expect(error).toMatchObject({ code: 429, status: 'RESOURCE_EXHAUSTED', reason: 'rateLimitExceeded' });
    const [, until] = /Retry after (\S+) \(Mail sending\)/.exec(error.message) ?? [];
    expect(Date.parse(until ?? '') - Date.now()).toBeGreaterThan(23 * 60 * 60 * 1_000);
    expect((await control.look('gmail')).mailboxes).toEqual([
      { address: account, perMinute: 60, perDay: 2, sentLastMinute: 2, sentLastDay: 2, hasPassword: false },
    ]);
  });

  it('a free mailbox has 500 a day, one of an office 2,000', async () => {
    await control.setMailbox('gmail', 'pat@gmail.com', {});
    await control.setMailbox('gmail', account, {});
    expect((await control.look('gmail')).mailboxes.map(({ perDay }) => perDay)).toEqual([2_000, 500]);
  });

  it('the caps of the whole application', async () => {
    await control.setLimits('gmail', { projectPerMinute: 1 });
    expect((await send()).status).toBe(200);
    expect(await errorOf(await send())).toMatchObject({ code: 429, reason: 'rateLimitExceeded' });
    await control.setLimits('gmail', { projectPerDay: 1 });
    expect(await errorOf(await send())).toMatchObject({ code: 403, reason: 'dailyLimitExceeded' });
    expect((await control.look('gmail')).counts).toMatchObject({ accepted: 1, overProject: 2 });
  });
});

describe('the faults', () => {
  const trySend = (index: number) =>
    send({ To: to, 'Message-ID': `<${index}@office.example>` }).then(
      ({ status }) => status,
      () => 'cut' as const,
    );

  it('hold their shares, the same way each time; what was taken is in the mailbox although its sender heard an error', async () => {
    const run = async () => {
      await control.clear();
      await control.setLimits('gmail', { perMinute: 10_000 });
      const faults = {
        tooManyPercent: 5,
        unavailablePercent: 4,
        resetPercent: 3,
        acceptedThenUnavailablePercent: 6,
        acceptedThenResetPercent: 7,
      };
      await control.setFaults('gmail', faults);
      const answers: (number | 'cut')[] = [];
      for (let index = 0; index < 200; index += 1) answers.push(await trySend(index));
      return answers;
    };
    const answers = await run();
    const heard = (answer: number | 'cut') => answers.filter((one) => one === answer).length;
    const { counts } = await control.look('gmail');
    const shares = [counts.tooMany, counts.unavailable, counts.reset, counts.acceptedThenUnavailable, counts.acceptedThenReset];
    for (const [index, percent] of [5, 4, 3, 6, 7].entries()) expect(Math.abs((shares[index] ?? 0) - percent * 2)).toBeLessThanOrEqual(2);
    expect(heard(429)).toBe(counts.tooMany);
    expect(heard(503)).toBe(counts.unavailable + counts.acceptedThenUnavailable);
    expect(heard('cut')).toBe(counts.reset + counts.acceptedThenReset);
    const summaries = await control.listSummaries({ limit: '50000' });
    expect(summaries).toHaveLength(counts.accepted);
    expect(summaries.filter(({ failure }) => failure === null)).toHaveLength(heard(200));
    expect(summaries.filter(({ failure }) => failure === 'UNAVAILABLE')).toHaveLength(counts.acceptedThenUnavailable);
    expect(summaries.filter(({ failure }) => failure === 'RESET')).toHaveLength(counts.acceptedThenReset);
    expect(new Set(summaries.map(({ messageId }) => messageId)).size).toBe(summaries.length);
    expect(await run()).toEqual(answers);
  });

  it.each([429, 503, 500])('errorStatus %i is said in the words of the API', async (errorStatus) => {
    await control.put('/services/gmail/faults', { errorStatus });
    expect(await errorOf(await send())).toMatchObject({ code: errorStatus });
    expect(await control.listMails()).toEqual([]);
  });

  it('400 for shares over 100 and for unknown keys', async () => {
    expect((await control.setFaults('gmail', { tooManyPercent: 60, resetPercent: 50 })).status).toBe(400);
    expect((await control.setFaults('gmail', { slow: 1 })).status).toBe(400);
    expect((await control.setLimits('gmail', { clockScale: 0 })).status).toBe(400);
  });
});
