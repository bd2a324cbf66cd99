import { randomUUID } from 'node:crypto';
import { referralEndpoints } from '@headhaul/contracts/referrals';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readDatabaseText } from '../../testing/database/database-text.ts';
import { openEvents } from '../../testing/event-reader.ts';
import { makeLoad } from '../../testing/office.ts';
import { refer } from '../../testing/referrals.ts';
import { addTeammate } from '../../testing/team.ts';
import { startTestApp, type TestApp, type TestClient } from '../../testing/test-app.ts';

let api: TestApp;
beforeAll(async () => {
  api = await startTestApp();
});
afterAll(() => api.close());

const problem = (status: number, code: string) => ({ problem: { status, code } });
const send = (client: TestClient, emails: string[], headers: Record<string, string> = {}) =>
  client.call(referralEndpoints.sendInvitations, { body: { emails } }, headers);
const overview = (client: TestClient) => client.call(referralEndpoints.getReferrals, {});
const address = () => `${randomUUID()}@elsewhere.test`;

async function idOf(client: TestClient, email: string): Promise<string> {
  return (await overview(client)).invites.find((invite) => invite.email === email)?.id ?? '';
}

function makeOld(email: string, days: number): Promise<unknown> {
  return api.admin.query(
    `update referrals set created_at = created_at - make_interval(days => $2), reminded_at = reminded_at - make_interval(days => $2) where email = $1`,
    [email, days],
  );
}

describe('GET /user/invitations', () => {
  it('200 with one link per person, the same each time and for two screens at once', async () => {
    const owner = await api.signUp();
    const member = await addTeammate(api, owner);
    const links = await Promise.all(Array.from({ length: 10 }, () => overview(owner)));
    expect(new Set(links.map(({ link }) => link)).size).toBe(1);
    expect(links[0]?.link).toMatch(/^http:\/\/localhost:5173\/login\?token=ref-[\w-]{46}$/);
    expect((await overview(member)).link).not.toBe(links[0]?.link);
    expect(links[0]).toMatchObject({ invites: [], invited: 0, joined: 0, paying: 0, daysEarned: 0, creditCents: 0 });
    expect(Math.round((Date.parse(links[0]?.paidUntil ?? '') - Date.now()) / 86_400_000)).toBe(14);
  });

  it('200 with every invite of the company, newest first, and no other company’s', async () => {
    const owner = await api.signUp();
    const member = await addTeammate(api, owner);
    const [first, second] = [address(), address()];
    await send(owner, [first]);
    await makeOld(first, 1);
    await send(member, [second]);
    await send(await api.signUp(), [address()]);
    const { invites, invited } = await overview(member);
    expect(invites.map(({ email, status, canRemind }) => [email, status, canRemind])).toEqual([
      [second, 'sent', false],
      [first, 'sent', false],
    ]);
    expect(invited).toBe(2);
  });
});

describe('POST /user/invitations', () => {
  it('200 invites each address once, names who was invited or works here, and tells open screens', async () => {
    const owner = await api.signUp();
    const member = await addTeammate(api, owner);
    const screen = await openEvents(member);
    const email = address();
    expect(await send(owner, [email.toUpperCase(), `${email} `, member.user.email])).toEqual({
      invited: [email],
      alreadyInvited: [member.user.email],
    });
    await screen.untilChanges(1);
    expect(screen.changes()[0]?.data).toEqual({ type: 'referrals.changed' });
    screen.close();
    expect(await send(member, [email, owner.user.email])).toEqual({ invited: [], alreadyInvited: [email, owner.user.email] });
    expect((await overview(owner)).invites).toHaveLength(1);
  });

  it('200 to ten at once with the same address leaves one line and one mail', async () => {
    const owner = await api.signUp();
    const email = address();
    const answers = await Promise.all(Array.from({ length: 10 }, () => send(owner, [email])));
    expect(answers.filter(({ invited }) => invited.length === 1)).toHaveLength(1);
    const id = await idOf(owner, email);
    const { rows } = await api.admin.query(`select from graphile_worker._private_jobs where payload::text like $1`, [`%${id}%`]);
    expect(rows).toHaveLength(1);
  });

  it('200 to a repeated Idempotency-Key, sent once', async () => {
    const owner = await api.signUp();
    const emails = [address()];
    const key = { 'idempotency-key': 'refer-1' };
    const answer = await send(owner, emails, key);
    expect(await send(owner, emails, key)).toEqual(answer);
    expect((await overview(owner)).invited).toBe(1);
  });

  it('200 alike for a customer’s address and for one nobody knows', async () => {
    const [owner, customer] = [await api.signUp(), await api.signUp()];
    const stranger = address();
    expect(await send(owner, [customer.user.email, stranger])).toEqual({ invited: [customer.user.email, stranger], alreadyInvited: [] });
    const lines = (await overview(owner)).invites.map(({ status, exclusion, canRemind }) => ({ status, exclusion, canRemind }));
    expect(lines[0]).toEqual(lines[1]);
  });

  it('429 for the 51st mail of a day, reminders counted; nothing of it is sent', async () => {
    const owner = await api.signUp();
    await makeLoad(owner);
    const emails = Array.from({ length: 50 }, address);
    await send(owner, emails.slice(0, 49));
    await expect(send(owner, [address(), address()])).rejects.toMatchObject(problem(429, 'too_many_requests'));
    await send(owner, emails.slice(49));
    await expect(send(owner, [address()])).rejects.toMatchObject(problem(429, 'too_many_requests'));
    // Addresses that were invited before don't count against the limit.
    expect((await send(owner, emails)).invited).toEqual([]);
    expect((await overview(owner)).invited).toBe(50);
    await makeOld(emails[0] ?? '', 4);
    await owner.call(referralEndpoints.remindInvitation, { params: { id: await idOf(owner, emails[0] ?? '') } });
    await expect(send(owner, [address()])).rejects.toMatchObject(problem(429, 'too_many_requests'));
  });

  it('writes to one mailbox three times in thirty days, whoever invites, at once or one after another', async () => {
    const people = await Promise.all(Array.from({ length: 8 }, () => api.signUp()));
    const name = randomUUID();
    const answers = await Promise.all(people.map((person, index) => send(person, [`${name}+${index}@gmail.com`, address()])));
    expect(answers.filter(({ invited }) => invited.length === 2)).toHaveLength(3);
    expect(answers.filter(({ alreadyInvited }) => alreadyInvited.length === 1)).toHaveLength(5);
    await api.admin.query(`update referral_addresses set written_at = array(select at - interval '31 days' from unnest(written_at) at)`);
    expect((await send(await api.signUp(), [`${name}@gmail.com`])).invited).toHaveLength(1);
  });

  it('keeps the address in the inviting company’s line alone', async () => {
    const email = address();
    await refer(api, await api.signUp(), email);
    await api.admin.query('update referrals set email = null where email = $1', [email]);
    expect(await readDatabaseText(api.admin)).not.toContain(email);
  });

  it.each([[[]], [['no address']], [['a,b@c.test']], [Array.from({ length: 51 }, (_, n) => `${n}@many.test`)]])(
    '400 for %j',
    async (emails) => {
      const owner = await api.signUp();
      await expect(send(owner, emails)).rejects.toMatchObject(problem(400, 'validation_failed'));
    },
  );

  it('401 signed out', async () => {
    expect((await api.fetch('/api/user/invitations')).status).toBe(401);
    expect((await api.fetch('/api/user/invitations', { method: 'POST' })).status).toBe(401);
  });
});

describe('POST /user/invitations/{id}/remind', () => {
  const remind = (client: TestClient, id: string) => client.call(referralEndpoints.remindInvitation, { params: { id } });

  it('204 once in three days, of ten at once one', async () => {
    const owner = await api.signUp();
    const email = address();
    await send(owner, [email]);
    const id = await idOf(owner, email);
    await expect(remind(owner, id)).rejects.toMatchObject(problem(422, 'move_not_allowed'));
    await makeOld(email, 3);
    expect((await overview(owner)).invites[0]?.canRemind).toBe(true);
    const results = await Promise.allSettled(Array.from({ length: 10 }, () => remind(owner, id)));
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect((await overview(owner)).invites[0]?.canRemind).toBe(false);
  });

  it('422 after the third mail to an address', async () => {
    const owner = await api.signUp();
    const email = address();
    await send(owner, [email]);
    const id = await idOf(owner, email);
    for (const _ of [1, 2]) {
      await makeOld(email, 3);
      await remind(owner, id);
    }
    await makeOld(email, 3);
    await expect(remind(owner, id)).rejects.toMatchObject(problem(422, 'move_not_allowed'));
  });

  it('404 for another company’s and for none', async () => {
    const owner = await api.signUp();
    const email = address();
    await send(owner, [email]);
    await expect(remind(await api.signUp(), await idOf(owner, email))).rejects.toMatchObject(problem(404, 'not_found'));
    await expect(remind(owner, randomUUID())).rejects.toMatchObject(problem(404, 'not_found'));
  });
});
