import type { BoardConfig } from '@headhaul/contracts/boards/board-config';
import { describe, expect, it } from 'vitest';
import { demoConfig } from '../../board/config/demo.ts';
import { createArea, oneAtATime } from '../../testing/storage.ts';
import { createChooseConfig } from './choose-config.ts';
import { createFailedPacks } from './failed-packs.ts';
import type { FoundPage } from './taught-pages.ts';

const dat = { origin: 'https://one.dat.com', pathname: '/search-loads' };
const prairie = { origin: 'https://loads.prairie.example', pathname: '/find' };
const versions = { own: 1_000_000_000, company: 2_000_000_000 };

function open() {
  const world = {
    pack: 3 as number | null,
    isOff: false,
    own: null as FoundPage | null,
    company: null as FoundPage | null,
  };
  const failed = createFailedPacks({ session: createArea(), withLock: oneAtATime() });
  const choose = createChooseConfig({
    readPack: async () =>
      world.pack === null ? null : ({ ...demoConfig, version: world.pack, features: { email: false } } as BoardConfig),
    isTurnedOff: async () => world.isOff,
    isOfBuild: (origin) => origin === dat.origin,
    pages: { find: async () => world.own },
    company: { find: async () => world.company },
    failed,
  });
  const has = (who: 'own' | 'company', insteadOf: number | null, isHere = true) => {
    world[who] = { config: { ...demoConfig, version: versions[who] }, insteadOf, isHere };
  };
  return { world, failed, has, versionAt: async (page: typeof dat | null) => (await choose('dat', page))?.version, choose };
}

describe('what the user has taught', () => {
  it('replaces the pack that failed, without what that pack turns off', async () => {
    const { choose, has, versionAt, world } = open();
    has('own', 3);
    expect(await choose('dat', dat)).toMatchObject({ version: versions.own, features: { email: false } });
    world.pack = null;
    expect(await versionAt(dat)).toBe(versions.own);
  });

  it('gives way to a newer pack, on other pages of the site, and on a board that was turned off', async () => {
    const { has, versionAt, world } = open();
    has('own', 2);
    expect(await versionAt(dat)).toBe(3);
    has('own', 3, false);
    expect(await versionAt(dat)).toBe(3);
    world.pack = null;
    expect(await versionAt(dat)).toBe(versions.own);
    world.isOff = true;
    expect(await versionAt(dat)).toBeUndefined();
  });

  it('comes before the company’s, unless only the company’s is about this page', async () => {
    const { has, versionAt } = open();
    has('own', 3);
    has('company', null);
    expect(await versionAt(prairie)).toBe(versions.own);
    has('own', 3, false);
    expect(await versionAt(prairie)).toBe(versions.company);
  });
});

describe('what the company has', () => {
  it('waits on a board of the build until the pack has failed on this page', async () => {
    const { failed, has, versionAt } = open();
    has('company', null);
    expect(await versionAt(dat)).toBe(3);
    await failed.note(dat, 3);
    expect(await versionAt(dat)).toBe(versions.company);
    expect(await versionAt({ ...dat, pathname: '/my-loads' })).toBe(3);
  });

  it('waits again when there is another pack, newer or older', async () => {
    const { failed, has, versionAt, world } = open();
    has('company', null);
    await failed.note(dat, 3);
    for (const version of [4, 2]) {
      world.pack = version;
      expect(await versionAt(dat)).toBe(version);
    }
    await failed.note(dat, 2);
    expect(await versionAt(dat)).toBe(versions.company);
  });

  it('is used at once where there is no pack, and on a site that the build doesn’t read', async () => {
    const { has, versionAt, world } = open();
    has('company', null);
    expect(await versionAt(prairie)).toBe(versions.company);
    world.pack = null;
    expect(await versionAt(dat)).toBe(versions.company);
  });

  it('is not used on a board that was turned off', async () => {
    const { has, versionAt, world } = open();
    has('company', null);
    [world.pack, world.isOff] = [null, true];
    expect(await versionAt(dat)).toBeUndefined();
  });
});

it('where nothing was taught the pack reads the build’s boards, and nothing reads other sites', async () => {
  const { versionAt } = open();
  expect([await versionAt(dat), await versionAt(prairie), await versionAt(null)]).toEqual([3, undefined, 3]);
});

it('pages of one path are one page, and the last hundred are remembered', async () => {
  const { failed } = open();
  await failed.note({ ...dat, pathname: '/loads/471100' }, 3);
  expect(await failed.hasFailed({ ...dat, pathname: '/loads/471101' }, 3)).toBe(true);
  for (let n = 0; n < 100; n += 1)
    await failed.note({ ...dat, pathname: `/p/${'abcdefghij'[n % 10]}${'abcdefghij'[Math.floor(n / 10)]}` }, 3);
  expect(await failed.hasFailed({ ...dat, pathname: '/loads/471101' }, 3)).toBe(false);
});
