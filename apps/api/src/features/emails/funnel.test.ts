import { documentEndpoints } from '@headhaul/contracts/documents';
import { loadEndpoints } from '@headhaul/contracts/loads/loads';
import { emailEndpoints } from '@headhaul/contracts/mail/emails';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { explain, logStatements } from '../../testing/database/statement-log.ts';
import { plantMailbox } from '../../testing/mail/mail.ts';
import { daysAgo, plantMail } from '../../testing/mail/past-mail.ts';
import { dayFromNow, makeBroker, makeLoad, plantLoad } from '../../testing/office.ts';
import { addTeammate } from '../../testing/team.ts';
import { startTestApp, type TestApp, type TestClient } from '../../testing/test-app.ts';
import { getEmailFunnel } from './funnel.service.ts';

let api: TestApp;
beforeAll(async () => {
  api = await startTestApp();
});
afterAll(() => api.close());

interface Asked {
  by?: 'TEMPLATE' | 'DISPATCHER' | 'HOUR';
  from?: string;
  to?: string;
  userId?: string[];
}

const stats = (client: TestClient, { by = 'TEMPLATE', from = dayFromNow(-5), to = dayFromNow(1), ...rest }: Asked = {}) =>
  client.call(emailEndpoints.getEmailFunnel, { query: { from, to, by, ...rest } });

/** The four steps in their order. */
async function count(client: TestClient, asked: Asked = {}): Promise<number[]> {
  const { sent, answered, booked, withRc } = (await stats(client, asked)).total;
  return [sent, answered, booked, withRc];
}

const addRc = (client: TestClient, id: string) =>
  client.call(documentEndpoints.uploadLoadDocument, {
    params: { id },
    body: { kind: 'RATE_CONFIRMATION', file: new File([new Uint8Array(Buffer.from('%PDF-1.7'))], 'rc.pdf') },
  });

describe('GET /email-stats', () => {
  it('gathers the loads of a board that were asked for, not all that were booked', async () => {
    const client = await api.signUp();
    const { accountId } = await plantMailbox(api, client);
    const { id: brokerId } = await makeBroker(client);
    const [asked, other] = ['a'.repeat(32), 'b'.repeat(30)];
    await plantMail(api, client, accountId, { fingerprint: asked, at: daysAgo(3) });
    for (let load = 0; load < 30; load += 1) {
      const { id } = await plantLoad(api, client, { brokerId });
      const fingerprint = load === 0 ? asked : `${other}${String(load).padStart(2, '0')}`;
      await api.admin.query('update loads set board_fingerprint = $2, booked_at = now(), booked_day = now()::date where id = $1', [
        id,
        fingerprint,
      ]);
    }
    expect(await count(client)).toEqual([1, 1, 1, 0]);
    const { companyId } = client.user;
    const steps = await api.platform.db.withTenant(companyId, async (tx) => {
      const { db, statements } = logStatements(tx.db);
      const transaction = (work: (own: typeof tx) => unknown) => work({ ...tx, db });
      await getEmailFunnel({ transaction, actor: { userId: client.user.id } } as never, {
        from: dayFromNow(-5),
        to: dayFromNow(1),
        by: 'TEMPLATE',
      });
      return explain(api.admin, statements.at(-1));
    });
    const gathered = steps.find((step) => step['Subplan Name'] === 'CTE boards')?.Plans?.at(-1);
    expect(gathered?.['Actual Rows']).toBe(1);
  });

  it('counts what left in these days, by template, person and hour', async () => {
    const client = await api.signUp();
    const { accountId, templateId } = await plantMailbox(api, client);
    await plantMail(api, client, accountId, { templateId, answer: 'REPLIED' });
    await plantMail(api, client, accountId, { templateId, answer: 'DECLINED' });
    await plantMail(api, client, accountId, { templateId });
    await plantMail(api, client, accountId, { state: 'FAILED', templateId });
    await plantMail(api, client, accountId, { at: daysAgo(40), templateId });
    expect(await count(client)).toEqual([3, 2, 0, 0]);
    expect((await stats(client)).lines).toMatchObject([{ key: templateId, name: 'First', sent: 3 }]);
    expect((await stats(client, { by: 'DISPATCHER' })).lines).toMatchObject([{ key: client.user.id, name: 'Test Person', sent: 3 }]);
    expect((await stats(client, { by: 'HOUR' })).lines.reduce((sum, line) => sum + line.sent, 0)).toBe(3);
    expect(await count(client, { from: dayFromNow(-60) })).toEqual([4, 2, 0, 0]);
    await expect(stats(client, { from: dayFromNow(-92) })).rejects.toMatchObject({ problem: { code: 'validation_failed' } });
  });

  it('counts a load once, for the last mail before it was booked, and nothing for mails after', async () => {
    const client = await api.signUp();
    const { accountId, templateId } = await plantMailbox(api, client);
    const load = await makeLoad(client);
    const about = { loadId: load.id };
    await plantMail(api, client, accountId, { ...about, at: daysAgo(4) });
    await plantMail(api, client, accountId, { ...about, at: daysAgo(2), templateId });
    // A broker who gave us the load has answered, although nobody marked an answer.
    expect(await count(client)).toEqual([2, 1, 1, 0]);
    await plantMail(api, client, accountId, about);
    await plantMail(api, client, accountId, { ...about, answer: 'REPLIED' });
    expect(await count(client)).toEqual([4, 2, 1, 0]);
    await addRc(client, load.id);
    expect(await count(client)).toEqual([4, 2, 1, 1]);
    expect((await stats(client)).lines.find(({ key }) => key === templateId)).toMatchObject({ sent: 1, answered: 1, booked: 1, withRc: 1 });
    // The load counts only on the day of the mail that won it, not on every day with a mail about it.
    expect(await count(client, { to: dayFromNow(-4) })).toEqual([1, 0, 0, 0]);
  });

  it('counts a load that was only written about after it was booked as nobody’s', async () => {
    const client = await api.signUp();
    const { accountId } = await plantMailbox(api, client);
    const load = await makeLoad(client, { rc: 'RC-7' });
    await plantMail(api, client, accountId, { loadId: load.id });
    await plantMail(api, client, accountId, { loadId: load.id });
    expect(await count(client)).toEqual([2, 0, 0, 0]);
  });

  it('knows freight of a board by its fingerprint, and counts it once', async () => {
    const client = await api.signUp();
    const { accountId } = await plantMailbox(api, client);
    const [seen, lost] = ['d'.repeat(32), 'e'.repeat(32)];
    await plantMail(api, client, accountId, { fingerprint: seen, at: daysAgo(2) });
    await plantMail(api, client, accountId, { fingerprint: seen, at: daysAgo(1) });
    await plantMail(api, client, accountId, { fingerprint: lost, at: daysAgo(1) });
    const load = await makeLoad(client, { boardFingerprint: seen, rc: 'RC-8' });
    expect(await count(client)).toEqual([3, 1, 1, 1]);
    // A mail about the load itself, with the same fingerprint as the mails about the row of the board.
    await plantMail(api, client, accountId, { loadId: load.id, fingerprint: seen, at: daysAgo(1) });
    expect(await count(client)).toEqual([4, 1, 1, 1]);
    // A second load with the same fingerprint does not count for these mails.
    await makeLoad(client, { boardFingerprint: seen });
    expect(await count(client)).toEqual([4, 1, 1, 1]);
  });

  it('leaves out drafts and what is in the bin, and never has more than the step before', async () => {
    const client = await api.signUp();
    const { accountId } = await plantMailbox(api, client);
    const draft = await makeLoad(client, { asDraft: true, rc: 'RC-1' });
    const binned = await makeLoad(client, { rc: 'RC-2' });
    const cancelled = await makeLoad(client, { rc: 'RC-3' });
    const plain = await makeLoad(client);
    for (const { id } of [draft, binned, cancelled, plain]) await plantMail(api, client, accountId, { loadId: id, at: daysAgo(1) });
    await client.call(loadEndpoints.deleteLoad, { params: { id: binned.id } });
    await client.call(loadEndpoints.changeLoadStatus, {
      params: { id: cancelled.id },
      body: { newStatus: 'CANCELLED', reason: 'No truck' },
    });
    expect(await count(client)).toEqual([4, 2, 2, 1]);
  });

  it('counts only what the chosen people wrote, and gives a load to who won it', async () => {
    const owner = await api.signUp();
    const [mate, third] = [await addTeammate(api, owner), await addTeammate(api, owner)];
    const { accountId } = await plantMailbox(api, owner, { isShared: true });
    const load = await makeLoad(owner, { rc: 'RC-9' });
    await plantMail(api, owner, accountId, { loadId: load.id, at: daysAgo(3) });
    await plantMail(api, mate, accountId, { loadId: load.id, at: daysAgo(2) });
    await plantMail(api, owner, accountId, { answer: 'DECLINED' });
    expect(await count(owner)).toEqual([3, 2, 1, 1]);
    expect(await count(owner, { userId: [owner.user.id] })).toEqual([2, 1, 0, 0]);
    expect(await count(owner, { userId: [mate.user.id] })).toEqual([1, 1, 1, 1]);
    expect(await count(owner, { userId: [mate.user.id, owner.user.id] })).toEqual([3, 2, 1, 1]);
    expect(await count(owner, { userId: [third.user.id] })).toEqual([0, 0, 0, 0]);
    const { lines } = await stats(owner, { by: 'DISPATCHER', userId: [mate.user.id] });
    expect(lines).toMatchObject([{ key: mate.user.id, sent: 1, booked: 1 }]);
    await expect(stats(owner, { userId: ['me'] })).rejects.toMatchObject({ problem: { code: 'validation_failed' } });
  });
});
