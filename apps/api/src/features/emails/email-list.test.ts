import { companyEndpoints } from '@headhaul/contracts/company';
import { emailEndpoints } from '@headhaul/contracts/mail/emails';
import { addDays, dayAt, wallToInstant } from '@headhaul/domain/time/zoned-time';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { plantMailbox } from '../../testing/mail/mail.ts';
import { daysAgo, plantMail } from '../../testing/mail/past-mail.ts';
import { makeLoad } from '../../testing/office.ts';
import { addTeammate } from '../../testing/team.ts';
import { startTestApp, type TestApp, type TestClient } from '../../testing/test-app.ts';

let api: TestApp;
beforeAll(async () => {
  api = await startTestApp();
});
afterAll(() => api.close());

const list = (client: TestClient, query: Record<string, unknown> = {}) => client.call(emailEndpoints.listEmails, { query: query as never });
const ids = ({ emails }: { emails: readonly { id: string }[] }) => emails.map(({ id }) => id);

/** Reads all pages, like a person who scrolls to the end. */
async function readAll(client: TestClient, query: Record<string, unknown>): Promise<string[]> {
  const seen: string[] = [];
  let cursor: string | undefined;
  do {
    const page = await list(client, { ...query, ...(cursor === undefined ? {} : { cursor }) });
    seen.push(...ids(page));
    cursor = page.nextCursor ?? undefined;
  } while (cursor !== undefined);
  return seen;
}

describe('GET /emails', () => {
  it('pages from the newest back through the days, each mail once', async () => {
    const client = await api.signUp();
    const { accountId } = await plantMailbox(api, client);
    const planted: string[] = [];
    for (const days of [0, 0, 0, 1, 5, 12, 40, 41, 130, 200]) planted.push(await plantMail(api, client, accountId, { at: daysAgo(days) }));
    const seen = await readAll(client, { limit: 3 });
    expect(new Set(seen)).toEqual(new Set(planted));
    expect(seen).toHaveLength(planted.length);
    expect(seen.at(-1)).toBe(planted.at(-1));
  });

  it('filters by account, teammate, state, load and words', async () => {
    const owner = await api.signUp();
    const mate = await addTeammate(api, owner);
    const load = await makeLoad(owner);
    const [one, two] = [await plantMailbox(api, owner), await plantMailbox(api, mate, { isShared: true })];
    const first = await plantMail(api, owner, one.accountId, { loadId: load.id, at: daysAgo(200) });
    const second = await plantMail(api, mate, two.accountId, { state: 'UNKNOWN', to: 'bob_x@other.example' });
    const found = async (query: Record<string, unknown>) => ids(await list(owner, query));
    expect(await found({ accountId: two.accountId })).toEqual([second]);
    expect(await found({ userId: mate.user.id })).toEqual([second]);
    expect(await found({ state: 'UNKNOWN' })).toEqual([second]);
    expect(await found({ search: 'bob_x' })).toEqual([second]);
    expect(await found({ search: 'bobbx' })).toEqual([]);
    // A load's mails come on one page, however old they are.
    expect(await found({ loadId: load.id })).toEqual([first]);
    expect((await list(owner, { loadId: load.id })).emails[0]).toMatchObject({ loadNumber: load.loadNumber, userName: 'Test Person' });
  });

  it('finds the mails of a load by the number that their rows show', async () => {
    const client = await api.signUp();
    const { accountId } = await plantMailbox(api, client);
    const load = await makeLoad(client, { loadNumber: 'BL-24827' });
    const other = await makeLoad(client, { loadNumber: '99824827' });
    const first = await plantMail(api, client, accountId, { loadId: load.id, at: daysAgo(30) });
    const second = await plantMail(api, client, accountId, { loadId: load.id });
    await plantMail(api, client, accountId, { loadId: other.id });
    await plantMail(api, client, accountId);
    for (const search of ['BL-24827', 'bl-248', 'Load BL-24827', '#bl-24827']) {
      expect(ids(await list(client, { search })), search).toEqual([second, first]);
    }
    expect(ids(await list(client, { search: 'BL-24827', loadId: other.id }))).toEqual([]);
    // Another company does not find the mails by this number.
    const stranger = await api.signUp();
    expect(ids(await list(stranger, { search: 'BL-24827' }))).toEqual([]);
  });

  it('filters by what the broker answered', async () => {
    const client = await api.signUp();
    const { accountId } = await plantMailbox(api, client);
    const replied = await plantMail(api, client, accountId, { answer: 'REPLIED', at: daysAgo(300) });
    const declined = await plantMail(api, client, accountId, { answer: 'DECLINED', at: daysAgo(2) });
    const open = await plantMail(api, client, accountId, { at: daysAgo(1) });
    await plantMail(api, client, accountId, { state: 'FAILED' });
    expect(await readAll(client, { answer: 'REPLIED' })).toEqual([replied]);
    expect(await readAll(client, { answer: 'DECLINED' })).toEqual([declined]);
    // A mail that was not sent waits for no answer.
    expect(await readAll(client, { answer: 'NONE' })).toEqual([open]);
    await expect(list(client, { answer: 'MAYBE' })).rejects.toMatchObject({ problem: { code: 'validation_failed' } });
  });

  it('filters by days of the company’s calendar, by when a mail left', async () => {
    const client = await api.signUp();
    const { accountId } = await plantMailbox(api, client);
    const { timeZone } = await client.call(companyEndpoints.getMyCompany, {});
    const clock = (days: number, time: string) => new Date(wallToInstant(addDays(day, days), time, timeZone));
    const day = dayAt(daysAgo(20).getTime(), timeZone);
    await plantMail(api, client, accountId, { at: clock(-1, '23:59') });
    const early = await plantMail(api, client, accountId, { at: clock(0, '00:00') });
    const late = await plantMail(api, client, accountId, { at: clock(0, '23:59') });
    const next = await plantMail(api, client, accountId, { at: clock(1, '00:00') });
    const waited = await plantMail(api, client, accountId, { at: clock(-2, '22:00'), sentAt: clock(0, '06:00') });
    const failed = await plantMail(api, client, accountId, { at: clock(0, '12:00'), state: 'FAILED' });
    expect(await readAll(client, { from: day, to: day })).toEqual([late, failed, early, waited]);
    expect(await readAll(client, { from: day, to: day, state: 'FAILED' })).toEqual([failed]);
    expect(await readAll(client, { from: day })).toEqual([next, late, failed, early, waited]);
    expect((await readAll(client, { to: addDays(day, -1) })).length).toBe(1);
    // With one mail per page, across the boundary between two days.
    expect(await readAll(client, { from: day, to: addDays(day, 1), limit: 1 })).toEqual([next, late, failed, early, waited]);
    expect(await readAll(client, { from: day, to: addDays(day, -1) })).toEqual([]);
    expect(await readAll(client, { to: '1999-01-01' })).toEqual([]);
  });
});

describe('POST /emails/by-fingerprint', () => {
  it('looks for words through two months at once, and goes on from there', async () => {
    const client = await api.signUp();
    const { accountId } = await plantMailbox(api, client);
    const old = await plantMail(api, client, accountId, { to: 'zebra@far.example', at: daysAgo(100) });
    await plantMail(api, client, accountId, { at: daysAgo(1) });
    const found: string[] = [];
    let requests = 0;
    let cursor: string | null = null;
    do {
      const query: { search: string; cursor?: string } = { search: 'zebra@far', ...(cursor ? { cursor } : {}) };
      const page: { emails: { id: string }[]; nextCursor: string | null } = await client.call(emailEndpoints.listEmails, { query });
      requests += 1;
      // The first two months have no match, but there is a cursor for older mails.
      if (requests === 1) expect(page).toMatchObject({ emails: [], nextCursor: expect.any(String) });
      found.push(...page.emails.map(({ id }) => id));
      cursor = page.nextCursor;
    } while (cursor !== null);
    expect(found).toEqual([old]);
    expect(requests).toBeGreaterThan(400 / 62);
  });

  it('says who wrote about which loads within three days, and whose mail failed', async () => {
    const client = await api.signUp();
    const { accountId } = await plantMailbox(api, client);
    const [young, old, failed] = ['a', 'b', 'c'].map((letter) => letter.repeat(32));
    const id = await plantMail(api, client, accountId, { fingerprint: young ?? '', at: daysAgo(1) });
    await plantMail(api, client, accountId, { fingerprint: old ?? '', at: daysAgo(4) });
    const failedId = await plantMail(api, client, accountId, { fingerprint: failed ?? '', state: 'FAILED' });
    const { mails } = await client.call(emailEndpoints.listEmailedLoads, {
      body: { fingerprints: [young ?? '', old ?? '', failed ?? ''] },
    });
    expect(mails).toMatchObject([
      { fingerprint: failed, emailId: failedId, state: 'FAILED' },
      { fingerprint: young, emailId: id, userName: 'Test Person', state: 'SENT', postedCents: null },
    ]);
  });
});

describe('a mail from a private mailbox', () => {
  async function team() {
    const owner = await api.signUp();
    const mate = await addTeammate(api, owner);
    const { accountId, address } = await plantMailbox(api, mate);
    const load = await makeLoad(owner);
    const id = await plantMail(api, mate, accountId, { loadId: load.id, state: 'SENT' });
    await api.admin.query(`update emails set subject = 'Between us', template_name = 'Quiet' where id = $1`, [id]);
    return { owner, mate, id, accountId, address, loadId: load.id };
  }

  it('shows the team that it was written, and none of its words; its writer sees all', async () => {
    const { owner, mate, id, address, loadId } = await team();
    const [row] = (await list(owner, { loadId })).emails;
    expect(row).toMatchObject({
      id,
      isPrivate: true,
      subject: null,
      accountAddress: null,
      templateName: null,
      reason: null,
      state: 'SENT',
    });
    const [own] = (await list(mate, { loadId })).emails;
    expect(own).toMatchObject({ id, isPrivate: false, subject: 'Between us', accountAddress: address });
    expect(ids(await list(owner, { search: 'Between us' }))).toEqual([]);
    expect(ids(await list(mate, { search: 'Between us' }))).toEqual([id]);
  });

  it('403 to read it, take it back, send it again or say what came of it; also for the team’s owner', async () => {
    const { owner, id } = await team();
    const params = { id };
    const refused = { problem: { status: 403, code: 'not_allowed' } };
    await expect(owner.call(emailEndpoints.getEmail, { params })).rejects.toMatchObject(refused);
    await expect(owner.call(emailEndpoints.cancelEmail, { params })).rejects.toMatchObject(refused);
    await expect(owner.call(emailEndpoints.resendEmail, { params, body: { isConfirmed: true } })).rejects.toMatchObject(refused);
    await expect(owner.call(emailEndpoints.resolveEmail, { params, body: { outcome: 'SENT' } })).rejects.toMatchObject(refused);
    await expect(owner.call(emailEndpoints.answerEmail, { params, body: { answer: 'REPLIED' } })).rejects.toMatchObject(refused);
  });

  it('can be read by all once its mailbox is shared', async () => {
    const { owner, id, accountId } = await team();
    await api.admin.query('update email_accounts set is_shared = true where id = $1', [accountId]);
    expect((await owner.call(emailEndpoints.getEmail, { params: { id } })).subject).toBe('Between us');
  });

  it('can be read by who wrote it while the mailbox was shared', async () => {
    const { owner, mate, accountId } = await team();
    const id = await plantMail(api, owner, accountId);
    expect((await owner.call(emailEndpoints.getEmail, { params: { id } })).isPrivate).toBe(false);
    expect((await mate.call(emailEndpoints.getEmail, { params: { id } })).isPrivate).toBe(false);
  });
});
