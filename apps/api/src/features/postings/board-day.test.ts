import { postingEndpoints } from '@headhaul/contracts/boards/postings';
import { loadEndpoints } from '@headhaul/contracts/loads/loads';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { posting } from '../../testing/boards/postings.ts';
import { plantMailbox } from '../../testing/mail/mail.ts';
import { plantEmail } from '../../testing/mail/mailboxes.ts';
import { daysAgo, plantMail } from '../../testing/mail/past-mail.ts';
import { sendJson } from '../../testing/send-json.ts';
import { addTeammate, handOff } from '../../testing/team.ts';
import { startTestApp, type TestApp, type TestClient } from '../../testing/test-app.ts';
import { getBoardDay } from './board-day.service.ts';

let api: TestApp;
beforeAll(async () => {
  api = await startTestApp();
});
afterAll(() => api.close());

const readDay = (client: TestClient) => client.call(postingEndpoints.getBoardDay, {});
const midnight = `(select date_trunc('day', now() at time zone time_zone) at time zone time_zone from companies where company_id = $1)`;

describe('GET /ext/boards/day', () => {
  it('401 for a stranger and 403 for the web app', async () => {
    const web = await api.signUp();
    expect((await sendJson({ ...web, fetch: api.fetch } as TestClient, 'GET', '/ext/boards/day')).status).toBe(401);
    expect((await sendJson(web, 'GET', '/ext/boards/day')).status).toBe(403);
  });

  it('200 counts this person’s mails that have left since the company’s midnight', async () => {
    const owner = await api.signUp();
    const mate = await addTeammate(api, owner);
    const { accountId: account } = await plantMailbox(api, owner);
    const ext = await handOff(api, owner);
    expect(await readDay(ext)).toEqual({ emailed: 0, saved: 0 });
    for (const sentAt of [midnight, 'now()', `${midnight} - interval '1 second'`]) await plantEmail(api, owner, account, { sentAt });
    for (const state of ['QUEUED', 'FAILED', 'CANCELLED']) await plantEmail(api, owner, account, { state });
    await plantEmail(api, { ...mate, user: { ...mate.user, companyId: owner.user.companyId } }, account);
    expect(await readDay(ext)).toEqual({ emailed: 2, saved: 0 });
    expect(await readDay(await handOff(api, mate))).toEqual({ emailed: 1, saved: 0 });
    // In another zone the day began at another time.
    await api.admin.query(`update companies set time_zone = 'Pacific/Kiritimati' where company_id = $1`, [owner.user.companyId]);
    const { rows } = await api.admin.query(
      `select count(*)::int as sent from emails where company_id = $1 and user_id = $2 and sent_at >= ${midnight}`,
      [owner.user.companyId, owner.user.id],
    );
    expect((await readDay(ext)).emailed).toBe(rows[0]?.sent);
  });

  it('opens only the partitions of mails that can have left today', async () => {
    const owner = await api.signUp();
    const { accountId } = await plantMailbox(api, owner);
    const old = Array.from({ length: 20 }, (_, day) => daysAgo(20 + day));
    const waited = daysAgo(7.9);
    for (const at of [...old, waited]) await plantMail(api, owner, accountId, { at, sentAt: new Date() });
    const partitionOf = (at: Date) => `emails_${at.toISOString().slice(0, 10).replaceAll('-', '')}`;
    const { day, locked } = await api.platform.db.withTenant(owner.user.companyId, async (tx) => {
      const counted = await getBoardDay({
        actor: { userId: owner.user.id },
        transaction: (work: (own: typeof tx) => unknown) => work(tx),
      } as never);
      const { rows } = await sql<{ name: string }>`
        select c.relname as name from pg_locks k join pg_class c on c.oid = k.relation
        where k.pid = pg_backend_pid() and c.relispartition and c.relkind = 'r' and c.relname like 'emails%'`.execute(tx.db);
      return { day: counted, locked: rows.map(({ name }) => name) };
    });
    expect(day.emailed).toBe(1);
    expect(locked).toEqual(expect.arrayContaining([partitionOf(waited), partitionOf(new Date())]));
    for (const at of old) expect(locked).not.toContain(partitionOf(at));
  });

  it('200 counts the loads that this person has saved from a board, and no other', async () => {
    const owner = await api.signUp();
    const mate = await addTeammate(api, owner);
    const ext = await handOff(api, owner);
    const save = (client: TestClient, reference: string, city: string) =>
      client.call(postingEndpoints.savePosting, {
        body: { ...posting, load: { ...posting.load, reference, destination: { city, state: 'GA' } } },
      });
    const { saved } = await save(ext, 'HP-1', 'Atlanta');
    await save(ext, 'HP-2', 'Macon');
    await save(await handOff(api, mate), 'HP-3', 'Augusta');
    expect(await readDay(ext)).toEqual({ emailed: 0, saved: 2 });
    await owner.call(loadEndpoints.deleteLoad, { params: { id: saved.loadId } });
    expect(await readDay(ext)).toEqual({ emailed: 0, saved: 1 });
    await api.admin.query(`update loads set created_at = ${midnight} - interval '1 second' where company_id = $1`, [owner.user.companyId]);
    expect(await readDay(ext)).toEqual({ emailed: 0, saved: 0 });
  });
});
