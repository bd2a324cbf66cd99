import { describe, expect, it } from 'vitest';
import { doubleProvider, holdAnswer, makeDue, plantMailbox, plantQueuedMail, sent, until } from '../../../testing/mail/mail.ts';
import { setUpMailWorker } from '../../../testing/mail/mail-worker.ts';
import { leaseMails } from './lease.ts';
import { createOutcomeWriter } from './outcome-writer.ts';

const office = setUpMailWorker();

const stateOf = async (id: string) =>
  (await office.api.admin.query<{ state: string; reason: string | null }>('select state, reason from emails where id = $1', [id])).rows[0];

describe('what a provider says', () => {
  it('an answer the database does not take is unknown, and holds up nobody else', async () => {
    const { client } = await office.fresh();
    const outcomes = [
      { kind: 'sent', providerMessageId: 'with \0 and \ud800' },
      { kind: 'refused', reason: 'No.', isBounce: 'perhaps' as never },
      sent,
    ] as const;
    const ids: string[] = [];
    for (const _ of outcomes) ids.push(await plantQueuedMail(office.api, client, (await plantMailbox(office.api, client)).accountId));
    const leased = await leaseMails(office.worker, 'test', 10);
    const writer = createOutcomeWriter(office.worker, () => {});
    for (const mail of leased) writer.keep({ mail, outcome: outcomes[ids.indexOf(mail.emailId)] ?? sent, at: performance.now() });
    await writer.drained();
    const states = await Promise.all(ids.map(stateOf));
    expect(states.map((one) => one?.state)).toEqual(['SENT', 'UNKNOWN', 'SENT']);
    expect(states[1]?.reason).toContain('can’t be read');
  });

  it('that it can’t take this recipient now holds back this mail alone', async () => {
    const { client, accountId } = await office.fresh({ provider: 'smtp' });
    await plantQueuedMail(office.api, client, accountId);
    await office.finish({ kind: 'later', retryAfterMs: 300_000, reason: 'RECIPIENT' });
    const { rows } = await office.api.admin.query(
      `select pause_reason, (select next_at < now() + interval '5 seconds' from mail_lanes where account_id = a.id) as "isOpen" from email_accounts a where id = $1`,
      [accountId],
    );
    expect(rows).toEqual([{ pause_reason: null, isOpen: true }]);
    const second = await plantQueuedMail(office.api, client, accountId);
    office.run(doubleProvider());
    await until(async () => (await stateOf(second))?.state === 'SENT');
  });

  it('of a connection that was made anew since is no news', async () => {
    const { client, accountId } = await office.fresh();
    const id = await plantQueuedMail(office.api, client, accountId);
    await office.finish({ kind: 'disconnected', reason: 'The password is wrong.', version: '2026-01-01T00:00:00.000Z' });
    const { rows } = await office.api.admin.query(
      `select status, (select next_at < 'infinity' from mail_lanes where account_id = a.id) as "isOpen" from email_accounts a where id = $1`,
      [accountId],
    );
    expect(rows).toEqual([{ status: 'CONNECTED', isOpen: true }]);
    expect(await stateOf(id)).toMatchObject({ state: 'QUEUED' });
  });
});

describe('who waits', () => {
  it('longer than three days is not sent, whatever it waited for', async () => {
    const { client, accountId } = await office.fresh();
    const day = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10);
    await office.api.admin.query(`create table emails_of_last_week partition of emails for values from ('${day(7)}') to ('${day(3)}')`);
    const old = await plantQueuedMail(office.api, client, accountId, { writtenAt: new Date(Date.now() - 5 * 86_400_000) });
    const provider = doubleProvider();
    office.run(provider);
    await until(async () => (await stateOf(old))?.state === 'FAILED');
    expect((await stateOf(old))?.reason).toContain('three days');
    expect(provider.given).toHaveLength(0);
  });

  it('behind a server that does not answer: its mailbox has one mail there, and others leave', async () => {
    const slow = await office.fresh({ provider: 'smtp' });
    const quick = await office.fresh();
    const given: string[] = [];
    const held = holdAnswer();
    const provider = doubleProvider(async ({ from }) => {
      given.push(from.address);
      if (from.address === slow.address) await held.answer;
      return sent;
    });
    for (let count = 0; count < 4; count++) await plantQueuedMail(office.api, slow.client, slow.accountId);
    office.run(provider);
    await until(async () => given.length > 0);
    for (let count = 0; count < 4; count++) {
      // As if the slow mailbox may send again. When the quick mailbox's mail was sent, the worker has looked at both.
      await makeDue(office.api);
      const id = await plantQueuedMail(office.api, quick.client, quick.accountId);
      await makeDue(office.api);
      await until(async () => (await stateOf(id))?.state === 'SENT');
    }
    expect(given.filter((address) => address === slow.address)).toHaveLength(1);
    held.give();
  });

  it('servers that people named themselves never take all the room', async () => {
    for (let count = 0; count < 6; count++) {
      const { client, accountId } = await office.fresh({ provider: 'smtp' });
      await plantQueuedMail(office.api, client, accountId);
    }
    const quick = await office.fresh();
    const held = holdAnswer();
    let atOnce = 0;
    const provider = doubleProvider(async ({ from }) => {
      if (from.address === quick.address) return sent;
      atOnce += 1;
      await held.answer;
      return sent;
    });
    office.run(provider, { concurrency: 8 });
    await until(async () => atOnce >= 4);
    // There is room for other mailboxes. When this mail was sent, the worker has looked at all waiting mails.
    const id = await plantQueuedMail(office.api, quick.client, quick.accountId);
    await until(async () => (await stateOf(id))?.state === 'SENT');
    expect(atOnce).toBe(4);
    held.give();
    await until(async () => atOnce === 6);
  });

  it('for a provider whose bucket is empty does not stand before one that can be served', async () => {
    await office.api.admin.query(`update mail_projects set tokens = 0, filled_at = now() where provider = 'google'`);
    const owner = await office.api.signUp();
    const { accountId } = await plantMailbox(office.api, owner, { provider: 'smtp' });
    const id = await plantQueuedMail(office.api, owner, accountId);
    // 250 companies that have been ready longer than this one, each with a Google mailbox.
    await office.api.admin.query(`
      with made as (insert into company_directory (id) select gen_random_uuid() from generate_series(1, 250) returning id),
      lanes as (insert into mail_lanes (account_id, of_company, provider, due_at) select gen_random_uuid(), id, 'google', now() - interval '1 hour' from made)
      insert into mail_schedule (of_company, provider, ready_at) select id, 'google', now() - interval '1 hour' from made`);
    office.run(doubleProvider(), { env: { MAIL_PROJECT_GOOGLE_PER_MINUTE: '1' } });
    await until(async () => (await stateOf(id))?.state === 'SENT');
  });
});
