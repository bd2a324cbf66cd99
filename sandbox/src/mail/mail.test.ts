import { createTransport } from 'nodemailer';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Sandbox } from '../sandbox.ts';
import { addressOf, startTestSandbox } from '../test-sandbox.ts';
import type { ReceivedMail } from './mailbox.ts';

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await startTestSandbox();
});
afterEach(async () => {
  for (const resident of sandbox.residents) resident.setFaults({});
  await fetch(`${sandbox.address}/mailbox/messages`, { method: 'DELETE' });
});
afterAll(() => sandbox.stop());

const invite = {
  from: 'Headhaul <hello@headhaul.example>',
  to: 'dana@northline.example',
  subject: 'Ann invited you — “Northline”',
  text: 'Join: http://localhost/x',
  html: '<!doctype html><html><head><title>x</title></head><body style="color:red"><a href="http://localhost/x">Join</a><script>1</script></body></html>',
};

async function send(mail: Partial<typeof invite> = {}, login = ''): Promise<void> {
  const address = addressOf(sandbox, 'mail');
  const transport = createTransport(login === '' ? address : address.replace('://', `://${login}@`));
  try {
    await transport.sendMail({ ...invite, ...mail });
  } finally {
    transport.close();
  }
}

async function listMails(to = ''): Promise<ReceivedMail[]> {
  return (await (await fetch(`${sandbox.address}/mailbox/messages?to=${encodeURIComponent(to)}`)).json()) as ReceivedMail[];
}

function setFaults(faults: object): Promise<Response> {
  return fetch(`${sandbox.address}/services/mail/faults`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(faults),
  });
}

describe('the SMTP server', () => {
  it('takes a mail for anyone and keeps it as it was written', async () => {
    await send();
    const { subject, text, html } = invite;
    expect(await listMails()).toMatchObject([{ from: 'hello@headhaul.example', to: ['dana@northline.example'], subject, text, html }]);
  });

  it('takes a login too, whatever the password is', async () => {
    await send({}, 'someone:secret');
    expect(await listMails()).toHaveLength(1);
  });

  it('lists by the envelope, not by the header', async () => {
    const transport = createTransport(addressOf(sandbox, 'mail'));
    await transport.sendMail({ ...invite, envelope: { from: 'a@a.example', to: ['hidden@b.example', 'second@b.example'] } });
    transport.close();
    expect(await listMails('HIDDEN@')).toHaveLength(1);
    expect(await listMails('dana@')).toHaveLength(0);
  });
});

describe('the fault switches', () => {
  it.each([451, 550])('errorStatus %i is the answer to the sender, and nothing is delivered', async (errorStatus) => {
    await setFaults({ errorStatus });
    await expect(send()).rejects.toMatchObject({ responseCode: errorStatus });
    expect(await listMails()).toEqual([]);
  });

  it('latencyMs delays a mail', async () => {
    await setFaults({ latencyMs: 300 });
    const startedMs = performance.now();
    await send();
    expect(performance.now() - startedMs).toBeGreaterThanOrEqual(290);
  });

  it('refuse drops the connection', async () => {
    await setFaults({ refuse: true });
    await expect(send()).rejects.toThrow();
  });
});

describe('GET /mailbox', () => {
  it('shows the newest first, and those for one recipient', async () => {
    await send({ subject: 'First one' });
    await send({ subject: 'Second one', to: 'lee@northline.example' });
    const page = await (await fetch(`${sandbox.address}/mailbox`)).text();
    expect(page.indexOf('Second one')).toBeGreaterThan(0);
    expect(page.indexOf('Second one')).toBeLessThan(page.indexOf('First one'));
    const found = await (await fetch(`${sandbox.address}/mailbox?to=lee%40`)).text();
    expect(found).toContain('Second one');
    expect(found).not.toContain('First one');
  });

  it('says so when there is none', async () => {
    expect(await (await fetch(`${sandbox.address}/mailbox`)).text()).toContain('No mail yet');
    expect(await (await fetch(`${sandbox.address}/mailbox?to=<b>`)).text()).toContain('No mail for “&lt;b&gt;”');
  });

  it('is linked from the home page', async () => {
    expect(await (await fetch(`${sandbox.address}/`)).text()).toContain('href="/mailbox"');
  });
});

describe('GET /mailbox/{id}', () => {
  it('frames the HTML in a sandbox without scripts, with text and source beside it', async () => {
    await send({ subject: '<script>alert(1)</script>' });
    const [mail] = await listMails();
    const page = await (await fetch(`${sandbox.address}/mailbox/${mail?.id}`)).text();
    expect(page).toContain('&lt;script&gt;alert(1)');
    expect(page).toMatch(/<iframe [^>]*sandbox="allow-popups allow-popups-to-escape-sandbox"/);
    const body = await fetch(`${sandbox.address}/mailbox/${mail?.id}/html`);
    const policy = body.headers.get('content-security-policy') ?? '';
    expect(policy).toContain("default-src 'none'");
    expect(policy).toMatch(/^sandbox /);
    expect(policy).not.toMatch(/script|allow-same-origin/);
    expect(await body.text()).toContain('<head><base target="_blank">');
    const raw = await fetch(`${sandbox.address}/mailbox/${mail?.id}/raw`);
    expect(raw.headers.get('content-type')).toContain('text/plain');
    expect(await raw.text()).toContain('Content-Type: multipart/alternative');
  });

  it('404 for a mail that is not there', async () => {
    for (const path of ['/mailbox/999999', '/mailbox/999999/html', '/mailbox/x'])
      expect((await fetch(sandbox.address + path)).status).toBe(404);
  });
});

describe('DELETE /mailbox/messages', () => {
  it('204 and the mailbox is empty; 403 from another origin', async () => {
    await send();
    const erase = (headers: Record<string, string>) => fetch(`${sandbox.address}/mailbox/messages`, { method: 'DELETE', headers });
    expect((await erase({ origin: 'http://evil.example' })).status).toBe(403);
    expect(await listMails()).toHaveLength(1);
    expect((await erase({})).status).toBe(204);
    expect(await listMails()).toEqual([]);
  });
});
