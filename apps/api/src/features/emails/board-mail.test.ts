import { createHash } from 'node:crypto';
import { driverEndpoints } from '@headhaul/contracts/drivers';
import { BoardLoad } from '@headhaul/contracts/mail/board-load';
import { emailEndpoints } from '@headhaul/contracts/mail/emails';
import { boardFingerprintText } from '@headhaul/domain/boards/freight';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { openEvents } from '../../testing/event-reader.ts';
import { handOff } from '../../testing/hand-off.ts';
import { doubleProvider, makeDue, plantMailbox } from '../../testing/mail/mail.ts';
import { makeDriver, makeLoad } from '../../testing/office.ts';
import { addTeammate } from '../../testing/team.ts';
import { startTestApp, type TestApp, type TestClient } from '../../testing/test-app.ts';

let api: TestApp;
beforeAll(async () => {
  api = await startTestApp();
});
afterAll(() => api.close());

const to = 'carla@lakeshore.example';
const onRow: z.input<typeof BoardLoad> = {
  board: 'dat',
  origin: { city: 'Milwaukee', state: 'WI' },
  destination: { city: 'Conley', state: 'GA' },
  pickupDay: '2026-11-20',
  equipment: ['VAN'],
  tripMiles: 812,
  rateCents: 240_000,
  brokerName: 'Lakeshore Freight',
  emails: [{ address: to, from: 'contact' }],
};
const withMc = { ...onRow, brokerMc: '428816' };

/** What the extension computes of the row. */
function fingerprintOf(load: z.input<typeof BoardLoad>): string {
  const text = boardFingerprintText(BoardLoad.parse(load)) ?? '';
  return createHash('sha256').update(text).digest('hex').slice(0, 32);
}

const send = (client: TestClient, accountId: string, boardLoad: z.input<typeof BoardLoad>, address = to) =>
  client.call(emailEndpoints.sendEmail, { body: { accountId, to: address, boardLoad, isConfirmed: true } });
const listOf = async (client: TestClient, load: z.input<typeof BoardLoad>) =>
  (await client.call(emailEndpoints.listEmailedLoads, { body: { fingerprints: [fingerprintOf(load)] } })).mails;

describe('a row without an MC number', () => {
  it('finds the mail about it, also when the company knows the broker’s MC number by the address', async () => {
    const client = await api.signUp();
    const { accountId } = await plantMailbox(api, client);
    const { brokerId } = await makeLoad(client, { brokerName: 'Lakeshore Freight', brokerMc: '428816', brokerContactEmail: to });
    const mail = await send(client, accountId, onRow);
    expect(mail.brokerId).toBe(brokerId);
    expect(await listOf(client, onRow)).toMatchObject([{ emailId: mail.id, state: 'QUEUED', postedCents: 240_000 }]);
  });

  it('finds the mail that was written when the load was opened', async () => {
    const client = await api.signUp();
    const { accountId } = await plantMailbox(api, client);
    const closed = { ...onRow, emails: [] };
    const rowFingerprintText = boardFingerprintText(BoardLoad.parse(closed));
    const mail = await send(client, accountId, { ...withMc, rowFingerprintText });
    expect(await listOf(client, closed)).toMatchObject([{ emailId: mail.id }]);
  });

  it('finds the mail that went to an address in the comments', async () => {
    const client = await api.signUp();
    const { accountId } = await plantMailbox(api, client);
    const load: z.input<typeof BoardLoad> = { ...onRow, emails: [{ address: 'desk@other.example', from: 'comments' }] };
    const mail = await send(client, accountId, load, 'desk@other.example');
    expect(await listOf(client, load)).toMatchObject([{ emailId: mail.id }]);
  });
});

describe('a mail for a driver', () => {
  it('has the driver’s words in it, and a driver of another company is none', async () => {
    const owner = await api.signUp();
    const htmlBody = '<p>{{driver.name}} is empty in {{driver.location}}.</p><p>{{driver.available}}</p>';
    const { accountId } = await plantMailbox(api, owner, { subject: 'Your load', htmlBody });
    const ext = await handOff(api, owner);
    const { id: driverId } = await makeDriver(owner, { name: 'Nate', familyName: 'Ferris' });
    await owner.call(driverEndpoints.changeDriverStatus, {
      params: { id: driverId },
      body: { newStatus: 'READY', readyCity: 'Dallas', readyState: 'TX' },
    });
    const about = { accountId, to, boardLoad: onRow };
    const check = await ext.call(emailEndpoints.checkEmail, { body: { ...about, driverId } });
    expect(check.text).toContain('Nate Ferris is empty in Dallas, TX.');
    expect((await ext.call(emailEndpoints.checkEmail, { body: about })).text).not.toContain('Dallas');
    const { id: foreign } = await makeDriver(await api.signUp());
    await expect(ext.call(emailEndpoints.checkEmail, { body: { ...about, driverId: foreign } })).rejects.toMatchObject({
      problem: { status: 404 },
    });
  });

  it('who was archived since names the driver, so that the mail can leave without one', async () => {
    const owner = await api.signUp();
    const { accountId } = await plantMailbox(api, owner);
    const ext = await handOff(api, owner);
    const { id } = await makeDriver(owner);
    await owner.call(driverEndpoints.deleteDriver, { params: { id } });
    const body = { accountId, to, boardLoad: onRow, driverId: id };
    const problem = { code: 'not_found', errors: [{ path: 'body.driverId' }] };
    await expect(ext.call(emailEndpoints.checkEmail, { body })).rejects.toMatchObject({ problem });
    await expect(ext.call(emailEndpoints.sendEmail, { body })).rejects.toMatchObject({ problem });
  });
});

describe('a row without cities', () => {
  it('finds the mail about it by the posting’s number, and a second one is asked about', async () => {
    const client = await api.signUp();
    const { accountId } = await plantMailbox(api, client);
    const load = { ...onRow, origin: { city: null, state: 'WI' }, reference: ' L77120 ' };
    const mail = await send(client, accountId, load);
    expect(await listOf(client, load)).toMatchObject([{ emailId: mail.id }]);
    const earlierTo = async (reference: string) =>
      (await client.call(emailEndpoints.checkEmail, { body: { accountId, to, boardLoad: { ...load, reference } } })).earlier.length;
    expect([await earlierTo('L77120'), await earlierTo('L77121')]).toEqual([1, 0]);
  });
});

describe('a broker whom the company knows, by the MC number on one board and by the address on another', () => {
  it.each([
    ['the MC number first', withMc, onRow],
    ['the address first', onRow, withMc],
  ])('%s: the second mail is asked about', async (_, first, second) => {
    const client = await api.signUp();
    const { accountId } = await plantMailbox(api, client);
    await makeLoad(client, { brokerName: 'Lakeshore Freight', brokerMc: '428816', brokerContactEmail: to });
    const mail = await send(client, accountId, first);
    const { earlier } = await client.call(emailEndpoints.checkEmail, { body: { accountId, to, boardLoad: second } });
    expect(earlier.map(({ emailId }) => emailId)).toEqual([mail.id]);
    const another = { ...second, brokerMc: '999', brokerName: 'Harbor & Pine' };
    const other = await client.call(emailEndpoints.checkEmail, { body: { accountId, to: 'desk@harborpine.example', boardLoad: another } });
    expect(other.earlier).toEqual([]);
  });
});

describe('a load that was opened on one board, whose row shortens the broker’s name', () => {
  const closed = { ...onRow, brokerName: 'Lakeshore Frt', emails: [] };
  const opened = { ...closed, emails: onRow.emails, rowFingerprintText: boardFingerprintText(BoardLoad.parse(closed)) };

  it.each<[string, z.input<typeof BoardLoad>]>([
    ['an address', { ...opened }],
    ['an MC number', { ...opened, brokerMc: '428816' }],
  ])('and has %s inside: a second mail from another board is asked about, one about other freight isn’t', async (_, first) => {
    const client = await api.signUp();
    const { accountId } = await plantMailbox(api, client);
    const mail = await send(client, accountId, first);
    const earlierTo = async (boardLoad: z.input<typeof BoardLoad>) =>
      (await client.call(emailEndpoints.checkEmail, { body: { accountId, to, boardLoad } })).earlier.map(({ emailId }) => emailId);
    expect(await earlierTo(withMc)).toEqual([mail.id]);
    expect(await earlierTo({ ...withMc, tripMiles: 412 })).toEqual([]);
    expect(await earlierTo({ ...withMc, brokerMc: '999' })).toEqual(first.brokerMc === undefined ? [mail.id] : []);
  });
});

describe('a teammate’s extension', () => {
  it('hears of each change of a mail about a row, by the row’s fingerprint alone', async () => {
    const ann = await api.signUp();
    const ben = await addTeammate(api, ann);
    const { accountId } = await plantMailbox(api, ann);
    const board = await openEvents(await handOff(api, ben));
    const other = { ...onRow, tripMiles: 412 };
    const [row, otherRow] = [fingerprintOf(onRow), fingerprintOf(other)];

    const mail = await send(ann, accountId, onRow);
    await ann.call(emailEndpoints.cancelEmail, { params: { id: mail.id } });
    const key = crypto.randomUUID();
    const body = { accountId, to, boardLoad: other, isConfirmed: true };
    await ann.call(emailEndpoints.sendEmail, { body }, { 'idempotency-key': key });
    await ann.call(emailEndpoints.withdrawEmail, { body: { key } });
    const sent = await send(ann, accountId, onRow);
    await board.untilChanges(5);

    await makeDue(api);
    const engine = doubleProvider().start(api.openWorker());
    await board.untilChanges(6);
    await engine.stop();
    await ann.call(emailEndpoints.answerEmail, { params: { id: sent.id }, body: { answer: 'DECLINED' } });
    await board.untilChanges(7);
    expect(board.changes().map(({ data }) => data)).toEqual(
      [row, row, otherRow, otherRow, row, row, row].map((fingerprint) => ({ type: 'emails.changed', fingerprints: [fingerprint] })),
    );
    board.close();
  });
});

describe('the rate that a mail asks for', () => {
  it('is on the row only when the mail says it', async () => {
    const client = await api.signUp();
    const silent = await plantMailbox(api, client, { htmlBody: '<p>Is it still open?</p>' });
    const asking = await plantMailbox(api, client);
    for (const [number, { accountId }] of [silent, asking].entries()) {
      const boardLoad = { ...onRow, pickupDay: `2026-11-2${number}` };
      await client.call(emailEndpoints.sendEmail, { body: { accountId, to, boardLoad, offerCents: 245_000, isConfirmed: true } });
    }
    expect(await listOf(client, onRow)).toMatchObject([{ offerCents: null }]);
    expect(await listOf(client, { ...onRow, pickupDay: '2026-11-21' })).toMatchObject([{ offerCents: 245_000 }]);
  });
});
