import { expect, it } from 'vitest';
import { createArea } from '../testing/storage.ts';
import { createSilence } from './silence.ts';

function setUp() {
  const session = createArea();
  const world = { nowMs: 1_000, answer: 200 as number | 'NONE' };
  const open = () => createSilence({ session, nowMs: () => world.nowMs });
  const silence = open();
  const ask = silence.listen(async () => {
    if (world.answer === 'NONE') throw new TypeError('Failed to fetch');
    return new Response(null, { status: world.answer });
  });
  return { world, silence, ask: () => ask('https://api.example/'), open };
}

it('begins with the first call that is not answered, and ends with the first that is', async () => {
  const { world, silence, ask, open } = setUp();
  expect((await ask()).status).toBe(200);
  expect(await silence.sinceMs()).toBeNull();
  world.answer = 'NONE';
  await expect(ask()).rejects.toThrow('Failed to fetch');
  world.nowMs = 9_000;
  await expect(ask()).rejects.toThrow('Failed to fetch');
  expect(await silence.sinceMs()).toBe(1_000);
  // A worker that starts anew knows it.
  expect(await open().sinceMs()).toBe(1_000);
  world.answer = 204;
  await ask();
  expect(await silence.sinceMs()).toBeNull();
});

it.each([
  [502, true],
  [503, true],
  [504, true],
  [401, false],
  [422, false],
  [429, false],
  [500, false],
])('with %i is silence: %s', async (status, isSilent) => {
  const { world, silence, ask } = setUp();
  world.answer = status;
  expect((await ask()).status).toBe(status);
  expect((await silence.sinceMs()) !== null).toBe(isSilent);
});

it('gives an answer on that it could not note', async () => {
  const session = { ...createArea(), get: () => Promise.reject(new Error('the storage is gone')) };
  const ask = createSilence({ session, nowMs: () => 1_000 }).listen(async () => new Response('the next token'));
  expect(await (await ask('https://api.example/')).text()).toBe('the next token');
});
