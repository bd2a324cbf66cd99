import 'fake-indexeddb/auto';
import { IDBFactory } from 'fake-indexeddb';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { type BoardState, openPackStore } from './pack-store.ts';
import { dayMs, minuteMs, setUp, startMs, version } from './testing/pack-world.ts';
import { makeKey } from './testing/signed-pack.ts';

beforeEach(() => {
  globalThis.indexedDB = new IDBFactory();
});

describe('which configuration is used', () => {
  test('none without a pack, the bundled one before any pack, a signed one after it', async () => {
    const { packs, publish, startWorker } = setUp({ bundled: { dat: version(3) } });
    expect(await packs.readPack('truckstop')).toBeNull();
    expect(await packs.readInUse('dat')).toEqual({ config: version(3), source: 'BUNDLED' });
    await publish(version(37));
    expect(await packs.refresh()).toEqual([{ board: 'dat', version: 37, outcome: 'TAKEN' }]);
    expect(await startWorker().readInUse('dat')).toEqual({ config: version(37), source: 'REMOTE' });
  });

  test('the bundled one of a newer release, and no pack that is older than it', async () => {
    const { packs, publish, startWorker } = setUp();
    await publish(version(37));
    await packs.refresh();
    const released = startWorker({ bundled: { dat: version(40) } });
    expect((await released.readPack('dat'))?.version).toBe(40);
    await publish(version(39));
    expect(await released.refresh()).toEqual([]);
    await publish(version(41));
    await released.refresh();
    expect((await released.readPack('dat'))?.version).toBe(41);
  });

  test('an expired pack gives way to the last good one, and that to the bundled one', async () => {
    const { clock, packs, publish } = setUp({ bundled: { dat: version(3) } });
    await publish(version(37, { expiresAt: '2026-11-28T00:00:00Z' }));
    await packs.refresh();
    await publish(version(38, { expiresAt: '2026-11-20T00:00:00Z' }));
    await packs.refresh();
    expect(await packs.readInUse('dat')).toMatchObject({ config: { version: 38 }, source: 'REMOTE' });
    clock.nowMs += 5 * dayMs;
    expect(await packs.readInUse('dat')).toMatchObject({ config: { version: 37 }, source: 'LAST_GOOD' });
    clock.nowMs += 30 * dayMs;
    expect(await packs.readInUse('dat')).toMatchObject({ config: { version: 3 }, source: 'BUNDLED' });
  });

  test('none that is signed with a key which a release took away', async () => {
    const { packs, publish, startWorker } = setUp({ bundled: { dat: version(3) } });
    await publish(version(37));
    await packs.refresh();
    const other = await makeKey('other');
    expect(await startWorker({ keys: [other.publicKey] }).readInUse('dat')).toMatchObject({ source: 'BUNDLED' });
  });

  test('turned off is something else than unknown', async () => {
    const { packs, publish } = setUp({ bundled: { dat: version(3) } });
    expect([await packs.isTurnedOff('dat'), await packs.isTurnedOff('truckstop')]).toEqual([false, false]);
    await publish(version(38, { enabled: false }));
    await packs.refresh();
    expect(await packs.isTurnedOff('dat')).toBe(true);
    await publish(version(39));
    await packs.refresh();
    expect(await packs.isTurnedOff('dat')).toBe(false);
  });

  test('none once the board is turned off, until a higher version turns it on', async () => {
    const { clock, packs, publish } = setUp({ bundled: { dat: version(3) } });
    await publish(version(37));
    await packs.refresh();
    await publish(version(38, { enabled: false, expiresAt: '2026-11-20T00:00:00Z' }));
    await packs.refresh();
    expect(await packs.readPack('dat')).toBeNull();
    clock.nowMs += 30 * dayMs;
    expect(await packs.readPack('dat')).toBeNull();
    await publish(version(39));
    await packs.refresh();
    expect((await packs.readPack('dat'))?.version).toBe(39);
  });

  test('none of before a board was turned off, also when all newer packs have expired', async () => {
    const { clock, packs, publish, startWorker } = setUp({ bundled: { dat: version(3) } });
    await publish(version(37));
    await packs.refresh();
    await publish(version(38, { enabled: false }));
    await packs.refresh();
    for (const newer of [39, 40]) {
      await publish(version(newer, { expiresAt: '2026-11-20T00:00:00Z' }));
      await packs.refresh();
    }
    expect((await packs.readPack('dat'))?.version).toBe(40);
    clock.nowMs += 5 * dayMs;
    expect(await packs.readPack('dat')).toBeNull();
    expect(await startWorker({ bundled: { dat: version(41) } }).readInUse('dat')).toMatchObject({ config: { version: 41 } });
  });

  test('a board that was turned off with a key which a release took away is on again', async () => {
    const { packs, publish, startWorker } = setUp({ bundled: { dat: version(3) } });
    await publish(version(38, { enabled: false }));
    await packs.refresh();
    expect(await packs.readPack('dat')).toBeNull();
    const other = await makeKey('other');
    expect(await startWorker({ keys: [other.publicKey] }).readInUse('dat')).toMatchObject({ source: 'BUNDLED' });
  });

  test('what an earlier release has stored is still known', async () => {
    const { packs, publish, startWorker } = setUp();
    await publish(version(37));
    await packs.refresh();
    const store = openPackStore();
    await store.changeBoard('dat', ({ killed: _, ...state }) => state as never);
    expect((await startWorker().readPack('dat'))?.version).toBe(37);
  });

  test('what was turned off in part says so', async () => {
    const { packs, publish } = setUp();
    await publish(version(37, { features: { email: false } }));
    await packs.refresh();
    expect((await packs.readPack('dat'))?.features).toEqual({ email: false });
  });
});

describe('a refresh', () => {
  test('downloads nothing that is here already', async () => {
    const { packs, publish, source } = setUp();
    await publish(version(37));
    await packs.refresh();
    await packs.refresh();
    expect([source.fetchManifest.mock.calls.length, source.fetchPack.mock.calls.length]).toEqual([2, 1]);
  });

  test('keeps what is here if the pack is forged, and takes the next good one', async () => {
    const { packs, publish, published, source } = setUp();
    await publish(version(37));
    await packs.refresh();
    await publish(version(38), 100, await makeKey('current'));
    expect(await packs.refresh()).toEqual([{ board: 'dat', version: 38, outcome: 'WRONG_SIGNATURE' }]);
    expect((await packs.readPack('dat'))?.version).toBe(37);
    published.shift();
    await publish(version(38));
    source.fetchPack.mockResolvedValueOnce(null);
    expect(await packs.refresh()).toEqual([{ board: 'dat', version: 38, outcome: 'TOO_LARGE' }]);
    expect(await packs.refresh()).toEqual([{ board: 'dat', version: 38, outcome: 'TAKEN' }]);
  });

  test('goes on with the other boards if one can’t be fetched', async () => {
    const { packs, publish, source } = setUp();
    await publish(version(37));
    await publish(version(5, { board: 'truckstop', hosts: ['main.truckstop.com'] }));
    source.fetchPack.mockRejectedValueOnce(new TypeError('Failed to fetch'));
    expect(await packs.refresh()).toEqual([{ board: 'dat', version: 37, outcome: 'TAKEN' }]);
    expect(await packs.refresh()).toEqual([{ board: 'truckstop', version: 5, outcome: 'TAKEN' }]);
  });

  test('takes the newest pack that this extension understands, then says that there is a newer one', async () => {
    const { packs, publish, source } = setUp();
    await publish(version(37));
    await publish(version(38, { minExt: '1.5.0' }));
    expect(await packs.refresh()).toEqual([{ board: 'dat', version: 37, outcome: 'TAKEN' }]);
    expect(await packs.refresh()).toEqual([{ board: 'dat', version: 38, outcome: 'NEEDS_NEWER_EXTENSION' }]);
    expect(source.fetchPack).toHaveBeenCalledOnce();
  });

  test('asks for nothing in a browser that can’t check signatures', async () => {
    const { packs, publish, source } = setUp({ bundled: { dat: version(3) } });
    await publish(version(37));
    expect(await packs.canUpdate()).toBe(true);
    const importKey = vi
      .spyOn(crypto.subtle, 'importKey')
      .mockRejectedValue(new DOMException('Algorithm: Unrecognized name', 'NotSupportedError'));
    expect([await packs.canUpdate(), await packs.refresh()]).toEqual([false, []]);
    expect(source.fetchManifest).not.toHaveBeenCalled();
    importKey.mockRestore();
    expect((await packs.readPack('dat'))?.version).toBe(3);
  });

  test('never goes back, whatever the list says', async () => {
    const { packs, publish, published } = setUp();
    await publish(version(38));
    await packs.refresh();
    published.length = 0;
    await publish(version(37));
    expect(await packs.refresh()).toEqual([]);
    expect((await packs.readPack('dat'))?.version).toBe(38);
  });

  test('takes a version only in its share, and the one before otherwise', async () => {
    let taken = 0;
    for (let install = 0; install < 60; install++) {
      globalThis.indexedDB = new IDBFactory();
      const { packs, publish } = setUp();
      await publish(version(37));
      await publish(version(38), 40);
      await packs.refresh();
      const used = (await packs.readPack('dat'))?.version;
      expect([37, 38]).toContain(used);
      if (used === 38) taken += 1;
    }
    expect(taken).toBeGreaterThan(8);
    expect(taken).toBeLessThan(42);
  });
});

describe('on a full disk', () => {
  /** A disk with room for this many packs of a board. Nothing else can be written. */
  function fullDisk(room: number) {
    const store = openPackStore();
    const refuse = () => Promise.reject(new DOMException('The disk is full', 'QuotaExceededError'));
    return {
      ...store,
      changeBoard: async (board: string, next: (state: BoardState) => BoardState) => {
        const { current, lastGood } = next(await store.readBoard(board));
        return [current, lastGood].filter((pack) => pack !== null).length > room ? refuse() : store.changeBoard(board, next);
      },
    };
  }

  async function withPack(room: number) {
    const all = setUp({ bundled: { dat: version(3) } });
    await all.publish(version(37));
    await all.packs.refresh();
    return { ...all, packs: all.startWorker({ store: fullDisk(room) }) };
  }

  test('a new pack takes the place of the old one', async () => {
    const { packs, publish } = await withPack(1);
    await publish(version(38));
    expect(await packs.refresh()).toEqual([{ board: 'dat', version: 38, outcome: 'TAKEN' }]);
    expect(await packs.readInUse('dat')).toMatchObject({ config: { version: 38 }, source: 'REMOTE' });
  });

  test('a board is turned off without storing anything but that', async () => {
    const { packs, publish } = await withPack(0);
    await publish(version(38, { enabled: false }));
    expect(await packs.refresh()).toEqual([{ board: 'dat', version: 38, outcome: 'TAKEN' }]);
    expect(await packs.readPack('dat')).toBeNull();
  });

  test('a pack that has no room is said, and the old one stays', async () => {
    const { packs, publish } = await withPack(0);
    await publish(version(38));
    expect(await packs.refresh()).toEqual([{ board: 'dat', version: 38, outcome: 'STORAGE_FULL' }]);
    expect((await packs.readPack('dat'))?.version).toBe(37);
  });

  test('an install that can write nothing at all asks all the same', async () => {
    const put = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
      throw new DOMException('The disk is full', 'QuotaExceededError');
    });
    const { packs, publish } = setUp();
    await publish(version(37));
    expect(await packs.refresh()).toEqual([{ board: 'dat', version: 37, outcome: 'STORAGE_FULL' }]);
    put.mockImplementation(() => {
      throw new DOMException('Closing', 'InvalidStateError');
    });
    await expect(packs.refresh()).rejects.toThrow('Closing');
    put.mockRestore();
    expect(await packs.refresh()).toEqual([{ board: 'dat', version: 37, outcome: 'TAKEN' }]);
  });
});

test('where a version came from is known after the next one was taken', async () => {
  const { packs, publish } = setUp({ bundled: { dat: version(3) } });
  expect(await packs.readOrigin('dat', 3)).toEqual({ source: 'BUNDLED', isRegressed: false });
  await publish(version(37, { expiresAt: '2026-11-28T00:00:00Z' }));
  await packs.refresh();
  const origins = async () => [(await packs.readOrigin('dat', 3)).source, (await packs.readOrigin('dat', 37)).source];
  expect(await origins()).toEqual(['BUNDLED', 'REMOTE']);
  await publish(version(38));
  await packs.refresh();
  expect(await origins()).toEqual(['BUNDLED', 'REMOTE']);
});

describe('a board that can’t be read', () => {
  test('asks soon, and at most once a minute', async () => {
    const { clock, packs, wakeAt } = setUp();
    await packs.noteDegraded();
    expect(wakeAt).toHaveBeenLastCalledWith(startMs + 5_000);
    await packs.refresh();
    clock.nowMs += 20_000;
    await packs.noteDegraded();
    expect(wakeAt).toHaveBeenLastCalledWith(startMs + minuteMs + 5_000);
    clock.nowMs += 10 * minuteMs;
    await packs.noteDegraded();
    expect(wakeAt).toHaveBeenLastCalledWith(clock.nowMs + 5_000);
  });
});
