import { describe, expect, it } from 'vitest';
import { createMailbox, MailQuery } from './mailbox.ts';

const query = (said: Partial<MailQuery> = {}) => MailQuery.parse(said);

function arrival(index: number) {
  const raw = Buffer.from(
    `Message-ID: <${index}@office.example>\r\nSubject: =?UTF-8?Q?Caf=C3=A9_${index}?=\r\nTo: dana@broker.example\r\n\r\nRate?\r\n`,
  );
  return {
    raw,
    from: 'kim@office.example',
    to: [`d${index}@broker.example`],
    provider: 'gmail',
    account: 'kim@office.example',
    failure: null,
  } as const;
}

describe('createMailbox', () => {
  it('holds 50,000 mails and lets the oldest go', () => {
    const mailbox = createMailbox();
    for (let index = 1; index <= 50_010; index += 1) mailbox.add({ ...arrival(index), to: [`d${index}@broker.example`] });
    expect(mailbox.count(query())).toEqual({ count: 50_000, dropped: 10 });
    expect(mailbox.find(10)).toBeUndefined();
    expect(mailbox.find(11)?.messageId).toBe('<11@office.example>');
    expect(mailbox.select(query({ limit: 50_000 }))).toHaveLength(50_000);
    expect(mailbox.select(query({ to: 'D50010@' })).map(({ id }) => id)).toEqual([50_010]);
    mailbox.clear();
    expect(mailbox.count(query())).toEqual({ count: 0, dropped: 0 });
    expect(mailbox.add({ ...arrival(1), to: [] }).id).toBe(50_011);
  });

  it('reads the text when somebody looks', async () => {
    const mailbox = createMailbox();
    const kept = mailbox.add({ ...arrival(1), to: ['dana@broker.example'] });
    expect(kept.subject).toBe('Café 1');
    expect(await mailbox.read(kept)).toMatchObject({ text: 'Rate?', html: '', messageId: '<1@office.example>' });
  });

  it('lets the oldest go when they weigh too much together, and keeps one at least', () => {
    const mailbox = createMailbox();
    const heavy = { ...arrival(1), to: [], raw: Buffer.alloc(150 * 1024 * 1024) };
    for (let index = 0; index < 4; index += 1) mailbox.add(heavy);
    expect(mailbox.count(query())).toEqual({ count: 2, dropped: 2 });
  });
});
