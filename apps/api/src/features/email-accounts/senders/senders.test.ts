import { findFreePort } from '@headhaul/test-servers/free-ports';
import PostalMime from 'postal-mime';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { readWorkerEnv } from '../../../lib/env.ts';
import { createOpenIdClients } from '../../../lib/net/openid.ts';
import { createMetrics } from '../../../lib/telemetry/metrics.ts';
import { type FakeProvider, startFakeProvider } from '../../../testing/providers/fake-provider.ts';
import { createGmailSender } from './gmail.ts';
import { createGraphSender } from './graph.ts';
import { createMailGrant, type RenewedTokens } from './mail-grant.ts';
import type { MailSender, OutgoingMail } from './mail-sender.service.ts';

const mail: OutgoingMail = {
  from: { name: 'Nina, of Bluff Line', address: 'nina@bluffline.example' },
  to: { name: 'Carla "C" Diaz', address: 'carla@lakeshore.example' },
  cc: 'desk@bluffline.example',
  subject: 'Milwaukee, WI → Conley, GA\r\nBcc: thief@evil.example',
  html: '<p>Hello</p>',
  text: 'Hello',
  messageId: '<one@headhaul.example>',
  inReplyTo: '<zero@headhaul.example>',
  references: ['<zero@headhaul.example>'],
};

let fake: FakeProvider;
let saved: RenewedTokens[];
let stored: string | null;
beforeAll(async () => {
  fake = await startFakeProvider('scope');
});
afterAll(() => fake.close());
afterEach(() => vi.useRealTimers());
beforeEach(() => {
  saved = [];
  stored = 'refresh-1';
  fake.apiCalls.length = 0;
  fake.tokenCalls.length = 0;
  fake.onSend = () => ({ status: 200, body: { id: 'gmail-77' } });
  fake.onToken = () => ({ body: { access_token: 'renewed', expires_in: 3600, token_type: 'Bearer' } });
});

function open(kind: 'google' | 'microsoft', { base = fake.address, expiresInMs = 3_600_000, refreshToken = 'refresh-1' } = {}): MailSender {
  const env = readWorkerEnv({ NODE_ENV: 'test', GOOGLE_ISSUER: fake.address, MICROSOFT_ISSUER: fake.address });
  const metrics = createMetrics();
  const clients = createOpenIdClients(env, metrics);
  const accessToken = { token: 'first', expiresAt: new Date(Date.now() + expiresInMs) };
  const grant = createMailGrant(
    clients,
    kind,
    { refreshToken, accessToken },
    {
      read: async () => ({ refreshToken: stored, accessToken: null }),
      save: async (tokens) => void saved.push(tokens),
    },
  );
  return kind === 'google' ? createGmailSender(metrics, base, grant) : createGraphSender(metrics, base, grant);
}

describe('Gmail', () => {
  it('gets the MIME text in base64url, with exactly the intended recipients', async () => {
    expect(await open('google').send(mail)).toEqual({ kind: 'sent', providerMessageId: 'gmail-77' });
    const [call] = fake.apiCalls;
    expect(call).toMatchObject({ path: '/gmail/v1/users/me/messages/send', authorization: 'Bearer first' });
    const { raw } = JSON.parse(call?.body ?? '') as { raw: string };
    const parsed = await PostalMime.parse(Buffer.from(raw, 'base64url'));
    expect(parsed).toMatchObject({
      from: mail.from,
      to: [mail.to],
      cc: [{ name: '', address: 'desk@bluffline.example' }],
      messageId: '<one@headhaul.example>',
      inReplyTo: '<zero@headhaul.example>',
    });
    expect(parsed.bcc).toBeUndefined();
    expect(parsed.html).toContain('<p>Hello</p>');
  });

  it.each([
    [429, { reason: 'rateLimitExceeded' }, '', { kind: 'later', reason: 'RATE' }],
    [403, { reason: 'userRateLimitExceeded' }, '', { kind: 'later', reason: 'RATE' }],
    [403, { reason: 'dailyLimitExceeded' }, '', { kind: 'later', reason: 'DAILY_CAP' }],
    [
      429,
      { reason: 'rateLimitExceeded' },
      'User-rate limit exceeded.  Retry after 2096-11-15T13:00:00.000Z (Mail sending)',
      { kind: 'later', reason: 'DAILY_CAP', retryAfterMs: expect.any(Number) },
    ],
    [403, { reason: 'insufficientPermissions' }, '', { kind: 'disconnected' }],
    [403, { reason: 'domainPolicy' }, '', { kind: 'refused', isBounce: false, reason: expect.stringContaining('administrator') }],
    [400, { reason: 'invalidArgument' }, 'Recipient address required', { kind: 'refused', reason: expect.stringContaining('recipient') }],
    [400, { reason: 'failedPrecondition' }, 'Mail service not enabled', { kind: 'disconnected' }],
    [413, { reason: 'uploadTooLarge' }, '', { kind: 'refused', reason: expect.stringContaining('larger') }],
    [500, { reason: 'backendError' }, '', { kind: 'unknown' }],
    [503, { reason: 'backendError' }, 'nothing was processed, really', { kind: 'unknown' }],
    [408, {}, '', { kind: 'unknown' }],
    [302, {}, '', { kind: 'unknown' }],
  ])('%i %o is what it is', async (status, error, message, outcome) => {
    fake.onSend = () => ({ status, body: { error: { code: status, message, errors: [error] } } });
    expect(await open('google').send(mail)).toMatchObject(outcome);
    expect(fake.apiCalls).toHaveLength(1);
  });

  it('is sent when the answer says so, though its body is not readable', async () => {
    fake.onSend = () => ({ status: 200, body: 'odd' });
    expect(await open('google').send(mail)).toEqual({ kind: 'sent', providerMessageId: null });
  });
});

describe('Microsoft Graph', () => {
  it('gets the MIME text in base64', async () => {
    fake.onSend = () => ({ status: 202 });
    expect(await open('microsoft').send(mail)).toEqual({ kind: 'sent', providerMessageId: null });
    const [call] = fake.apiCalls;
    expect(call).toMatchObject({ path: '/v1.0/me/sendMail', contentType: 'text/plain' });
    expect((await PostalMime.parse(Buffer.from(call?.body ?? '', 'base64'))).messageId).toBe(mail.messageId);
  });

  it.each([
    [429, 'ApplicationThrottled', '7', { kind: 'later', reason: 'RATE', retryAfterMs: 7_000 }],
    [429, 'ApplicationThrottled', '1.5', { kind: 'later', reason: 'RATE', retryAfterMs: 1_500 }],
    [429, 'ErrorMessageSubmissionBlocked', '3600', { kind: 'later', reason: 'DAILY_CAP', retryAfterMs: 3_600_000 }],
    [403, 'ErrorAccessDenied', '', { kind: 'disconnected' }],
    [403, 'ErrorSendAsDenied', '', { kind: 'refused', reason: expect.stringContaining('that address') }],
    [400, 'ErrorInvalidRecipients', '', { kind: 'refused', reason: expect.stringContaining('recipient') }],
    [404, 'MailboxNotEnabledForRESTAPI', '', { kind: 'disconnected' }],
    [413, 'RequestEntityTooLarge', '', { kind: 'refused', reason: expect.stringContaining('larger') }],
    [503, 'ServiceUnavailable', '5', { kind: 'unknown' }],
    [504, 'GatewayTimeout', '', { kind: 'unknown' }],
  ])('%i %s is what it is', async (status, code, retryAfter, outcome) => {
    const headers: Record<string, string> = retryAfter ? { 'retry-after': retryAfter } : {};
    fake.onSend = () => ({ status, headers, body: { error: { code, message: '' } } });
    expect(await open('microsoft').send(mail)).toMatchObject(outcome);
  });

  it('reads Retry-After as a date', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-11-16T12:00:00Z') });
    fake.onSend = () => ({ status: 429, headers: { 'retry-after': 'Mon, 16 Nov 2026 12:01:00 GMT' } });
    expect(await open('microsoft').send(mail)).toEqual({ kind: 'later', reason: 'RATE', retryAfterMs: 60_000 });
  });
});

describe('the connection', () => {
  it('refused before anything was written: later', async () => {
    expect(await open('google', { base: `http://localhost:${await findFreePort()}` }).send(mail)).toEqual({
      kind: 'later',
      retryAfterMs: null,
      reason: 'NOT_REACHED',
    });
    expect(await open('google', { base: 'http://nobody.invalid' }).send(mail)).toMatchObject({ kind: 'later', reason: 'NOT_REACHED' });
  });

  it('broken after the request was written: unknown', async () => {
    fake.onSend = () => null;
    expect(await open('google').send(mail)).toMatchObject({ kind: 'unknown' });
    expect(fake.apiCalls).toHaveLength(1);
  });
});

describe('the grant', () => {
  it('is renewed when its token has ended, and the new one is stored', async () => {
    expect(await open('google', { expiresInMs: 1_000 }).send(mail)).toMatchObject({ kind: 'sent' });
    expect(fake.apiCalls[0]?.authorization).toBe('Bearer renewed');
    expect(saved).toMatchObject([{ accessToken: 'renewed', refreshToken: null }]);
  });

  it('is renewed once after a 401, for many mails at once', async () => {
    fake.onSend = ({ token }) => (token === 'renewed' ? { status: 200, body: { id: 'x' } } : { status: 401, body: {} });
    const sender = open('google');
    const outcomes = await Promise.all(Array.from({ length: 10 }, () => sender.send(mail)));
    expect(outcomes.every(({ kind }) => kind === 'sent')).toBe(true);
    expect(fake.tokenCalls).toHaveLength(1);
  });

  it('is over after a second 401', async () => {
    fake.onSend = () => ({ status: 401, body: {} });
    expect(await open('google').send(mail)).toMatchObject({ kind: 'disconnected' });
    expect(fake.apiCalls).toHaveLength(2);
  });

  it('is over when it was withdrawn', async () => {
    fake.onToken = () => ({ status: 400, body: { error: 'invalid_grant' } });
    expect(await open('google', { expiresInMs: 0 }).send(mail)).toMatchObject({
      kind: 'disconnected',
      reason: expect.stringContaining('Connect it again'),
    });
    expect(fake.apiCalls).toHaveLength(0);
  });

  it('goes on with what was stored meanwhile', async () => {
    stored = 'refresh-2';
    fake.onToken = ({ refresh_token }) =>
      refresh_token === 'refresh-2'
        ? { body: { access_token: 'renewed', refresh_token: 'refresh-3', expires_in: 3600, token_type: 'Bearer' } }
        : { status: 400, body: { error: 'invalid_grant' } };
    expect(await open('microsoft', { expiresInMs: 0 }).send(mail)).toMatchObject({ kind: 'sent' });
    expect(saved).toMatchObject([{ accessToken: 'renewed', refreshToken: 'refresh-3' }]);
  });

  it.each([
    ['a fault of theirs', { status: 503, body: {} }],
    ['too many', { status: 429, body: { error: 'slow_down' } }],
    ['our own client refused', { status: 401, body: { error: 'invalid_client' } }],
  ])('is tried later after %s', async (_name, answer) => {
    fake.onToken = () => answer;
    expect(await open('google', { expiresInMs: 0 }).send(mail)).toEqual({ kind: 'later', retryAfterMs: null, reason: 'NOT_REACHED' });
  });

  it('is given back', async () => {
    fake.revoked.length = 0;
    await open('google').revoke();
    expect(fake.revoked).toEqual(['refresh-1']);
    fake.onRevoke = () => 400;
    await open('google').revoke();
    fake.onRevoke = () => 503;
    await expect(open('google').revoke()).rejects.toThrow();
    fake.onRevoke = null;
  });
});
