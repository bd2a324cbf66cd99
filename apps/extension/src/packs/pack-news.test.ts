import { expect, test } from 'vitest';
import { createArea, oneAtATime } from '../testing/storage.ts';
import { createPackNews, toNews } from './pack-news.ts';

const dayMs = 24 * 60 * 60 * 1_000;

function open() {
  const clock = { nowMs: 1_800_000_000_000 };
  const session = createArea();
  const start = () => createPackNews({ session, withLock: oneAtATime(), nowMs: () => clock.nowMs });
  return { clock, session, start, news: start() };
}

test('the last news of each board are known for a day, also to a worker that starts anew', async () => {
  const { clock, news, start } = open();
  await Promise.all([news.note('dat', 'REFUSED'), news.note('demo', 'TAKEN')]);
  await news.note('dat', 'UNDONE');
  expect([await start().read('dat'), await start().read('demo'), await start().read('relay')]).toEqual(['UNDONE', 'TAKEN', null]);
  clock.nowMs += dayMs;
  expect(await news.read('dat')).toBeNull();
});

test('what is stored and makes no sense is no news', async () => {
  const { session, news } = open();
  session.items['pack-news'] = { dat: { news: 'HACKED', atMs: 1 } };
  expect(await news.read('dat')).toBeNull();
});

test('every refusal of the content is called one', () => {
  expect((['TAKEN', 'STORAGE_FULL', 'NEEDS_NEWER_EXTENSION', 'WRONG_SIGNATURE', 'EXPIRED', 'TOO_LARGE'] as const).map(toNews)).toEqual([
    'TAKEN',
    'STORAGE_FULL',
    'NEEDS_NEWER_EXTENSION',
    'REFUSED',
    'REFUSED',
    'REFUSED',
  ]);
});
