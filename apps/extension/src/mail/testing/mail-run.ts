import type { MailAnswer, RowMail, RowsAnswer } from '../messages.ts';
import { createMailWorld, fingerprintOf, load } from './mail-world.ts';

export let world: ReturnType<typeof createMailWorld>;

/** Each test begins in a world of its own. Files share this module, so each file says it: `beforeEach(renew)`. */
export function renew(): void {
  world = createMailWorld();
}

export const newId = () => crypto.randomUUID();
export const write = (opId = newId(), of = load) => ({ type: 'mail:write', opId, load: of });
/** To a worker that was started for it. */
export const tell = (message: object) => world.startWorker().tell(message);
/** Those that have left or will. */
export const underway = () => world.office.mails.filter(({ state }) => state === 'QUEUED' || state === 'SENT');

export function pass(minutes: number): void {
  world.clock.nowMs += minutes * 60_000;
}

export async function rowsOf(...fingerprints: string[]): Promise<RowsAnswer> {
  return (await world.startWorker().desk.fromBoard({ type: 'mail:rows', fingerprints })) as RowsAnswer;
}

/** What the row of the test's load shows. */
export async function readRow(): Promise<RowMail | undefined> {
  const fingerprint = await fingerprintOf(load);
  return (await rowsOf(fingerprint)).mails[fingerprint];
}

/** Stops the worker at each step, before and after it takes effect, and tells the message again as the page does. */
export async function killAtEachStep(
  prepare: () => Promise<object>,
  expectSame: (answer: MailAnswer) => Promise<void> | void,
): Promise<number> {
  for (let step = 1; ; step += 1) {
    let hasDied = false;
    for (const when of ['before', 'after'] as const) {
      renew();
      const message = await prepare();
      const { tell: tellOnce, died } = world.startWorker({ step, when });
      const answer = await Promise.race([tellOnce(message), died]);
      hasDied ||= answer === 'died';
      await expectSame(answer === 'died' ? await tell(message) : answer);
    }
    if (!hasDied) return step - 1;
  }
}
