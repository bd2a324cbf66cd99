import { describe, expect, it } from 'vitest';
import { createBreather, whileWaitedFor } from '../../breathe.ts';
import { createSharedAnswers } from './shared-answers.ts';

/** Keeps the event loop for longer than work may, so that the next breath is a real one. */
function workLong(): void {
  const until = performance.now() + 15;
  while (performance.now() < until);
}

describe('shared answers', () => {
  it('are given to everybody who asks for the same at once, by one question', async () => {
    const shared = createSharedAnswers<number>();
    const { promise, resolve } = Promise.withResolvers<number>();
    let questions = 0;
    const question = () => {
      questions += 1;
      return promise;
    };
    expect(shared.listen('a')).toBeUndefined();
    const asked = [shared.ask('a', question), shared.ask('a', question), shared.ask('a', question)];
    const heard = shared.listen('a');
    expect(shared.listen('b')).toBeUndefined();
    resolve(7);
    expect(await Promise.all(asked)).toEqual([
      { answer: 7, isOwn: true },
      { answer: 7, isOwn: false },
      { answer: 7, isOwn: false },
    ]);
    expect([await heard, questions]).toEqual([7, 1]);
    expect(shared.listen('a')).toBeUndefined();
  });

  it.each<[string, () => Promise<undefined>]>([
    ['no answer', async () => undefined],
    ['an error', () => Promise.reject(new Error('the database is away'))],
  ])('whoever waits with somebody who gets %s asks for themselves', async (_name, refused) => {
    const shared = createSharedAnswers<number>();
    const first = shared.ask('a', refused).catch(() => 'error');
    const heard = shared.listen('a');
    const second = shared.ask('a', async () => 7);
    expect(await heard).toBeUndefined();
    expect(await second).toEqual({ answer: 7, isOwn: true });
    await first;
    expect(shared.listen('a')).toBeUndefined();
  });

  it('come although the caller who asked first has gone', async () => {
    const shared = createSharedAnswers<number>();
    const gone = () => {
      throw new Error('nobody waits for the answer any more');
    };
    const first = whileWaitedFor(gone, () =>
      shared.ask('a', async () => {
        const breathe = createBreather();
        workLong();
        await breathe();
        return 7;
      }),
    );
    const second = shared.ask('a', async () => 8);
    expect(await Promise.all([first, second])).toEqual([
      { answer: 7, isOwn: true },
      { answer: 7, isOwn: false },
    ]);
  });
});
