import { boardPackEndpoints, developmentBoardKey, maxManifestBytes } from '@headhaul/contracts/boards/packs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { requireBoardKeys, resolveBoardKeys } from './board-keys.ts';
import { isInShare, readManifest } from './choose-pack.ts';
import { createPackSource, readAtMost } from './fetch-packs.ts';
import { nextAskAtMs } from './pack-schedule.ts';
import { listed, makeKey, sampleConfig } from './testing/signed-pack.ts';
import { isOlderThan } from './versions.ts';

const key = await makeKey('current');
const { entry } = await listed(sampleConfig(), key);

describe('the keys of a build', () => {
  const own = `current:${key.publicKey.publicKey}`;

  test('are the development key only if nobody names others', () => {
    expect(resolveBoardKeys({})).toEqual([developmentBoardKey]);
    expect(resolveBoardKeys({ WXT_BOARD_KEYS: ` ${own} , next:${'A'.repeat(43)}` })).toEqual([
      key.publicKey,
      { kid: 'next', publicKey: 'A'.repeat(43) },
    ]);
  });

  test.each(['current', `current:${'A'.repeat(42)}`, `Current:${'A'.repeat(43)}`, `${own},${own},${own}`])('are not “%s”', (keys) => {
    expect(() => resolveBoardKeys({ WXT_BOARD_KEYS: keys })).toThrow();
  });

  test('must be named for a store, and must not be the development key', () => {
    const api = 'https://app.headhaul.example/api';
    expect(() => requireBoardKeys({}, 'production', api)).toThrow('WXT_BOARD_KEYS');
    const development = `mine:${developmentBoardKey.publicKey}`;
    expect(() => requireBoardKeys({ WXT_BOARD_KEYS: `${own},${development}` }, 'production', api)).toThrow('development key');
    expect(() => requireBoardKeys({ WXT_BOARD_KEYS: own }, 'production', api)).not.toThrow();
    expect(() => requireBoardKeys({}, 'development', api)).not.toThrow();
    expect(() => requireBoardKeys({}, 'production', 'http://localhost:4000/api')).not.toThrow();
  });
});

describe('the list of packs', () => {
  test('is read without the entries that are not understood', () => {
    const packs = [{ ...entry, board: 'tomorrow' }, { ...entry, isNew: true }, { ...entry, url: 'https://evil.example/a.json' }, null, 7];
    expect(readManifest({ packs })).toEqual([entry]);
  });

  test.each([[null], [[]], [{}], [{ packs: 'x' }], ['x'], [7]])('is empty for %o', (answer) => expect(readManifest(answer)).toEqual([]));
});

describe('a share of installs', () => {
  test('is none at 0, all at 100, and about its percent between', async () => {
    const installs = Array.from({ length: 2_000 }, () => crypto.randomUUID());
    const countIn = async (sharePercent: number) =>
      (await Promise.all(installs.map((id) => isInShare(id, { ...entry, sharePercent })))).filter(Boolean).length;
    expect([await countIn(0), await countIn(100)]).toEqual([0, 2_000]);
    const tenth = await countIn(10);
    expect(tenth).toBeGreaterThan(130);
    expect(tenth).toBeLessThan(275);
  });

  test('only grows with the percent', async () => {
    await fc.assert(
      fc.asyncProperty(fc.uuid(), fc.integer({ min: 0, max: 100 }), fc.integer({ min: 0, max: 100 }), async (id, one, other) => {
        const [less, more] = [Math.min(one, other), Math.max(one, other)];
        if (await isInShare(id, { ...entry, sharePercent: less })) expect(await isInShare(id, { ...entry, sharePercent: more })).toBe(true);
      }),
    );
  });
});

describe('an answer', () => {
  test('is read up to its limit and no further', async () => {
    expect(await readAtMost(new Response('12345'), 5)).toEqual(new TextEncoder().encode('12345'));
    expect(await readAtMost(new Response('123456'), 5)).toBeNull();
    expect(await readAtMost(new Response(null), 5)).toEqual(new Uint8Array());
    let pulled = 0;
    const endless = new ReadableStream<Uint8Array>({
      pull: (controller) => {
        pulled += 1;
        controller.enqueue(new Uint8Array(1_000));
      },
    });
    expect(await readAtMost(new Response(endless), 5_000)).toBeNull();
    expect(pulled).toBeLessThan(10);
  });

  test('is asked of our API alone, without cookies, and follows nobody elsewhere', async () => {
    const asked: { url: string; init: RequestInit | undefined }[] = [];
    const source = createPackSource('https://api.example/api', async (input, init) => {
      asked.push({ url: String(input), init });
      return new Response(JSON.stringify({ packs: [entry] }));
    });
    expect(await source.fetchManifest()).toEqual([entry]);
    await source.fetchPack(entry);
    expect(asked.map(({ url }) => url)).toEqual([
      `https://api.example/api${boardPackEndpoints.listBoardPacks.path}`,
      'https://api.example/api/ext/boards/packs/dat/37',
    ]);
    for (const { init } of asked) expect(init).toMatchObject({ credentials: 'omit', redirect: 'error' });
  });

  test('that is too long or an error is no list', async () => {
    const long = createPackSource('', async () => new Response(' '.repeat(maxManifestBytes + 1)));
    expect(await long.fetchManifest()).toEqual([]);
    const refused = createPackSource('', async () => new Response('', { status: 503 }));
    await expect(refused.fetchManifest()).rejects.toThrow('503');
  });
});

test('versions are compared by their numbers', () => {
  expect([isOlderThan('1.9.0', '1.10.0'), isOlderThan('1.10.0', '1.9.0'), isOlderThan('1.4.0', '1.4.0')]).toEqual([true, false, false]);
  expect([isOlderThan('1.4', '1.4.1'), isOlderThan('2', '1.9.9')]).toEqual([true, false]);
});

test('a clock that was set back does not stop the asking', () => {
  expect(nextAskAtMs(9_000_000, 1_000_000, 0)).toBe(1_000_000);
});
