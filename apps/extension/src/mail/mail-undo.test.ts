import { beforeEach, describe, expect, it, vi } from 'vitest';
import { killAtEachStep, newId, pass, readRow, renew, tell, underway, world, write } from './testing/mail-run.ts';
import { load, mateId, meId } from './testing/mail-world.ts';

beforeEach(renew);

describe('undo', () => {
  it('takes the mail back, wherever the worker is stopped', async () => {
    const opId = newId();
    await killAtEachStep(
      async () => {
        await tell(write(opId));
        return { type: 'mail:undo', opId };
      },
      (answer) => {
        expect(answer).toEqual({ kind: 'NOTHING' });
        expect(world.office.mails).toMatchObject([{ state: 'CANCELLED' }]);
      },
    );
  });

  it('that comes too late says that it was emailed', async () => {
    const opId = newId();
    await tell(write(opId));
    world.office.isTooLate = true;
    expect(await tell({ type: 'mail:undo', opId })).toMatchObject({ mail: { kind: 'EMAILED', who: 'You' } });
  });

  it('of a mail that waits for a connection means that it is never sent', async () => {
    const opId = newId();
    await world.startWorker().desk.fromOwnPage({ type: 'mail:mailboxes' });
    world.office.isOffline = true;
    await tell(write(opId));
    expect(await tell({ type: 'mail:undo', opId })).toEqual({ kind: 'NOTHING' });
    world.office.isOffline = false;
    pass(1);
    await world.startWorker().desk.resume();
    expect(world.office.sends).toEqual([]);
  });

  it('that comes while the API is asked takes the mail back once it is there', async () => {
    const opId = newId();
    const { tell: tellOne } = world.startWorker();
    const answered = Promise.withResolvers<void>();
    world.office.held = answered.promise;
    const sending = tellOne(write(opId));
    await vi.waitFor(() => expect(underway()).toHaveLength(1));
    expect(await tellOne({ type: 'mail:undo', opId })).toEqual({ kind: 'NOTHING' });
    answered.resolve();
    expect(await sending).toEqual({ kind: 'NOTHING' });
    expect(underway()).toEqual([]);
  });
});

describe('cancel, while nobody knows whether the mail has arrived', () => {
  const opId = newId();
  const loseAnswer = async () => {
    world.office.losesAnswer = true;
    expect(await tell(write(opId))).toEqual({ kind: 'ROW', mail: { kind: 'WAITING', opId } });
  };

  it('takes it back if it has, wherever the worker is stopped', async () => {
    await killAtEachStep(
      async () => {
        await loseAnswer();
        return { type: 'mail:undo', opId };
      },
      (answer) => {
        expect(answer).toEqual({ kind: 'NOTHING' });
        expect(world.office.mails).toMatchObject([{ state: 'CANCELLED' }]);
      },
    );
  });

  it('says that it was emailed if it has left, wherever the worker is stopped', async () => {
    await killAtEachStep(
      async () => {
        await loseAnswer();
        world.office.isTooLate = true;
        return { type: 'mail:undo', opId };
      },
      (answer) => expect(answer).toMatchObject({ kind: 'ROW', mail: { kind: 'EMAILED', who: 'You' } }),
    );
  });

  it('is not done before the API says so; until then it is asked again', async () => {
    await loseAnswer();
    world.office.isOffline = true;
    expect(await tell({ type: 'mail:undo', opId })).toEqual({ kind: 'ROW', mail: { kind: 'CANCELLING', opId } });
    expect(await readRow()).toEqual({ kind: 'CANCELLING', opId });
    pass(0.5);
    await world.startWorker().desk.resume();
    expect(await readRow()).toEqual({ kind: 'CANCELLING', opId });
    world.office.isOffline = false;
    await world.startWorker().desk.resume();
    expect(await readRow()).toBeUndefined();
    expect(world.office.mails).toMatchObject([{ state: 'CANCELLED' }]);
    expect(world.office.sends).toHaveLength(1);
  });

  it('counts for a request that is still on its way', async () => {
    const arrives = Promise.withResolvers<void>();
    world.office.delayed = arrives.promise;
    const { tell: tellOne } = world.startWorker();
    const sending = tellOne(write(opId));
    await vi.waitFor(async () => expect(await readRow()).toMatchObject({ kind: 'WAITING' }));
    await vi.waitFor(() => expect(world.stored.local.outbox).toMatchObject([{ step: 'SENDING' }]));
    expect(await tellOne({ type: 'mail:undo', opId })).toEqual({ kind: 'NOTHING' });
    arrives.resolve();
    expect(await sending).toEqual({ kind: 'NOTHING' });
    expect(world.office.mails).toEqual([]);
  });

  it('after ten minutes “Not sent” is said only of a mail that the API doesn’t have', async () => {
    for (const [isTooLate, row] of [
      [true, { kind: 'EMAILED' }],
      [false, { kind: 'NOT_SENT', why: 'Not sent within 10 minutes' }],
    ] as const) {
      renew();
      await loseAnswer();
      world.office.isOffline = true;
      pass(10);
      await world.startWorker().desk.resume();
      expect(await readRow()).toMatchObject({ kind: 'CANCELLING' });
      Object.assign(world.office, { isOffline: false, isTooLate });
      await world.startWorker().desk.resume();
      expect(await readRow()).toMatchObject(row);
      expect(underway()).toHaveLength(isTooLate ? 1 : 0);
    }
  });
});

describe('when somebody else has signed in', () => {
  it('nothing is sent or taken back in their name', async () => {
    const [waits, sent] = [newId(), newId()];
    await tell(write(sent, { ...load, tripMiles: 500 }));
    const worker = world.startWorker();
    world.office.beforeAnswer = () => Object.assign(world.browser, { userId: mateId });
    expect(await worker.tell(write(waits))).toMatchObject({ kind: 'REFUSED', place: 'SIGN_IN' });
    expect(await tell({ type: 'mail:undo', opId: sent })).toEqual({ kind: 'NOTHING' });
    await world.startWorker().desk.resume();
    expect(underway()).toMatchObject([{ userId: meId, state: 'QUEUED' }]);
    expect(world.office.sends).toHaveLength(1);
  });
});

describe('without a connection', () => {
  it('a mail waits, and is sent once there is one again', async () => {
    const opId = newId();
    await tell({ type: 'mail:rows', fingerprints: [] });
    await world.startWorker().desk.fromOwnPage({ type: 'mail:mailboxes' });
    world.office.isOffline = true;
    expect(await tell(write(opId))).toEqual({ kind: 'ROW', mail: { kind: 'WAITING', opId } });
    pass(9);
    world.office.isOffline = false;
    await world.startWorker().desk.resume();
    expect(underway()).toHaveLength(1);
  });

  it('a mail whose answer was lost is there once', async () => {
    const opId = newId();
    world.office.losesAnswer = true;
    expect(await tell(write(opId))).toMatchObject({ mail: { kind: 'WAITING' } });
    pass(1);
    await world.startWorker().desk.resume();
    expect(world.office.sends).toHaveLength(2);
    expect(underway()).toHaveLength(1);
  });

  it('a mail whose answer was lost is there, also when the person has signed in anew since', async () => {
    world.office.losesAnswer = true;
    await tell(write());
    world.office.sessionId = 'second';
    pass(1);
    await world.startWorker().desk.resume();
    expect(underway()).toHaveLength(1);
    expect(world.stored.local.outbox).toMatchObject([{ step: 'QUEUED' }]);
    expect(await readRow()).toMatchObject({ kind: 'EMAILED', who: 'You' });
  });

  it('a mail that was sent at the second try can be undone for ten seconds, but not one that had arrived at the first', async () => {
    world.office.beforeAnswer = () => Object.assign(world.office, { isOffline: true });
    await world.startWorker().desk.fromOwnPage({ type: 'mail:mailboxes' });
    world.office.isOffline = false;
    await tell(write());
    Object.assign(world.office, { isOffline: false, beforeAnswer: () => undefined });
    pass(1);
    await world.startWorker().desk.resume();
    expect(await readRow()).toMatchObject({ kind: 'SENDING', undoUntilMs: world.clock.nowMs + 10_000 });

    renew();
    world.office.losesAnswer = true;
    await tell(write());
    const leftAtMs = world.clock.nowMs + 10_000;
    pass(1);
    await world.startWorker().desk.resume();
    world.office.isOffline = true;
    expect(await readRow()).toMatchObject({ kind: 'EMAILED', atMs: leftAtMs });
  });

  it('a mail that is tried again for two reasons at once is tried once', async () => {
    world.office.losesAnswer = true;
    await tell(write());
    pass(1);
    const { desk } = world.startWorker();
    await Promise.all([desk.resume(), desk.resume()]);
    expect(world.office.sends).toHaveLength(2);
    expect(underway()).toHaveLength(1);
  });

  it('after ten minutes it is not sent, and the row asks', async () => {
    await world.startWorker().desk.fromOwnPage({ type: 'mail:mailboxes' });
    world.office.isOffline = true;
    await tell(write());
    pass(10);
    world.office.isOffline = false;
    await world.startWorker().desk.resume();
    expect(underway()).toEqual([]);
    expect(await readRow()).toEqual({ kind: 'NOT_SENT', why: 'Not sent within 10 minutes' });
    expect(await tell(write())).toMatchObject({ mail: { kind: 'SENDING' } });
    expect(underway()).toHaveLength(1);
  });

  it('what must be asked when the connection is back is not sent, and the row asks', async () => {
    await world.startWorker().desk.fromOwnPage({ type: 'mail:mailboxes' });
    world.office.isOffline = true;
    await tell(write());
    world.office.isOffline = false;
    await world.mateWrites();
    pass(1);
    await world.startWorker().desk.resume();
    expect(world.office.sends).toEqual([]);
    expect(await readRow()).toMatchObject({ kind: 'NOT_SENT', why: 'Ben emailed this 13 min ago' });
  });
});
