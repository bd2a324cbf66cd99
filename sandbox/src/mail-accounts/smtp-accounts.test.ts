import { readFileSync } from 'node:fs';
import { createTransport } from 'nodemailer';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Sandbox } from '../sandbox.ts';
import { addressOf, startTestSandbox } from '../test-sandbox.ts';
import { createSendingControl } from './test-sending.ts';

const user = 'kim@office.example';
const ca = readFileSync(new URL('../../tls/localhost.cert.pem', import.meta.url), 'utf8');
const mail = { from: `Kim <${user}>`, to: 'dana@broker.example', subject: 'Load 42', text: 'Rate?', messageId: '<one@office.example>' };

let sandbox: Sandbox;
const control = createSendingControl(() => sandbox);
beforeAll(async () => {
  sandbox = await startTestSandbox();
});
afterEach(() => control.clear());
afterAll(() => sandbox.stop());

interface Login {
  door?: 'smtp' | 'smtps';
  pass?: string;
  /** The certificates that the client trusts. */
  trust?: string[];
  isPlain?: boolean;
}

function connect({ door = 'smtp', pass = 'secret', trust = [ca], isPlain = false }: Login = {}) {
  const { port } = new URL(addressOf(sandbox, door));
  return createTransport({
    host: 'localhost',
    port: Number(port),
    secure: door === 'smtps',
    requireTLS: !isPlain,
    ignoreTLS: isPlain,
    auth: { user, pass },
    tls: { ca: trust },
  });
}

async function send(extra: Partial<typeof mail> = {}, login: Login = {}) {
  const transport = connect(login);
  try {
    return await transport.sendMail({ ...mail, ...extra });
  } finally {
    transport.close();
  }
}

describe.each(['smtp', 'smtps'] as const)('%s', (door) => {
  it('takes a mail over TLS with a password', async () => {
    await send({}, { door });
    expect(await control.listMails()).toMatchObject([
      {
        provider: 'smtp',
        account: user,
        from: user,
        to: ['dana@broker.example'],
        messageId: '<one@office.example>',
        text: 'Rate?',
        failure: null,
      },
    ]);
  });

  it('535 for the password “wrong”', async () => {
    await expect(send({}, { door, pass: 'wrong' })).rejects.toMatchObject({ code: 'EAUTH', responseCode: 535 });
    await expect(connect({ door, pass: 'wrong' }).verify()).rejects.toMatchObject({ responseCode: 535 });
    expect(await connect({ door }).verify()).toBe(true);
  });

  it('is not trusted by a client that does not know the certificate', async () => {
    await expect(send({}, { door, trust: [] })).rejects.toThrow(/self-signed certificate/);
    expect(await control.listMails()).toEqual([]);
  });
});

describe('the SMTP server for mailboxes', () => {
  it('asks for TLS before the password', async () => {
    await expect(send({}, { isPlain: true })).rejects.toMatchObject({ code: 'EAUTH' });
    expect(await control.listMails()).toEqual([]);
  });

  it('holds a password that was set', async () => {
    await control.setMailbox('smtp', user, { password: 'right' });
    await expect(send()).rejects.toMatchObject({ responseCode: 535 });
    await send({}, { pass: 'right' });
    expect(await control.listMails()).toHaveLength(1);
  });

  it('30 a minute, then 452', async () => {
    await control.setLimits('smtp', { perMinute: 2 });
    await send();
    await send();
    await expect(send()).rejects.toMatchObject({ responseCode: 452, response: expect.stringContaining('452 4.7.0') });
  });

  it('a daily cap, then 550 5.4.5', async () => {
    await control.setMailbox('smtp', user, { perDay: 1 });
    await send();
    await expect(send()).rejects.toMatchObject({ responseCode: 550, response: expect.stringContaining('550 5.4.5') });
    expect(await control.listMails()).toHaveLength(1);
  });

  it('550 5.1.1 for recipients it was told not to know', async () => {
    await control.put('/services/smtp/sending/unknown-recipients', { addresses: ['dana@broker.example', '@gone.example'] });
    for (const to of [mail.to, 'x@gone.example'])
      await expect(send({ to })).rejects.toMatchObject({ responseCode: 550, response: expect.stringContaining('5.1.1') });
    await send({ to: 'lee@broker.example' });
    expect(await control.listMails()).toHaveLength(1);
  });

  it('errorStatus of the plain switch comes at MAIL FROM', async () => {
    await control.put('/services/smtp/faults', { errorStatus: 451 });
    await expect(send()).rejects.toMatchObject({ responseCode: 451 });
  });
});

describe('the faults', () => {
  it.each([
    ['tooManyPercent', { responseCode: 452, command: 'MAIL FROM' }, 0],
    ['unavailablePercent', { responseCode: 421, command: 'MAIL FROM' }, 0],
    ['resetPercent', { code: expect.stringMatching(/ECONN|ESOCKET/) }, 0],
    ['acceptedThenUnavailablePercent', { responseCode: 421, command: 'DATA' }, 1],
    ['acceptedThenResetPercent', { code: expect.stringMatching(/ECONN|ESOCKET/) }, 1],
  ])('%s', async (name, heard, arrived) => {
    await control.setFaults('smtp', { [name]: 100 });
    await expect(send()).rejects.toMatchObject(heard);
    expect(await control.listMails()).toHaveLength(arrived);
    await control.setFaults('smtp', {});
    await send();
  });

  it('leave a pool of connections usable', async () => {
    await control.setLimits('smtp', { perMinute: 10_000 });
    await control.setFaults('smtp', { acceptedThenResetPercent: 20 });
    const { port } = new URL(addressOf(sandbox, 'smtp'));
    const pool = createTransport({
      pool: true,
      host: 'localhost',
      port: Number(port),
      requireTLS: true,
      auth: { user, pass: 'x' },
      tls: { ca },
    });
    const results = await Promise.allSettled(
      Array.from({ length: 40 }, (_, index) => pool.sendMail({ ...mail, messageId: `<${index}@office.example>` })),
    );
    pool.close();
    const cut = results.filter(({ status }) => status === 'rejected').length;
    expect(cut).toBe(8);
    expect(await control.listSummaries({ failure: 'RESET' })).toHaveLength(8);
    expect(await control.listSummaries()).toHaveLength(40);
  });
});
