import { beforeEach, describe, expect, it } from 'vitest';
import type { MailAnswer, UnsentView } from './messages.ts';
import { expiresAfterMs } from './outbox.ts';
import { newId, pass, readRow, renew, tell, underway, world, write } from './testing/mail-run.ts';
import { load, meId } from './testing/mail-world.ts';

beforeEach(renew);

const ask = (message: object) => world.startWorker().desk.fromOwnPage(message);
const listUnsent = async () => ((await ask({ type: 'mail:unsent' })) as UnsentView).unsent;
const sendNow = (opId: string) => ask({ type: 'mail:send-now', opId }) as Promise<MailAnswer>;

/** A click without a connection that nobody has asked about for ten minutes. */
async function expire(opId = newId(), of = load): Promise<string> {
  await tell(write(newId(), { ...of, tripMiles: 1 }));
  world.office.isOffline = true;
  await tell(write(opId, of));
  pass(expiresAfterMs / 60_000);
  await world.startWorker().desk.resume();
  world.office.isOffline = false;
  world.office.mails = [];
  world.office.sends = [];
  return opId;
}

describe('mails that have not left', () => {
  it('are listed while they wait, then ask, whatever page they were clicked on', async () => {
    await tell(write(newId(), { ...load, tripMiles: 1 }));
    world.office.isOffline = true;
    const opId = newId();
    await tell(write(opId));
    expect(await listUnsent()).toEqual([]);
    pass(4);
    expect(await listUnsent()).toMatchObject([{ opId, lane: 'Milwaukee to Conley', state: 'WAITING' }]);
    pass(6);
    await world.startWorker().desk.resume();
    expect(await listUnsent()).toMatchObject([{ opId, state: 'NOT_SENT', why: 'Not sent within 10 minutes' }]);
    expect(underway()).toHaveLength(1);
  });

  it('are sent once by “Send now”, also when it is told twice', async () => {
    const opId = await expire();
    expect(await Promise.all([sendNow(opId), sendNow(opId)])).toMatchObject([
      { kind: 'ROW', mail: { kind: 'SENDING' } },
      { kind: 'ROW', mail: { kind: 'SENDING' } },
    ]);
    expect(await sendNow(opId)).toMatchObject({ kind: 'ROW', mail: { kind: 'SENDING' } });
    expect(underway()).toHaveLength(1);
    expect(await listUnsent()).toEqual([]);
  });

  it('are sent once, wherever the worker is stopped', async () => {
    for (let [step, hasDied] = [1, true]; hasDied; step += 1) {
      hasDied = false;
      for (const when of ['before', 'after'] as const) {
        renew();
        const opId = await expire();
        const { desk, died } = world.startWorker({ step, when });
        const answer = await Promise.race([desk.fromOwnPage({ type: 'mail:send-now', opId }), died]);
        hasDied ||= answer === 'died';
        expect(await sendNow(opId)).toMatchObject({ kind: 'ROW', mail: { kind: 'SENDING' } });
        expect(underway()).toHaveLength(1);
      }
    }
  });

  it('ask first when somebody wrote meanwhile', async () => {
    const opId = await expire();
    await world.mateWrites();
    const asked = await sendNow(opId);
    expect(asked).toMatchObject({ kind: 'ASKS', opId, question: { title: 'Ben emailed this 12 min ago' } });
    expect(world.office.sends).toEqual([]);
    await tell({ type: 'mail:confirm', opId, key: asked.kind === 'ASKS' ? asked.key : '' });
    expect(underway().filter(({ userId }) => userId === meId)).toHaveLength(1);
  });

  it('stay listed and on their row while nobody answers the question, and until they have left', async () => {
    const opId = await expire();
    await world.mateWrites();
    const asked = await sendNow(opId);
    const unsent = { opId, state: 'NOT_SENT', why: 'Not sent within 10 minutes' };
    expect([await listUnsent(), await readRow()]).toMatchObject([[unsent], { kind: 'NOT_SENT', why: unsent.why }]);
    const again = await tell(write());
    if (asked.kind !== 'ASKS' || again.kind !== 'ASKS') throw new Error('nothing was asked');
    expect(await listUnsent()).toMatchObject([{ ...unsent, opId: again.opId }]);
    await tell({ type: 'mail:confirm', opId: again.opId, key: again.key });
    expect(await listUnsent()).toEqual([]);
  });

  it('stay when the API refuses them, unless their mailbox is gone', async () => {
    const opId = await expire();
    world.office.isPlanActive = false;
    expect(await sendNow(opId)).toMatchObject({ kind: 'REFUSED', place: 'PLANS' });
    expect(await listUnsent()).toMatchObject([{ opId, state: 'NOT_SENT', why: 'because limit_reached' }]);
  });

  it('are those whose driver was left out without a connection, too; they are read before they leave', async () => {
    await world.mateWrites();
    const asked = await tell(write());
    const opId = asked.kind === 'ASKS' ? asked.opId : '';
    world.office.mails = [];
    world.office.isOffline = true;
    const why = 'Headhaul doesn’t answer';
    expect(await tell({ type: 'mail:without-driver', opId })).toEqual({ kind: 'ROW', mail: { kind: 'NOT_SENT', why } });
    expect(await listUnsent()).toMatchObject([{ opId, why }]);
    world.office.isOffline = false;
    expect(await sendNow(opId)).toMatchObject({ kind: 'ASKS', opId, question: { driver: null } });
    expect(world.office.sends).toEqual([]);
  });

  it('are gone when they are discarded, and are nobody else’s', async () => {
    const opId = await expire();
    world.browser.userId = '0190b000-0000-7000-8000-000000000009';
    expect([await listUnsent(), await sendNow(opId)]).toEqual([[], { kind: 'NOTHING' }]);
    world.browser.userId = meId;
    await tell({ type: 'mail:undo', opId });
    expect([await listUnsent(), await sendNow(opId)]).toEqual([[], { kind: 'NOTHING' }]);
    expect(underway()).toEqual([]);
  });
});
