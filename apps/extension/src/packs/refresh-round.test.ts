import 'fake-indexeddb/auto';
import { developmentBoardKey } from '@headhaul/contracts/boards/packs';
import { IDBFactory } from 'fake-indexeddb';
import { beforeEach, expect, test, vi } from 'vitest';
import type { PackSource } from './fetch-packs.ts';
import { packsSoonAlarm, wakeNoLater } from './pack-schedule.ts';
import { openPackStore } from './pack-store.ts';
import { createPacks } from './packs.ts';
import { createRefreshRound } from './refresh-round.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const startMs = Date.parse('2026-11-18T12:00:00Z');

beforeEach(() => {
  globalThis.indexedDB = new IDBFactory();
});

function setUp() {
  const world = { nowMs: startMs, isDegraded: false };
  const fetchManifest = vi.fn<PackSource['fetchManifest']>(async () => []);
  const alarms = new Map<string, number>();
  const packs = createPacks({
    store: openPackStore(),
    source: { fetchManifest, fetchPack: async () => null },
    keys: [developmentBoardKey],
    extVersion: '1.4.0',
    bundled: {},
    withLock: (run) => run(),
    wakeAt: (when) =>
      wakeNoLater(
        {
          get: async (name) => (alarms.has(name) ? { scheduledTime: alarms.get(name) ?? 0 } : undefined),
          create: async (name, at) => void alarms.set(name, 'when' in at ? at.when : 0),
        },
        when,
      ),
    nowMs: () => world.nowMs,
    random: () => 0.5,
  });
  const warn = vi.fn();
  const round = createRefreshRound({
    packs,
    noteNews: async () => undefined,
    publish: async () => undefined,
    hasDegraded: async () => world.isDegraded,
    warn,
    nowMs: () => world.nowMs,
  });
  return { world, fetchManifest, alarms, packs, warn, round };
}

test('a click asks at once, and one click after the other no more often', async () => {
  const { world, fetchManifest, round } = setUp();
  const asked: number[] = [];
  for (const afterMs of [0, 1_000, 9_000, 10_000, -hourMs]) {
    world.nowMs = startMs + afterMs;
    await round.runOnClick();
    asked.push(fetchManifest.mock.calls.length);
  }
  expect(asked).toEqual([1, 1, 1, 2, 3]);
});

test('a worker that starts asks when nobody has for six hours, or when the clock was set back', async () => {
  const { world, fetchManifest, round } = setUp();
  const asked: number[] = [];
  for (const afterMs of [0, 5 * hourMs, 6 * hourMs, 7 * hourMs, 2 * hourMs]) {
    world.nowMs = startMs + afterMs;
    await round.runIfDue();
    asked.push(fetchManifest.mock.calls.length);
  }
  expect(asked).toEqual([1, 1, 2, 2, 3]);
});

test('after a failure it asks again in ten minutes', async () => {
  const { fetchManifest, alarms, warn, round } = setUp();
  await round.run();
  expect(alarms.size).toBe(0);
  fetchManifest.mockRejectedValueOnce(new TypeError('Failed to fetch'));
  await round.run();
  expect(warn).toHaveBeenCalledOnce();
  expect(alarms.get(packsSoonAlarm)).toBe(startMs + 10 * minuteMs + 5_000);
});

test('while an open board can’t be read it asks every ten minutes', async () => {
  const { world, alarms, round } = setUp();
  world.isDegraded = true;
  await round.run();
  expect(alarms.get(packsSoonAlarm)).toBe(startMs + 10 * minuteMs + 5_000);
});

test('report after report does not put the asking off, and a board that breaks asks before a retry', async () => {
  const { world, alarms, packs, round } = setUp();
  world.isDegraded = true;
  await round.run();
  world.nowMs += 2 * minuteMs;
  await packs.noteDegraded();
  const soonMs = world.nowMs + 5_000;
  world.nowMs += 4_000;
  await packs.noteDegraded();
  await packs.askAgain();
  expect(alarms.get(packsSoonAlarm)).toBe(soonMs);
});
