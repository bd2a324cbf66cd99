import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { doubleProvider, makeDue, plantMailbox, plantQueuedMail } from '../../testing/mail.ts';
import { setUpMailWorker } from '../../testing/mail-worker.ts';
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
    await plantQueuedMail(office.api, early.client, early.accountId);
    expect(await served(3)).toEqual([]);
    await plantQueuedMail(office.api, late.client, late.accountId);
    await makeDue(office.api);
    expect(await served(1)).toEqual([early.accountId]);
  });

  it('stays within what all mailboxes of a provider may send together', async () => {
    await office.api.admin.query(`update mail_projects set tokens = 0, filled_at = now() where provider = 'google'`);
    const client = await office.api.signUp();
    for (let count = 0; count < 12; count++) await plantQueuedMail(office.api, client, (await plantMailbox(office.api, client)).accountId);
    const provider = doubleProvider();
    office.run(provider, { env: { MAIL_PROJECT_GOOGLE_PER_MINUTE: '120' } });
    await pause(2_200);
    expect(provider.given.length).toBeGreaterThanOrEqual(2);
    expect(provider.given.length).toBeLessThanOrEqual(6);
  });
});
