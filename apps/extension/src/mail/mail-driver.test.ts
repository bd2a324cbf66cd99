import { beforeEach, describe, expect, it } from 'vitest';
import type { MailAnswer } from './messages.ts';
import { expiresAfterMs } from './outbox.ts';
import { killAtEachStep, newId, pass, renew, tell, underway, world, write } from './testing/mail-run.ts';
import { deskId, load, mailbox } from './testing/mail-world.ts';

const nate = { id: '0190f000-0000-7000-8000-000000000001', name: 'Nate Ferris', truckNumber: '116', readyAt: null };
const inDallas = { ...nate, readyCity: 'Dallas', readyState: 'TX' };

beforeEach(() => {
  renew();
  world.browser.chosen = { ok: true, driver: inDallas };
});

const opIdOf = (answer: MailAnswer) => (answer.kind === 'ASKS' ? answer.opId : '');
const confirm = (answer: MailAnswer) => ({
  type: 'mail:confirm',
  ...(answer.kind === 'ASKS' ? { opId: answer.opId, key: answer.key } : {}),
});
const mateAndWrite = async (opId = newId()) => {
  await world.mateWrites();
  return tell(write(opId));
};

describe('the driver who was chosen in the side panel', () => {
  it('is in the mail, which the API fills', async () => {
    expect(await tell(write())).toMatchObject({ kind: 'ROW' });
    expect(world.office.checks).toMatchObject([{ driverId: nate.id }]);
    expect(world.office.sends).toMatchObject([{ body: { driverId: nate.id } }]);
  });

  it('is in a mail that asks for a rate', async () => {
    const { load } = write();
    const message = { type: 'mail:ask', opId: newId(), load, askCents: 260_000 };
    expect(await world.startWorker().desk.fromOwnPage(message)).toMatchObject({ question: { driver: 'Nate Ferris, empty Dallas' } });
  });

  it.each([
    ['nobody', null, null],
    ['somebody whose place isn’t known', { ...nate, readyCity: null, readyState: null }, 'Nate Ferris'],
    ['somebody with a place', inDallas, 'Nate Ferris, empty Dallas'],
  ])('is named before it leaves: %s', async (_, driver, words) => {
    world.browser.chosen = { ok: true, driver };
    expect(await mateAndWrite()).toMatchObject({ kind: 'ASKS', question: { driver: words } });
  });

  it('can be left out; then the mail is read again, also when there is nothing else to ask', async () => {
    const opId = newId();
    const asked = await mateAndWrite(opId);
    world.office.mails = [];
    const again = await tell({ type: 'mail:without-driver', opId: opIdOf(asked) });
    expect(again).toMatchObject({ kind: 'ASKS', opId, question: { driver: null, warnings: [] } });
    expect(world.office.sends).toEqual([]);
    expect(world.office.checks.map(({ driverId }) => driverId)).toEqual([nate.id, null]);
    expect(await tell(confirm(again))).toMatchObject({ mail: { kind: 'SENDING' } });
    expect(world.office.sends).toMatchObject([{ body: { driverId: null } }]);
  });

  it('who was left out doesn’t come back, wherever the worker is stopped', async () => {
    const withNate = () => Object.assign(world.browser, { chosen: { ok: true, driver: inDallas } });
    await killAtEachStep(
      async () => {
        withNate();
        return { type: 'mail:without-driver', opId: opIdOf(await mateAndWrite()) };
      },
      async (answer) => {
        expect(answer).toMatchObject({ kind: 'ASKS', question: { driver: null } });
        await tell(confirm(answer));
        expect(world.office.sends.map(({ body }) => body.driverId)).toEqual([null]);
      },
    );
  });

  describe('and was left out of a mail that was not sent', () => {
    const ownId = '0190a000-0000-7000-8000-000000000002';
    const ask = (message: object) => world.startWorker().desk.fromOwnPage(message);
    let opId = newId();

    beforeEach(async () => {
      opId = newId();
      world.office.accounts.push(mailbox({ id: ownId, address: 'ann@northline.example' }));
      const asked = await mateAndWrite(opId);
      world.office.mails = [];
      const again = await tell({ type: 'mail:without-driver', opId: opIdOf(asked) });
      world.office.isOffline = true;
      await tell(confirm(again));
      pass(expiresAfterMs / 60_000);
      await world.startWorker().desk.resume();
      world.office.isOffline = false;
      await world.startWorker().desk.resume();
      await ask({ type: 'mail:choose', accountId: ownId });
    });

    it.each<[string, () => Promise<unknown>]>([
      ['in a list', () => ask({ type: 'mail:send-now', opId })],
      ['on the row', () => tell(write())],
    ])('stays left out when it is sent %s, and the mailbox stays the same', async (_, sendNow) => {
      expect(await sendNow()).toMatchObject({ kind: 'ROW', mail: { kind: 'SENDING' } });
      expect(world.office.sends.at(-1)).toMatchObject({ body: { driverId: null, accountId: deskId } });
    });

    it('is in a bid, which is another mail and is read', async () => {
      const bid = { type: 'mail:ask', opId: newId(), load: write().load, askCents: 260_000 };
      expect(await ask(bid)).toMatchObject({ question: { driver: 'Nate Ferris, empty Dallas', from: 'ann@northline.example' } });
    });
  });

  it('is not left out by an answer that is told again', async () => {
    const asked = await mateAndWrite();
    world.office.mails = [];
    await tell({ type: 'mail:without-driver', opId: opIdOf(asked) });
    expect(await tell(confirm(asked))).toMatchObject({ kind: 'ASKS', question: { driver: null } });
    expect(world.office.sends).toEqual([]);
  });

  it('isn’t left out of a mail that has left, or of somebody else’s', async () => {
    const opId = newId();
    await tell(write(opId));
    expect(await tell({ type: 'mail:without-driver', opId })).toMatchObject({ kind: 'ROW', mail: { kind: 'SENDING' } });
    expect(await tell({ type: 'mail:without-driver', opId: newId() })).toMatchObject({ kind: 'REFUSED' });
    expect(underway()).toHaveLength(1);
  });

  it('of whom nobody can say whether he still drives here keeps the mail from leaving', async () => {
    world.browser.chosen = { ok: false, why: 'UNKNOWN' };
    expect(await tell(write())).toEqual({ kind: 'ROW', mail: { kind: 'NOT_SENT', why: 'Headhaul doesn’t answer' } });
    expect(world.office.sends).toEqual([]);
  });

  describe('and doesn’t work here any more', () => {
    const withoutNate = {
      kind: 'ASKS',
      question: {
        title: 'Check before you send',
        driver: null,
        blocked: null,
        warnings: [{ tone: 'need', text: expect.stringContaining('names no driver') }],
      },
    };

    it.each<[string, () => void]>([
      ['the list still names him', () => Object.assign(world.office, { goneDriverId: nate.id })],
      ['the list doesn’t name him any more', () => Object.assign(world.browser, { chosen: { ok: false, why: 'GONE' } })],
    ])('is left out of the mail, which is read before it leaves: %s', async (_, leave) => {
      leave();
      const asked = await tell(write());
      expect(asked).toMatchObject(withoutNate);
      expect(world.office.sends).toEqual([]);
      expect(await tell(confirm(asked))).toMatchObject({ mail: { kind: 'SENDING' } });
      expect(world.office.sends).toMatchObject([{ body: { driverId: null } }]);
    });

    it('is told once: the next mail leaves without a question', async () => {
      world.browser.chosen = { ok: false, why: 'GONE' };
      const asked = await tell(write());
      expect(await tell(write())).toMatchObject(withoutNate);
      await tell({ type: 'mail:undo', opId: opIdOf(asked) });
      const again = await tell(write());
      expect(again).toMatchObject(withoutNate);
      await tell(confirm(again));
      expect(await tell(write(newId(), { ...load, tripMiles: 1 }))).toMatchObject({ mail: { kind: 'SENDING' } });
    });

    it('is left out of a mail that was read before he left', async () => {
      const asked = await mateAndWrite();
      world.office.mails = [];
      world.office.goneDriverId = nate.id;
      const again = await tell(confirm(asked));
      expect(again).toMatchObject(withoutNate);
      expect(underway()).toEqual([]);
      expect(await tell(confirm(again))).toMatchObject({ mail: { kind: 'SENDING' } });
      expect(underway()).toHaveLength(1);
    });

    it('is left out of a mail that nobody has read since, so it is read before it is sent', async () => {
      const opId = newId();
      await tell(write(newId(), { ...load, tripMiles: 1 }));
      Object.assign(world.office, { isOffline: true, sends: [] });
      await tell(write(opId));
      pass(1);
      world.office.isOffline = false;
      world.office.goneDriverId = nate.id;
      await world.startWorker().desk.resume();
      expect(await world.startWorker().desk.fromOwnPage({ type: 'mail:send-now', opId })).toMatchObject(withoutNate);
      expect(world.office.sends).toEqual([]);
    });

    it('isn’t in a mail of a worker that was stopped at any step', async () => {
      await killAtEachStep(
        async () => {
          Object.assign(world.browser, { chosen: { ok: true, driver: inDallas } });
          world.office.goneDriverId = nate.id;
          return write();
        },
        (answer) => expect(answer).toMatchObject(withoutNate),
      );
    });
  });
});
