import { describe, expect, it } from 'vitest';
import { doubleProvider, makeDue, plantMailbox, plantQueuedMail, until } from '../../../testing/mail/mail.ts';
import { setUpMailWorker } from '../../../testing/mail/mail-worker.ts';
import { leaseMails } from './lease.ts';

const office = setUpMailWorker();

describe('whose turn it is', () => {
  it('takes companies in turn, the one served longest ago first', async () => {
    const offices = [await office.fresh(), await office.fresh(), await office.fresh()];
    const [big] = offices;
    if (!big) throw new Error('no office');
    for (let count = 0; count < 5; count++) {
      const more = await plantMailbox(office.api, big.client);
      await plantQueuedMail(office.api, big.client, more.accountId);
    }
    for (const { client, accountId } of offices) await plantQueuedMail(office.api, client, accountId);
    const first = await leaseMails(office.worker, 'w', 3);
    expect(new Set(first.map(({ companyId }) => companyId)).size).toBe(3);
  });

  it('keeps a company its turn that writes again before its mailbox may send again', async () => {
    const [early, late] = [await office.fresh(), await office.fresh()];
    const served = async (wanted: number) => (await leaseMails(office.worker, 'w', wanted)).map(({ accountId }) => accountId);
    for (const { client, accountId } of [early, late]) {
      await plantQueuedMail(office.api, client, accountId);
      expect(await served(3)).toEqual([accountId]);
    }
    // An hour more, so that the mailboxes may not send yet, however slow this test runs.
    await office.api.admin.query(`update mail_lanes set next_at = next_at + interval '1 hour'`);
    await plantQueuedMail(office.api, early.client, early.accountId);
    expect(await served(3)).toEqual([]);
    await plantQueuedMail(office.api, late.client, late.accountId);
    await makeDue(office.api);
    expect(await served(1)).toEqual([early.accountId]);
  });

  it('stays within what all mailboxes of a provider may send together', async () => {
    await office.api.admin.query(`update mail_projects set tokens = 0, filled_at = now() where provider = 'google'`);
    const client = await office.api.signUp();
    const plant = async (planted: { provider?: 'smtp' } = {}) =>
      plantQueuedMail(office.api, client, (await plantMailbox(office.api, client, planted)).accountId);
    for (let count = 0; count < 12; count++) await plant();
    const provider = doubleProvider();
    office.run(provider, { env: { MAIL_PROJECT_GOOGLE_PER_MINUTE: '0.01' } });
    for (const [minutes, mails] of [
      [0, 0],
      [101, 1],
      [101, 2],
      // Unused sending rights do not add up over a long time.
      [1_010, 3],
    ] as const) {
      await office.api.admin.query(
        `update mail_projects set filled_at = filled_at - make_interval(mins => ${minutes}) where provider = 'google'`,
      );
      // SMTP servers are not part of this limit. When this mail was sent, the worker has looked at the others too.
      const own = await plant({ provider: 'smtp' });
      await until(async () => (await office.api.admin.query(`select from emails where id = $1 and state = 'SENT'`, [own])).rowCount === 1);
      const { rows } = await office.api.admin.query<{ left: number }>(
        `select count(*)::int as left from mail_queue where provider = 'google' and began_at is null`,
      );
      expect(rows).toEqual([{ left: 12 - mails }]);
    }
  });

  it('lets half a second’s worth leave at once, and no more', async () => {
    await office.api.admin.query(`update mail_projects set tokens = 0, filled_at = now() - interval '1 hour' where provider = 'google'`);
    const client = await office.api.signUp();
    for (let count = 0; count < 12; count++) await plantQueuedMail(office.api, client, (await plantMailbox(office.api, client)).accountId);
    const worker = office.api.openWorker({ MAIL_PROJECT_GOOGLE_PER_MINUTE: '600' });
    try {
      expect(await leaseMails(worker, 'w', 12)).toHaveLength(5);
    } finally {
      await worker.close();
    }
  });
});
