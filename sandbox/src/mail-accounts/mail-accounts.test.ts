import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Sandbox } from '../sandbox.ts';
import { addressOf, startTestSandbox } from '../test-sandbox.ts';
import { createSendingControl, writeMail } from './test-sending.ts';

const account = 'kim@office.example';

let sandbox: Sandbox;
const control = createSendingControl(() => sandbox);
beforeAll(async () => {
  sandbox = await startTestSandbox();
});
afterEach(() => control.clear());
afterAll(() => sandbox.stop());

const openPage = async () => (await fetch(`${sandbox.address}/mail-accounts`)).text();

function submit(path: string, fields: Record<string, string>, origin = sandbox.address): Promise<Response> {
  return fetch(`${sandbox.address}/mail-accounts/${path}`, {
    method: 'POST',
    redirect: 'manual',
    headers: { origin },
    body: new URLSearchParams(fields),
  });
}

function send(token: string): Promise<Response> {
  return fetch(`${addressOf(sandbox, 'gmail')}/gmail/v1/users/me/messages/send`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ raw: writeMail({ To: 'dana@broker.example' }).toString('base64url') }),
  });
}

describe('/mail-accounts', () => {
  it('shows who gave access and withdraws it', async () => {
    const token = await control.mint('google', account);
    expect(await openPage()).toMatch(/kim@office\.example[\s\S]*Send email on your behalf/);
    expect((await submit('google/withdraw', { email: account })).status).toBe(303);
    expect(await openPage()).not.toContain(account);
    expect((await send(token)).status).toBe(401);
  });

  it('shows what a mailbox sent and sets its daily cap', async () => {
    const token = await control.mint('google', account);
    await send(token);
    expect(await openPage()).toContain('1 of 2,000');
    await submit('gmail/mailbox', { address: account, perDay: '1' });
    expect(await openPage()).toContain('1 of 1');
    expect((await send(token)).status).toBe(429);
    await submit('gmail/mailbox', { address: account, perDay: '' });
    expect((await send(token)).status).toBe(200);
  });

  it('sets faults and caps of a provider; an empty field is the real one', async () => {
    await submit('graph/faults', { tooManyPercent: '5', unavailablePercent: '', acceptedThenResetPercent: '2.5' });
    await submit('graph/limits', { perMinute: '7', perDay: '', clockScale: '60' });
    expect(await control.look('graph')).toMatchObject({
      faults: { tooManyPercent: 5, unavailablePercent: 0, acceptedThenResetPercent: 2.5 },
      limits: { perMinute: 7 },
      clockScale: 60,
    });
    const refused = await submit('graph/faults', { tooManyPercent: '101' });
    expect(refused.status).toBe(400);
    expect(await refused.text()).toContain('role="alert"');
  });

  it('403 from another origin', async () => {
    expect((await submit('graph/limits', { perMinute: '1' }, 'http://evil.example')).status).toBe(403);
    expect((await control.look('graph')).limits).toEqual({});
  });
});

describe('what arrived', () => {
  it('shows by which mailbox a mail was sent, and finds by it', async () => {
    await control.setFaults('gmail', { acceptedThenUnavailablePercent: 100 });
    await send(await control.mint('google', account));
    await control.setFaults('gmail', {});
    await send(await control.mint('google', 'lee@office.example'));
    const page = await (await fetch(`${sandbox.address}/mailbox?provider=gmail&account=${account}`)).text();
    expect(page).toContain('Taken, then an error');
    expect(page).toContain(`href="/mailbox?account=${encodeURIComponent(account)}"`);
    expect(page).not.toContain('lee@office.example');
    expect(await control.listSummaries({ provider: 'graph' })).toEqual([]);
    expect((await fetch(`${sandbox.address}/mailbox/messages?provider=pigeon`)).status).toBe(400);
  });

  it('pages through both ways', async () => {
    const token = await control.mint('google', account);
    for (let index = 0; index < 5; index += 1) await send(token);
    const all = (await control.listSummaries()).map(({ id }) => id);
    const page = async (query: Record<string, string>) => (await control.listSummaries(query)).map(({ id }) => id);
    expect(all).toEqual([...all].sort((left, right) => right - left));
    expect(await page({ limit: '2' })).toEqual(all.slice(0, 2));
    expect(await page({ limit: '2', before: String(all[1]) })).toEqual(all.slice(2, 4));
    expect(await page({ limit: '2', after: String(all[4]) })).toEqual([all[3], all[2]]);
    expect(await page({ limit: '9', after: '0' })).toEqual([...all].reverse());
    expect(await (await fetch(`${sandbox.address}/mailbox/count?provider=gmail`)).json()).toEqual({ count: 5, dropped: 0 });
  });
});
