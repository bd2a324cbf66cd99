import 'fake-indexeddb/auto';
import { IDBFactory } from 'fake-indexeddb';
import { beforeEach, describe, expect, test } from 'vitest';
import { dayMs, minuteMs, setUp, version } from './testing/pack-world.ts';

beforeEach(() => {
  globalThis.indexedDB = new IDBFactory();
});

describe('a version that reads worse than the one before', () => {
  const reading = { state: 'READING' } as const;
  async function onTrial() {
    const all = setUp({ bundled: { dat: version(3) } });
    await all.publish(version(37));
    await all.packs.refresh();
    await all.packs.noteHealth('dat', { ...reading, version: 37, rows: 50, quorumPct: 96 });
    await all.publish(version(38));
    await all.packs.refresh();
    return all;
  }

  test('is taken back here, is not taken again, and a higher one is', async () => {
    const { packs, publish, startWorker } = await onTrial();
    expect(await packs.noteHealth('dat', { ...reading, version: 38, rows: 10, quorumPct: 0 })).toBe('KEPT');
    expect(await startWorker().noteHealth('dat', { ...reading, version: 38, rows: 40, quorumPct: 12 })).toBe('REVERTED');
    expect(await packs.readInUse('dat')).toMatchObject({ config: { version: 37 }, source: 'REMOTE' });
    expect(await packs.readOrigin('dat', 38)).toEqual({ source: 'REMOTE', isRegressed: true });
    expect(await packs.refresh()).toEqual([]);
    await publish(version(39));
    await packs.refresh();
    expect((await packs.readPack('dat'))?.version).toBe(39);
  });

  test('falls back to the bundled one if there was none between', async () => {
    const { packs, publish } = setUp({ bundled: { dat: version(3) } });
    await packs.noteHealth('dat', { ...reading, version: 3, rows: 50, quorumPct: 90 });
    await publish(version(37));
    await packs.refresh();
    expect(await packs.noteHealth('dat', { ...reading, version: 37, rows: 50, quorumPct: 60 })).toBe('REVERTED');
    expect(await packs.readInUse('dat')).toMatchObject({ config: { version: 3 }, source: 'BUNDLED' });
  });

  test('stays if the one before read no better', async () => {
    const { packs, publish } = setUp();
    await publish(version(37));
    await packs.refresh();
    await packs.noteHealth('dat', { ...reading, version: 37, rows: 50, quorumPct: 20 });
    await publish(version(38));
    await packs.refresh();
    expect(await packs.noteHealth('dat', { ...reading, version: 38, rows: 50, quorumPct: 30 })).toBe('KEPT');
  });

  test('stays once it has been used for ten minutes: then the board has changed, not the pack', async () => {
    const { clock, packs } = await onTrial();
    // The clock of the trial starts with the first page, not with the download.
    clock.nowMs += 5 * dayMs;
    await packs.noteHealth('dat', { ...reading, version: 38, rows: 50, quorumPct: 95 });
    clock.nowMs += 11 * minuteMs;
    expect(await packs.noteHealth('dat', { ...reading, version: 38, rows: 50, quorumPct: 0 })).toBe('KEPT');
    expect((await packs.readPack('dat'))?.version).toBe(38);
  });

  test('a page that is still read with the version before says nothing about it', async () => {
    const { packs } = await onTrial();
    expect(await packs.noteHealth('dat', { ...reading, version: 37, rows: 50, quorumPct: 0 })).toBe('KEPT');
    expect((await packs.readPack('dat'))?.version).toBe(38);
  });

  test.each([0, 3, 50])('is taken back when the page can’t be read with it, whatever its %i rows were like', async (rows) => {
    const { packs } = await onTrial();
    expect(await packs.noteHealth('dat', { state: 'DEGRADED', version: 38, rows, quorumPct: 100 })).toBe('REVERTED');
    expect((await packs.readPack('dat'))?.version).toBe(37);
  });

  test('stays if the page could not be read with the one before either', async () => {
    const { packs, publish } = setUp();
    await publish(version(37));
    await packs.refresh();
    await packs.noteHealth('dat', { ...reading, version: 37, rows: 50, quorumPct: 96 });
    await packs.noteHealth('dat', { state: 'DEGRADED', version: 37, rows: 50, quorumPct: 96 });
    await publish(version(38));
    await packs.refresh();
    expect(await packs.noteHealth('dat', { state: 'DEGRADED', version: 38, rows: 0, quorumPct: 100 })).toBe('KEPT');
    expect(await packs.noteHealth('dat', { ...reading, version: 38, rows: 50, quorumPct: 75 })).toBe('KEPT');
  });

  test('is compared with the last full page, not with the empty ones after it', async () => {
    const { packs, publish } = setUp();
    await publish(version(37));
    await packs.refresh();
    await packs.noteHealth('dat', { ...reading, version: 37, rows: 50, quorumPct: 96 });
    await packs.noteHealth('dat', { state: 'WAITING', version: 37, rows: 0, quorumPct: 100 });
    await packs.noteHealth('dat', { ...reading, version: 37, rows: 19, quorumPct: 80 });
    await publish(version(38));
    await packs.refresh();
    expect(await packs.noteHealth('dat', { ...reading, version: 38, rows: 50, quorumPct: 72 })).toBe('REVERTED');
  });

  test('is on trial from the first full page on: empty ones do not start its clock', async () => {
    const { clock, packs } = await onTrial();
    await packs.noteHealth('dat', { state: 'WAITING', version: 38, rows: 0, quorumPct: 100 });
    await packs.noteHealth('dat', { ...reading, version: 38, rows: 12, quorumPct: 100 });
    clock.nowMs += 11 * minuteMs;
    expect(await packs.noteHealth('dat', { ...reading, version: 38, rows: 50, quorumPct: 12 })).toBe('REVERTED');
  });
});
