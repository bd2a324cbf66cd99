import { type Driver, driverEndpoints } from '@headhaul/contracts/drivers';
import type { BoardLoad } from '@headhaul/contracts/mail/board-load';
import { type EmailCheck, type EmailInput, type EmailRow, emailEndpoints, undoSendMs } from '@headhaul/contracts/mail/emails';
import { teamEndpoints } from '@headhaul/contracts/team';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { cases } from '../../testing/cases.ts';
import { untilBlocked } from '../../testing/database/lock-waits.ts';
import { openEvents } from '../../testing/event-reader.ts';
import { eventually } from '../../testing/eventually.ts';
import { plantMailbox } from '../../testing/mail/mail.ts';
import { makeBroker, makeDriver, makeLoad } from '../../testing/office.ts';
import { putOnPlan } from '../../testing/plan.ts';
import { addTeammate, memberIdOf } from '../../testing/team.ts';
import { startTestApp, type TestApp, type TestClient } from '../../testing/test-app.ts';

let api: TestApp;
beforeAll(async () => {
  api = await startTestApp();
});
afterAll(() => api.close());

const boardLoad = (change: Partial<z.input<typeof BoardLoad>> = {}): z.input<typeof BoardLoad> => ({
  board: 'dat',
  origin: { city: 'Milwaukee', state: 'WI' },
  destination: { city: 'Conley', state: 'GA' },
  pickupDay: '2026-11-20',
  equipment: ['DRY_VAN'],
  tripMiles: 812,
  brokerName: 'Lakeshore Freight',
  brokerMc: '123456',
  contactName: 'Carla Diaz',
  ...change,
});

function send(client: TestClient, input: Omit<EmailInput, 'to'> & { to?: string }, headers?: Record<string, string>): Promise<EmailRow> {
  return client.call(emailEndpoints.sendEmail, { body: { to: 'carla@lakeshore.example', isConfirmed: true, ...input } }, headers);
}

/** With this driver and a rate, a mail from the plain template misses nothing. */
async function readyDriver(client: TestClient): Promise<Driver> {
  await api.admin.query(`update companies set mc = '918204' where company_id = $1`, [client.user.companyId]);
  const { id } = await makeDriver(client);
  const readyAt = new Date(Date.now() + 3_600_000).toISOString();
  return client.call(driverEndpoints.changeDriverStatus, {
    params: { id },
    body: { newStatus: 'READY', readyAt, readyCity: 'Racine', readyState: 'WI' },
  });
}

const asks = { code: 'confirmation_needed', status: 422 };

describe('POST /emails/check', () => {
  it('shows the mail as it would leave, and what is missing in it', async () => {
    const client = await api.signUp();
    const { accountId } = await plantMailbox(api, client);
    const beforeMs = Date.now();
    const check = await client.call(emailEndpoints.checkEmail, {
      body: { accountId, to: 'carla@lakeshore.example', boardLoad: boardLoad(), offerCents: 245_000 },
    });
    const afterMs = Date.now();
    expect(check.subject).toBe('Milwaukee, WI to Conley, GA');
    expect(check.html).toContain('Hello Carla');
    expect(check.text).toContain('$2,450');
    expect(check.missing.toSorted()).toEqual(['EMPTY_TIME', 'EQUIPMENT', 'MC', 'TRUCK_PLACE']);
    expect(check).toMatchObject({ namesOffer: true, earlier: [], recentToBroker: null, blockedReason: null });
    const leavesMs = Date.parse(check.leavesAt ?? '');
    expect(leavesMs).toBeGreaterThan(beforeMs + undoSendMs - 1_000);
    expect(leavesMs).toBeLessThan(afterMs + undoSendMs + 1_000);
  });

  it('fills in from a load, a driver and the company', async () => {
    const client = await api.signUp();
    const { accountId } = await plantMailbox(api, client);
    const driver = await readyDriver(client);
    const load = await makeLoad(client);
    const check = await client.call(emailEndpoints.checkEmail, {
      body: { accountId, to: 'a@b.example', loadId: load.id, driverId: driver.id, offerCents: 200_000 },
    });
    expect(check.subject).toBe('Dallas, TX to Atlanta, GA');
    expect(check.text).toContain('MC 918204');
    expect(check.text).toContain('empty in Racine, WI');
    expect(check.missing).toEqual([]);
  });

  it('says how far the truck is by road, not in a straight line', async () => {
    const client = await api.signUp();
    const { accountId } = await plantMailbox(api, client, { htmlBody: '<p>The truck is {{deadhead}} from the pickup.</p>' });
    const { id } = await makeDriver(client);
    await client.call(driverEndpoints.changeDriverStatus, {
      params: { id },
      body: { newStatus: 'READY', readyAt: new Date(Date.now() + 3_600_000).toISOString(), readyCity: 'Memphis', readyState: 'TN' },
    });
    const load = await makeLoad(client);
    const { text } = await client.call(emailEndpoints.checkEmail, {
      body: { accountId, to: 'a@b.example', loadId: load.id, driverId: id, offerCents: 200_000 },
    });
    // Memphis to Dallas is 453 miles. The straight line × 1.2 is 508.
    const miles = Number(/The truck is (\d+) mi from the pickup/.exec(text)?.[1]);
    expect(miles).toBeGreaterThan(444);
    expect(miles).toBeLessThan(462);
  });

  it('says why it can’t be sent: its values make it longer than a mail may be; nothing of it is shown, sent or kept', async () => {
    const client = await api.signUp();
    // Such a template could be saved before the number of variables was limited.
    const { accountId } = await plantMailbox(api, client, { htmlBody: `<p>${'{{commodity}}'.repeat(3_800)}</p>` });
    const grown = boardLoad({ commodity: '"'.repeat(200) });
    const check = await client.call(emailEndpoints.checkEmail, { body: { accountId, to: 'a@b.example', boardLoad: grown } });
    expect(check).toMatchObject({ html: '', text: '', blockedReason: expect.stringContaining('too long') });
    await expect(send(client, { accountId, boardLoad: grown })).rejects.toMatchObject({ problem: { code: 'move_not_allowed' } });
    const { rowCount } = await api.admin.query('select from emails where account_id = $1', [accountId]);
    expect(rowCount).toBe(0);
  });

  it('says why it can’t be sent: a subject with an empty variable, a mailbox that lost its grant', async () => {
    const client = await api.signUp();
    const { accountId } = await plantMailbox(api, client, { subject: 'Load {{reference}}' });
    const lost = await plantMailbox(api, client, { status: 'RECONNECT_NEEDED' });
    const check = (id: string) =>
      client.call(emailEndpoints.checkEmail, { body: { accountId: id, to: 'a@b.example', boardLoad: boardLoad() } });
    expect((await check(accountId)).blockedReason).toContain('Posting ID');
    expect(await check(lost.accountId)).toMatchObject({ leavesAt: null, blockedReason: expect.stringContaining('connected again') });
    for (const id of [accountId, lost.accountId])
      await expect(send(client, { accountId: id, boardLoad: boardLoad() })).rejects.toMatchObject({
        problem: { code: 'move_not_allowed' },
      });
  });

  it('404 for a mailbox that is neither one’s own nor shared, another company’s, and a template of another mailbox', async () => {
    const owner = await api.signUp();
    const mate = await addTeammate(api, owner);
    const stranger = await api.signUp();
    const own = await plantMailbox(api, owner);
    const shared = await plantMailbox(api, owner, { isShared: true });
    const body = (accountId: string) => ({ accountId, to: 'a@b.example', boardLoad: boardLoad() });
    for (const client of [mate, stranger])
      await expect(client.call(emailEndpoints.checkEmail, { body: body(own.accountId) })).rejects.toMatchObject({
        problem: { code: 'not_found' },
      });
    await expect(stranger.call(emailEndpoints.checkEmail, { body: body(shared.accountId) })).rejects.toMatchObject({
      problem: { code: 'not_found' },
    });
    await mate.call(emailEndpoints.checkEmail, { body: body(shared.accountId) });
    await expect(
      owner.call(emailEndpoints.checkEmail, { body: { ...body(own.accountId), templateId: shared.templateId } }),
    ).rejects.toMatchObject({ problem: { code: 'not_found' } });
  });
});

describe('POST /emails', () => {
  it('queues the mail with its history, and tells open screens', async () => {
    const client = await api.signUp();
    const { accountId, templateId } = await plantMailbox(api, client);
    const screen = await openEvents(client);
    const row = await send(client, { accountId, boardLoad: boardLoad(), offerCents: 245_000 });
    expect(row).toMatchObject({
      state: 'QUEUED',
      kind: 'BROKER',
      templateId,
      lane: 'Milwaukee, WI to Conley, GA',
      brokerName: 'Lakeshore Freight',
      attempts: 0,
    });
    // One time is from the server's clock and one from the database's. In this test both run on one machine.
    expect(Math.abs(Date.parse(row.leavesAt) - Date.parse(row.createdAt) - 10_000)).toBeLessThan(1_000);
    await screen.untilChanges(1);
    expect(screen.changes()[0]?.data).toEqual({ type: 'emails.changed', ids: [row.id], fingerprints: [expect.any(String)] });
    screen.close();
    const email = await client.call(emailEndpoints.getEmail, { params: { id: row.id } });
    expect(email.history).toMatchObject([{ state: 'QUEUED', userName: 'Test Person' }]);
    expect(email.messageId).toContain(row.id);
    const { rows } = await api.admin.query('select began_at, provider from mail_queue where email_id = $1', [row.id]);
    expect(rows).toEqual([{ began_at: null, provider: 'google' }]);
  });

  it('asks first when something is missing, and sends when it is confirmed', async () => {
    const client = await api.signUp();
    const { accountId } = await plantMailbox(api, client);
    const question = send(client, { accountId, boardLoad: boardLoad(), isConfirmed: false });
    await expect(question).rejects.toMatchObject({ problem: { ...asks, current: { missing: expect.arrayContaining(['MC', 'RATE']) } } });
    expect((await send(client, { accountId, boardLoad: boardLoad() })).state).toBe('QUEUED');
  });

  it('asks before the same load is written about to the same broker within a day, and says who did', async () => {
    const owner = await api.signUp();
    const mate = await addTeammate(api, owner);
    const { accountId } = await plantMailbox(api, owner, {
      isShared: true,
      htmlBody: '<p>{{offer.rate}} van MC 12345 {{driver.location|Racine}} {{driver.available|now}}</p>',
    });
    const first = await send(owner, { accountId, boardLoad: boardLoad(), offerCents: 200_000 });
    const again = send(mate, {
      accountId,
      to: 'other@lakeshore.example',
      boardLoad: boardLoad({ board: 'truckstop', rateCents: 1 }),
      isConfirmed: false,
    });
    const error = await again.catch((reason: unknown) => reason as { problem: { code: string; current: EmailCheck } });
    expect(error).toMatchObject({ problem: { code: 'confirmation_needed' } });
    expect((error as { problem: { current: EmailCheck } }).problem.current.earlier).toMatchObject([
      { emailId: first.id, userId: owner.user.id, to: 'carla@lakeshore.example', state: 'QUEUED', offerCents: 200_000 },
    ]);
    // The hold is counted in its own transaction, which the request does not wait for.
    await eventually(async () => {
      const { rows } = await api.admin.query('select user_id from email_holds where account_id = $1', [accountId]);
      expect(rows).toEqual([{ user_id: mate.user.id }]);
    });
    const second = await send(mate, { accountId, boardLoad: boardLoad() });
    const email = await mate.call(emailEndpoints.getEmail, { params: { id: second.id } });
    expect(email.state).toBe('QUEUED');
    const thread = await api.admin.query('select in_reply_to, thread_ids from emails where id = $1', [second.id]);
    const { messageId } = await mate.call(emailEndpoints.getEmail, { params: { id: first.id } });
    expect(thread.rows).toEqual([{ in_reply_to: messageId, thread_ids: [messageId] }]);
  });

  it('another broker, another load and a mail that was taken back are no duplicates', async () => {
    const client = await api.signUp();
    const full = '<p>$1 van MC 12345 {{driver.location|Racine}} {{driver.available|now}}</p>';
    const { accountId } = await plantMailbox(api, client, { htmlBody: full, subject: 'Load' });
    const check = async (load: z.input<typeof BoardLoad>) =>
      (await client.call(emailEndpoints.checkEmail, { body: { accountId, to: 'carla@lakeshore.example', boardLoad: load } })).earlier
        .length;
    const first = await send(client, { accountId, boardLoad: boardLoad() });
    expect(await check(boardLoad())).toBe(1);
    expect(await check(boardLoad({ brokerMc: '999' }))).toBe(0);
    expect(await check(boardLoad({ pickupDay: '2026-11-21' }))).toBe(0);
    await client.call(emailEndpoints.cancelEmail, { params: { id: first.id } });
    expect(await check(boardLoad())).toBe(0);
  });

  it('one of our own loads is asked about whatever address a second mail goes to, also in the same moment', async () => {
    const owner = await api.signUp();
    const mate = await addTeammate(api, owner);
    const { accountId } = await plantMailbox(api, owner, { isShared: true });
    const driver = await readyDriver(owner);
    const load = await makeLoad(owner);
    const about = { accountId, loadId: load.id, driverId: driver.id, offerCents: 200_000, isConfirmed: false };
    const answers = await Promise.allSettled([
      send(owner, { ...about, to: 'carla@lakeshore.example' }),
      send(mate, { ...about, to: 'carla@gmail.com' }),
      send(mate, { ...about, to: 'desk@other.example' }),
    ]);
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const check = await mate.call(emailEndpoints.checkEmail, { body: { accountId, to: 'third@one.example', loadId: load.id } });
    expect(check.earlier).toHaveLength(1);
  });

  it('a mail about no load knows the broker it goes to', async () => {
    const client = await api.signUp();
    const { accountId } = await plantMailbox(api, client, { subject: 'Hello {{broker.name}}' });
    const broker = await makeBroker(client, {});
    const about = { accountId, to: 'new@address.example', brokerId: broker.id };
    const sent = await send(client, about);
    expect(sent).toMatchObject({ subject: `Hello ${broker.name}`, brokerId: broker.id, brokerName: broker.name });
    await expect((await api.signUp()).call(emailEndpoints.checkEmail, { body: about })).rejects.toMatchObject({ problem: { status: 404 } });
    await expect(client.call(emailEndpoints.checkEmail, { body: { ...about, brokerId: client.user.companyId } })).rejects.toMatchObject({
      problem: { code: 'not_found' },
    });
  });

  it('two teammates at the same moment: exactly one passes, every time', async () => {
    const owner = await api.signUp();
    const mate = await addTeammate(api, owner);
    const { accountId } = await plantMailbox(api, owner, { isShared: true });
    const driver = await readyDriver(owner);
    for (let round = 0; round < cases(8, 20); round++) {
      const load = boardLoad({ tripMiles: 100 + round * 20 });
      const answers = await Promise.allSettled(
        [owner, mate, owner, mate].map((client) =>
          send(client, { accountId, boardLoad: load, driverId: driver.id, offerCents: 200_000, isConfirmed: false }),
        ),
      );
      expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
      for (const answer of answers)
        if (answer.status === 'rejected')
          expect(answer.reason).toMatchObject({ problem: { ...asks, current: { missing: [], earlier: [{ state: 'QUEUED' }] } } });
    }
  });

  it('a request that is repeated sends once', async () => {
    const client = await api.signUp();
    const { accountId } = await plantMailbox(api, client);
    const headers = { 'idempotency-key': 'once' };
    const rows = [];
    for (let time = 0; time < 3; time++) rows.push(await send(client, { accountId, boardLoad: boardLoad() }, headers));
    expect(new Set(rows.map(({ id }) => id)).size).toBe(1);
    const { rows: mails } = await api.admin.query('select count(*)::int as mails from emails where account_id = $1', [accountId]);
    expect(mails).toEqual([{ mails: 1 }]);
    expect((await api.admin.query('select from mail_queue where account_id = $1', [accountId])).rowCount).toBe(1);
  });

  it('422 when the plan has ended', async () => {
    const client = await api.signUp();
    const { accountId } = await plantMailbox(api, client);
    await putOnPlan(api, client, 'FREE_TRIAL', new Date(Date.now() - 86_400_000));
    await expect(send(client, { accountId, boardLoad: boardLoad() })).rejects.toMatchObject({
      problem: { code: 'limit_reached', limit: { isPlanActive: false }, detail: 'Your trial has ended. Choose a plan to go on.' },
    });
  });

  it('warns after five loads of one broker within ten minutes', async () => {
    const client = await api.signUp();
    const { accountId } = await plantMailbox(api, client);
    for (let count = 0; count < 5; count++) await send(client, { accountId, boardLoad: boardLoad({ tripMiles: 100 + 100 * count }) });
    const check = await client.call(emailEndpoints.checkEmail, {
      body: { accountId, to: 'carla@lakeshore.example', boardLoad: boardLoad({ tripMiles: 900 }) },
    });
    expect(check.recentToBroker).toBe(5);
  });

  it('knows the broker by the MC number of the board', async () => {
    const client = await api.signUp();
    const broker = await makeBroker(client, { mc: '123456' });
    const { accountId } = await plantMailbox(api, client);
    expect(await send(client, { accountId, boardLoad: boardLoad() })).toMatchObject({ brokerId: broker.id, brokerName: broker.name });
  });

  it('from a mailbox that is no longer shared in that very moment nothing leaves', async () => {
    const owner = await api.signUp();
    const mate = await addTeammate(api, owner);
    const { accountId } = await plantMailbox(api, owner, { isShared: true });
    const unsharing = await api.admin.connect();
    await unsharing.query('begin');
    await unsharing.query('update email_accounts set is_shared = false where id = $1', [accountId]);
    const sending = expect(send(mate, { accountId, boardLoad: boardLoad() })).rejects.toMatchObject({ problem: { code: 'not_found' } });
    await untilBlocked(api);
    await unsharing.query('commit');
    unsharing.release();
    await sending;
  });

  it('what somebody wrote is taken back when they are removed from the team', async () => {
    const owner = await api.signUp();
    const mate = await addTeammate(api, owner);
    const shared = await plantMailbox(api, owner, { isShared: true });
    const own = await plantMailbox(api, mate);
    const ids = [
      (await send(mate, { accountId: shared.accountId, boardLoad: boardLoad() })).id,
      (await send(mate, { accountId: own.accountId, boardLoad: boardLoad() })).id,
    ];
    const kept = await send(owner, { accountId: shared.accountId, boardLoad: boardLoad() });
    await owner.call(teamEndpoints.removeTeamMember, { params: { id: await memberIdOf(owner, mate.user.email) } });
    const { rows } = await api.admin.query('select state from emails where id = any($1::uuid[])', [ids]);
    expect(rows).toEqual([{ state: 'CANCELLED' }, { state: 'CANCELLED' }]);
    expect((await owner.call(emailEndpoints.getEmail, { params: { id: kept.id } })).state).toBe('QUEUED');
  });
});

describe('who was seen writing', () => {
  it('is confirmed; a teammate who writes in the same moment is asked about', async () => {
    const owner = await api.signUp();
    const mate = await addTeammate(api, owner);
    const { accountId } = await plantMailbox(api, owner, { isShared: true });
    const about = { accountId, boardLoad: boardLoad() };
    const first = await send(owner, about);
    await expect(send(mate, { ...about, seenEmailIds: [] })).rejects.toMatchObject({ problem: asks });
    const second = await send(mate, { ...about, seenEmailIds: [first.id] });
    await expect(send(owner, { ...about, seenEmailIds: [first.id] })).rejects.toMatchObject({ problem: asks });
    expect(await send(owner, { ...about, seenEmailIds: [second.id, first.id] })).toMatchObject({ state: 'QUEUED' });
  });
});

describe('who is greeted', () => {
  it('is whom it goes to, never the load’s contact at another address', async () => {
    const client = await api.signUp();
    const { accountId } = await plantMailbox(api, client);
    const load = await makeLoad(client, { brokerContactName: 'Carla Diaz', brokerContactEmail: 'carla@lakeshore.example' });
    const greeting = async (to: string, toName: string | null) =>
      /Hello ([^,]*),/.exec((await client.call(emailEndpoints.checkEmail, { body: { accountId, to, toName, loadId: load.id } })).text)?.[1];
    expect(await greeting('carla@lakeshore.example', null)).toBe('Carla');
    expect(await greeting('kelly@lakeshore.example', 'Kelly Brandt')).toBe('Kelly');
    expect(await greeting('desk@lakeshore.example', null)).toBe('there');
    const named = await send(client, { accountId, loadId: load.id, toName: 'Kelly\r\nBcc: \u202eevil@evil.example' });
    expect(named.toName).toBe('Kelly Bcc:  evil@evil.example');
  });
});

describe('a mailbox with a day’s work in its queue', () => {
  it('takes no more, and says so before', async () => {
    const client = await api.signUp();
    const { accountId } = await plantMailbox(api, client, { dailyCap: 2 });
    for (let count = 0; count < 2; count++) await send(client, { accountId, boardLoad: boardLoad() });
    const detail = expect.stringContaining('wait in this mailbox');
    await expect(send(client, { accountId, boardLoad: boardLoad() })).rejects.toMatchObject({
      problem: { code: 'move_not_allowed', detail },
    });
    const body = { accountId, to: 'carla@lakeshore.example', boardLoad: boardLoad() };
    expect((await client.call(emailEndpoints.checkEmail, { body })).blockedReason).toEqual(detail);
  });
});

describe('half of a sign', () => {
  it('in a board’s words is kept as one that can’t be read', async () => {
    const client = await api.signUp();
    const { accountId } = await plantMailbox(api, client);
    const broken = boardLoad({ origin: { city: 'A\ud800', state: 'WI' } });
    expect(await send(client, { accountId, boardLoad: broken })).toMatchObject({ state: 'QUEUED' });
  });
});
