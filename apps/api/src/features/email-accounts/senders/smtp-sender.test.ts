import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { politeScript, type ScriptedSmtp, type SmtpScript, startScriptedSmtp } from '../../../testing/mail/smtp-script.ts';
import type { OutgoingMail } from './mail-sender.service.ts';
import { createSmtpSender } from './smtp-sender.ts';

const mail: OutgoingMail = {
  from: { name: 'Nina', address: 'nina@bluffline.example' },
  to: { name: '', address: 'carla@lakeshore.example' },
  cc: null,
  subject: 'Milwaukee to Conley',
  html: '<p>Hello</p>',
  text: 'Hello\n.\nA line with a dot alone',
  messageId: '<one@headhaul.example>',
  inReplyTo: null,
  references: [],
};

let smtp: ScriptedSmtp;
beforeAll(async () => {
  smtp = await startScriptedSmtp();
});
afterAll(() => smtp.close());
beforeEach(() => {
  smtp.script = { ...politeScript };
  smtp.texts.length = 0;
  smtp.connections = 0;
});

const open = (port = smtp.port) =>
  createSmtpSender({ host: 'localhost', port, security: 'tls', username: 'nina' }, 'pass-word', ['localhost']);

async function sendBy(script: Partial<SmtpScript>, sent: OutgoingMail = mail) {
  smtp.script = { ...politeScript, ...script };
  const sender = open();
  try {
    return await sender.send(sent);
  } finally {
    sender.close();
  }
}

describe('an SMTP mailbox', () => {
  it('signs in and sends; the next mail uses the same connection', async () => {
    const sender = open();
    expect(await sender.send(mail)).toEqual({ kind: 'sent', providerMessageId: '250 2.0.0 Queued as 77' });
    expect(await sender.send(mail)).toMatchObject({ kind: 'sent' });
    sender.close();
    expect(smtp.connections).toBe(1);
    expect(smtp.texts).toHaveLength(2);
    expect(smtp.logins).toContain('nina pass-word');
    expect(smtp.texts[0]).toContain('Message-ID: <one@headhaul.example>');
  });

  it('waits when its server’s name is not found, or nobody can say: the mailbox stays connected', async () => {
    const sender = createSmtpSender({ host: 'smtp.nobody.invalid', port: 465, security: 'tls', username: 'nina' }, 'pass-word', []);
    expect(await sender.send(mail)).toEqual({ kind: 'later', retryAfterMs: null, reason: 'NOT_REACHED' });
  });

  it('opens a fresh connection when the kept one has ended', async () => {
    const sender = open();
    await sender.send(mail);
    smtp.dropConnections();
    expect(await sender.send(mail)).toMatchObject({ kind: 'sent' });
    sender.close();
    expect([smtp.connections, smtp.texts.length]).toEqual([2, 2]);
  });

  it('tries no second time in one go when the kept connection falls silent', async () => {
    const sender = open();
    await sender.send(mail);
    smtp.script.mail = 'silence';
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    try {
      let outcome: unknown;
      const sending = sender.send(mail).then((result) => {
        outcome = result;
      });
      await vi.waitFor(async () => {
        await vi.advanceTimersByTimeAsync(5_000);
        expect(outcome).toEqual({ kind: 'later', retryAfterMs: null, reason: 'NOT_REACHED' });
      });
      await sending;
    } finally {
      vi.useRealTimers();
      sender.close();
    }
    expect([smtp.connections, smtp.texts.length]).toEqual([1, 1]);
  });

  it.each<[string, Partial<SmtpScript>, object, number]>([
    ['a wrong password', { auth: '535 5.7.8 No' }, { kind: 'disconnected' }, 0],
    ['a sign-in that is busy', { auth: '454 4.7.0 Later' }, { kind: 'later', reason: 'NOT_REACHED' }, 0],
    ['too many at MAIL', { mail: '452 4.7.0 Slow down' }, { kind: 'later', reason: 'RATE' }, 0],
    ['going down at MAIL', { mail: '421 4.3.2 Bye' }, { kind: 'later', reason: 'RATE' }, 0],
    ['a reset at MAIL', { mail: 'reset' }, { kind: 'later', reason: 'NOT_REACHED' }, 0],
    ['a foreign sender', { mail: '553 5.7.1 Not yours' }, { kind: 'refused', isBounce: false }, 0],
    ['the day’s limit', { mail: '550 5.4.5 Daily user sending limit exceeded' }, { kind: 'later', reason: 'DAILY_CAP' }, 0],
    ['nobody of that name', { rcpt: () => '550 5.1.1 Unknown' }, { kind: 'refused', isBounce: true }, 0],
    ['a grey list', { rcpt: () => '450 4.2.0 Later' }, { kind: 'later', reason: 'RECIPIENT' }, 0],
    ['a reset at RCPT', { rcpt: () => 'reset' }, { kind: 'later', reason: 'NOT_REACHED' }, 0],
    ['a reset at DATA', { data: 'reset' }, { kind: 'later', reason: 'NOT_REACHED' }, 0],
    ['no text wanted', { data: '554 5.5.1 No' }, { kind: 'refused', isBounce: false }, 0],
    ['spam, after the text', { end: '554 5.7.1 Spam' }, { kind: 'refused', isBounce: false }, 1],
    ['full, after the text', { end: '452 4.3.1 Full' }, { kind: 'later', reason: 'RATE' }, 1],
    ['going down after the text', { end: '421 4.3.2 Bye' }, { kind: 'unknown' }, 1],
    ['a reset after the text', { end: 'reset' }, { kind: 'unknown' }, 1],
    ['too large', { end: '552 5.3.4 Too big' }, { kind: 'refused', reason: expect.stringContaining('larger') }, 1],
  ])('%s', async (_name, script, outcome, texts) => {
    expect(await sendBy(script)).toMatchObject(outcome);
    expect(smtp.texts).toHaveLength(texts);
  });

  it('tells when only the copy was taken', async () => {
    const outcome = await sendBy(
      { rcpt: (address) => (address === mail.to.address ? '550 5.1.1 Unknown' : '250 OK') },
      { ...mail, cc: 'desk@bluffline.example' },
    );
    expect(outcome).toMatchObject({ kind: 'refused', isBounce: true, reason: expect.stringContaining('Only the copy') });
  });

  it('keeps nothing of an answer that a database would not take', async () => {
    expect(await sendBy({ end: '250 2.0.0 Queued as\0\u202e77' })).toEqual({ kind: 'sent', providerMessageId: '250 2.0.0 Queued as 77' });
  });

  it('names a domain in any script as every server knows it', async () => {
    const asked: string[] = [];
    const rcpt = (address: string) => {
      asked.push(address);
      return '250 OK';
    };
    await sendBy({ rcpt }, { ...mail, to: { name: '', address: 'info@m\u00fcnchen.example' } });
    expect(asked).toEqual(['info@xn--mnchen-3ya.example']);
  });

  it('later when nobody listens, disconnected when the server is not one we go to', async () => {
    expect(await open(1).send(mail)).toEqual({ kind: 'later', retryAfterMs: null, reason: 'NOT_REACHED' });
    const inside = createSmtpSender({ host: '127.0.0.1', port: 587, security: 'tls', username: 'x' }, 'x', ['localhost']);
    expect(await inside.send(mail)).toMatchObject({ kind: 'disconnected' });
  });
});
