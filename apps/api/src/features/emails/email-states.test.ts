import { setTimeout as pause } from 'node:timers/promises';
import { type EmailRow, emailEndpoints } from '@headhaul/contracts/mail/emails';
import { describe, expect, it } from 'vitest';
import { cases } from '../../testing/cases.ts';
import { makeDue, plantMailbox, sent } from '../../testing/mail/mail.ts';
import { setUpMailWorker } from '../../testing/mail/mail-worker.ts';
import { addTeammate } from '../../testing/team.ts';
import type { TestClient } from '../../testing/test-app.ts';
import { leaseMails } from './engine/lease.ts';

const office = setUpMailWorker();

const boardLoad = {
  board: 'dat',
  origin: { city: 'Milwaukee', state: 'WI' },
  destination: { city: 'Conley', state: 'GA' },
};

function send(client: TestClient, accountId: string): Promise<EmailRow> {
  return client.call(emailEndpoints.sendEmail, { body: { accountId, to: 'carla@lakeshore.example', boardLoad, isConfirmed: true } });
}

const cancel = (client: TestClient, id: string) => client.call(emailEndpoints.cancelEmail, { params: { id } });
const get = (client: TestClient, id: string) => client.call(emailEndpoints.getEmail, { params: { id } });
const notNow = { problem: { code: 'move_not_allowed' } };
const templateOf = async (id: string) =>
  (await office.api.admin.query<{ sent: number; answered: number }>('select sent, answered from email_templates where id = $1', [id]))
    .rows[0];

describe('POST /emails/{id}/cancel', () => {
  it('takes a mail back before it leaves, any member’s in a shared mailbox', async () => {
    const owner = await office.api.signUp();
    const mate = await addTeammate(office.api, owner);
    const { accountId } = await plantMailbox(office.api, owner, { isShared: true });
    const { id } = await send(owner, accountId);
    expect(await cancel(mate, id)).toMatchObject({ state: 'CANCELLED' });
    expect((await office.api.admin.query('select from mail_queue where email_id = $1', [id])).rowCount).toBe(0);
    await expect(cancel(owner, id)).rejects.toMatchObject(notNow);
    expect((await get(owner, id)).history.map(({ state }) => state)).toEqual(['QUEUED', 'CANCELLED']);
  });

  it('is too late when it is at the provider, which the mail then shows', async () => {
    const client = await office.api.signUp();
    const { accountId } = await plantMailbox(office.api, client);
    const { id } = await send(client, accountId);
    await makeDue(office.api);
    await leaseMails(office.worker, 'test', 1_000);
    await expect(cancel(client, id)).rejects.toMatchObject(notNow);
    expect((await get(client, id)).state).toBe('SENDING');
    const { emails } = await client.call(emailEndpoints.listEmails, { query: { state: 'SENDING' } });
    expect(emails.map((email) => email.id)).toEqual([id]);
    await office.api.admin.query('delete from mail_queue');
  });

  it('404 for another company’s', async () => {
    const client = await office.api.signUp();
    const stranger = await office.api.signUp();
    const { accountId } = await plantMailbox(office.api, client);
    const { id } = await send(client, accountId);
    await expect(cancel(stranger, id)).rejects.toMatchObject({ problem: { code: 'not_found' } });
    await expect(get(stranger, id)).rejects.toMatchObject({ problem: { code: 'not_found' } });
    await cancel(client, id);
  });

  it('against the lease: either it is taken back or it leaves, in each of many rounds', async () => {
    const client = await office.api.signUp();
    const { accountId } = await plantMailbox(office.api, client);
    let taken = 0;
    let back = 0;
    let headStartMs = 10;
    const rounds = cases(40, 200);
    const isRaced = () => taken > 0 && back > 0;
    for (let round = 0; round < rounds || (!isRaced() && round < 10 * rounds); round++) {
      const { id } = await send(client, accountId);
      await makeDue(office.api);
      const [answer, leased] = await Promise.all([
        cancel(client, id).then(
          () => 'back',
          () => 'late',
        ),
        pause(headStartMs).then(() => leaseMails(office.worker, 'test', 10)),
      ]);
      const isLeased = leased.some(({ emailId }) => emailId === id);
      expect(answer).toBe(isLeased ? 'late' : 'back');
      // The winner of a round gets a worse start in the next, so the race stays close on slow and fast machines.
      if (isLeased) {
        taken += 1;
        headStartMs = headStartMs * 1.5 + 1;
      } else {
        back += 1;
        headStartMs *= 0.7;
      }
      await office.api.admin.query('delete from mail_queue');
    }
    // Each side must have won at least once, or there was no real race.
    expect(isRaced()).toBe(true);
  }, 120_000);
});

describe('POST /emails/{id}/resolve', () => {
  it('a person says what became of a mail that nobody knew of', async () => {
    const client = await office.api.signUp();
    const { accountId, templateId } = await plantMailbox(office.api, client);
    const resolve = (id: string, outcome: 'SENT' | 'FAILED') =>
      client.call(emailEndpoints.resolveEmail, { params: { id }, body: { outcome } });
    const first = await send(client, accountId);
    await office.finish({ kind: 'unknown', reason: 'The provider broke off.' });
    expect(await get(client, first.id)).toMatchObject({ state: 'UNKNOWN', reason: 'The provider broke off.' });
    await expect(client.call(emailEndpoints.resendEmail, { params: { id: first.id }, body: {} })).rejects.toMatchObject(notNow);
    expect(await resolve(first.id, 'SENT')).toMatchObject({ state: 'SENT', sentAt: expect.any(String) });
    expect(await templateOf(templateId)).toEqual({ sent: 1, answered: 0 });
    await expect(resolve(first.id, 'FAILED')).rejects.toMatchObject(notNow);
    const second = await send(client, accountId);
    await office.finish({ kind: 'unknown', reason: 'Again.' });
    expect(await resolve(second.id, 'FAILED')).toMatchObject({ state: 'FAILED' });
    expect((await get(client, second.id)).history.map(({ state }) => state)).toEqual(['QUEUED', 'SENDING', 'UNKNOWN', 'FAILED']);
  });
});

describe('POST /emails/{id}/resend', () => {
  it('sends one that failed as a new mail, once', async () => {
    const client = await office.api.signUp();
    const { accountId } = await plantMailbox(office.api, client);
    const { id } = await send(client, accountId);
    await office.finish({ kind: 'refused', reason: 'No such person.', isBounce: true });
    const resend = (body = { isConfirmed: true }) => client.call(emailEndpoints.resendEmail, { params: { id }, body });
    await expect(resend({ isConfirmed: false })).rejects.toMatchObject({
      problem: { code: 'confirmation_needed', detail: 'No such person.' },
    });
    const answers = await Promise.allSettled([resend(), resend(), resend()]);
    const again = answers.flatMap((answer) => (answer.status === 'fulfilled' ? [answer.value] : []));
    expect(again).toHaveLength(1);
    expect(again[0]).toMatchObject({ state: 'QUEUED', to: 'carla@lakeshore.example' });
    expect(await get(client, id)).toMatchObject({ state: 'FAILED', resentAs: again[0]?.id });
    await expect(resend()).rejects.toMatchObject(notNow);
  });

  it('copies it only where its template still does', async () => {
    const client = await office.api.signUp();
    const { accountId } = await plantMailbox(office.api, client);
    const copyTo = (address: string | null) =>
      office.api.admin.query('update email_templates set cc_email = $2 where company_id = $1', [client.user.companyId, address]);
    const copies: (string | null)[] = [];
    for (const later of ['Desk@lakeshore.example', null]) {
      await copyTo('desk@lakeshore.example');
      const { id } = await send(client, accountId);
      await office.finish({ kind: 'refused', reason: 'No such person.', isBounce: true });
      await copyTo(later);
      const again = await client.call(emailEndpoints.resendEmail, { params: { id }, body: { isConfirmed: true } });
      copies.push((await get(client, again.id)).cc);
      await office.finish({ kind: 'refused', reason: 'No such person.', isBounce: true });
    }
    expect(copies).toEqual(['desk@lakeshore.example', null]);
  });

  it('asks first when somebody wrote about the same freight since', async () => {
    const owner = await office.api.signUp();
    const mate = await addTeammate(office.api, owner);
    const { accountId } = await plantMailbox(office.api, owner, { isShared: true });
    const { id } = await send(mate, accountId);
    await office.finish({ kind: 'refused', reason: 'No such person.', isBounce: true });
    await send(owner, accountId);
    const resend = (body: { isConfirmed?: boolean }) => mate.call(emailEndpoints.resendEmail, { params: { id }, body });
    await expect(resend({})).rejects.toMatchObject({
      problem: { code: 'confirmation_needed', detail: expect.stringContaining('wrote to') },
    });
    expect(await resend({ isConfirmed: true })).toMatchObject({ state: 'QUEUED' });
  });

  it('not one that was sent', async () => {
    const client = await office.api.signUp();
    const { accountId } = await plantMailbox(office.api, client);
    const { id } = await send(client, accountId);
    await office.finish(sent);
    await expect(client.call(emailEndpoints.resendEmail, { params: { id }, body: {} })).rejects.toMatchObject(notNow);
  });
});

describe('PUT /emails/{id}/answer', () => {
  it('keeps the template’s counter right, however often it changes', async () => {
    const client = await office.api.signUp();
    const { accountId, templateId } = await plantMailbox(office.api, client);
    const { id } = await send(client, accountId);
    const mark = (answer: 'REPLIED' | 'DECLINED' | null) => client.call(emailEndpoints.answerEmail, { params: { id }, body: { answer } });
    await expect(mark('REPLIED')).rejects.toMatchObject(notNow);
    await office.finish(sent);
    for (const [answer, count] of [
      ['REPLIED', 1],
      ['REPLIED', 1],
      ['DECLINED', 1],
      [null, 0],
      [null, 0],
      ['DECLINED', 1],
    ] as const) {
      expect((await mark(answer)).answer).toBe(answer);
      expect((await templateOf(templateId))?.answered).toBe(count);
    }
  });
});

describe('POST /emails/test', () => {
  it('sends the template on the screen to oneself, at once, and it is no duplicate of anything', async () => {
    const client = await office.api.signUp();
    const { accountId } = await plantMailbox(office.api, client);
    const template = {
      subject: '{{origin}}',
      htmlBody: '<p onclick="x()">For {{offer.rate}}</p><script>x()</script>',
      signature: '<p>Nina</p>',
    };
    const row = await client.call(emailEndpoints.sendTestEmail, { body: { accountId, template } });
    expect(row).toMatchObject({ kind: 'TEST', to: client.user.email, subject: 'Milwaukee, WI', templateId: null, loadId: null });
    expect(Math.abs(Date.parse(row.leavesAt) - Date.parse(row.createdAt))).toBeLessThan(2_000);
    const { html } = await get(client, row.id);
    expect(html).toContain('For $2,450');
    expect(html).toContain('Nina');
    expect(html).not.toMatch(/script|onclick/);
    const { total } = await client.call(emailEndpoints.getEmailFunnel, {
      query: { from: row.createdAt.slice(0, 10), to: row.createdAt.slice(0, 10) },
    });
    expect(total.sent).toBe(0);
  });
});
