import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Sandbox } from '../sandbox.ts';
import { addressOf, startTestSandbox } from '../test-sandbox.ts';
import { createSendingControl, writeMail } from './test-sending.ts';

const account = 'kim@office.example';
const to = 'dana@broker.example';

let sandbox: Sandbox;
const control = createSendingControl(() => sandbox);
let token: string;
beforeAll(async () => {
  sandbox = await startTestSandbox();
  token = await control.mint('microsoft', account);
});
afterEach(() => control.clear());
afterAll(() => sandbox.stop());

function post(body: string, type: string, bearer: string | undefined = token): Promise<Response> {
  const authorization = bearer === '' ? {} : { authorization: `Bearer ${bearer}` };
  return fetch(`${addressOf(sandbox, 'graph')}/v1.0/me/sendMail`, {
    method: 'POST',
    headers: { ...authorization, 'content-type': type },
    body,
  });
}
const send = (headers: Record<string, string> = { To: to }, bearer = token) =>
  post(writeMail(headers).toString('base64'), 'text/plain', bearer);

async function errorOf(response: Response) {
  const { error } = (await response.json()) as { error: { code: string; message: string; innerError: Record<string, string> } };
  expect(error.innerError['request-id']).toBe(response.headers.get('request-id'));
  return [response.status, error.code];
}

describe('sendMail', () => {
  it('202 for a source in base64', async () => {
    const response = await send({ From: `Kim <${account}>`, To: `Dana <${to}>, lee@broker.example` });
    expect([response.status, await response.text()]).toEqual([202, '']);
    expect(await control.listMails()).toMatchObject([
      { provider: 'graph', account, from: account, to: [to, 'lee@broker.example'], messageId: '<one@office.example>', text: 'Rate?' },
    ]);
  });

  it('202 for a message in JSON', async () => {
    const message = {
      subject: 'Load 42 — “Joplin”\r\nBcc: evil@elsewhere.example',
      body: { contentType: 'HTML', content: '<p>Rate?</p>' },
      toRecipients: [{ emailAddress: { name: 'Dana', address: to } }],
      ccRecipients: [{ emailAddress: { address: 'lee@broker.example' } }],
      internetMessageHeaders: [{ name: 'x-load', value: '42' }],
    };
    expect((await post(JSON.stringify({ message, saveToSentItems: false }), 'application/json')).status).toBe(202);
    const [mail] = await control.listMails();
    expect(mail).toMatchObject({ to: [to, 'lee@broker.example'], html: '<p>Rate?</p>' });
    expect(mail?.subject).toContain('Load 42 — “Joplin”');
    expect(mail?.raw).toContain('x-load: 42');
  });

  it('401 without a token and with a bad one, 403 without the scope', async () => {
    expect(await errorOf(await send({ To: to }, ''))).toEqual([401, 'InvalidAuthenticationToken']);
    expect(await errorOf(await send({ To: to }, 'nothing'))).toEqual([401, 'InvalidAuthenticationToken']);
    const bearer = await control.mint('microsoft', account, 'openid User.Read');
    expect(await errorOf(await send({ To: to }, bearer))).toEqual([403, 'ErrorAccessDenied']);
    expect((await send({ To: to }, await control.mint('google', account))).status).toBe(401);
  });

  it.each([
    ['nobody to send to', writeMail({}).toString('base64'), 'text/plain', 400, 'ErrorInvalidRecipients'],
    ['a recipient that is no address', writeMail({ To: '"x y"' }).toString('base64'), 'text/plain', 400, 'ErrorInvalidRecipients'],
    ['no base64', 'a{b', 'text/plain', 400, 'ErrorMimeContentInvalidBase64String'],
    ['no JSON', '{', 'application/json', 400, 'RequestBodyRead'],
    ['another sender', writeMail({ From: 'lee@office.example', To: to }).toString('base64'), 'text/plain', 403, 'ErrorSendAsDenied'],
    ['more than 4 MB', 'A'.repeat(5 * 1024 * 1024), 'text/plain', 413, 'RequestEntityTooLarge'],
  ])('refuses %s', async (_what, body, type, status, code) => {
    expect(await errorOf(await post(body, type))).toEqual([status, code]);
    expect(await control.listMails()).toEqual([]);
  });
});

describe('the quotas', () => {
  it('30 a minute, then 429 with Retry-After', async () => {
    // With a clock this slow, any number of sends is in the first seconds of the minute.
    await control.setLimits('graph', { clockScale: 0.001 });
    const replies = await Promise.all(Array.from({ length: 31 }, () => send()));
    const refused = replies.filter(({ status }) => status !== 202);
    expect(refused).toHaveLength(1);
    const retryAfter = Number(refused[0]?.headers.get('retry-after'));
    expect(retryAfter).toBeGreaterThan(59_000);
    expect(retryAfter).toBeLessThanOrEqual(60_000);
    expect(await errorOf(refused[0] as Response)).toEqual([429, 'ApplicationThrottled']);
  });

  it('counts recipients by the day', async () => {
    await control.setMailbox('graph', account, { perDay: 3 });
    expect((await send({ To: `${to}, lee@broker.example` })).status).toBe(202);
    const full = await send({ To: `${to}, lee@broker.example` });
    expect(Number(full.headers.get('retry-after'))).toBeGreaterThan(23 * 3600);
    expect(await errorOf(full)).toEqual([429, 'ErrorMessageSubmissionBlocked']);
    expect((await send()).status).toBe(202);
  });
});

describe('the faults', () => {
  it.each([
    ['tooManyPercent', 429, 0],
    ['unavailablePercent', 503, 0],
    ['resetPercent', 'cut', 0],
    ['acceptedThenUnavailablePercent', 503, 1],
    ['acceptedThenResetPercent', 'cut', 1],
  ])('%s', async (name, heard, arrived) => {
    await control.setFaults('graph', { [name]: 100 });
    const answer = await send().then(
      ({ status }) => status,
      () => 'cut',
    );
    expect(answer).toBe(heard);
    expect(await control.listMails()).toHaveLength(arrived);
  });
});

describe('GET /me', () => {
  const ask = (bearer: string) => fetch(`${addressOf(sandbox, 'graph')}/v1.0/me`, { headers: { authorization: `Bearer ${bearer}` } });

  it('says who the mailbox belongs to', async () => {
    const response = await ask(token);
    expect(await response.json()).toMatchObject({ mail: account, userPrincipalName: account, displayName: 'Pat Moreno' });
    expect((await ask('nothing')).status).toBe(401);
    expect((await ask(await control.mint('microsoft', account, 'Mail.Send'))).status).toBe(403);
  });
});
