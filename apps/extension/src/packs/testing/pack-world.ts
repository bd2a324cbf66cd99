import type { BoardConfig } from '@headhaul/contracts/boards/board-config';
import { vi } from 'vitest';
import type { PackSource } from '../fetch-packs.ts';
import { openPackStore } from '../pack-store.ts';
import { createPacks, type PacksParts } from '../packs.ts';
import { listed, makeKey, sampleConfig } from './signed-pack.ts';

export const minuteMs = 60_000;
export const dayMs = 24 * 60 * minuteMs;
export const startMs = Date.parse('2026-11-18T12:00:00Z');
const key = await makeKey('current');
export const version = (number: number, more: Partial<BoardConfig> = {}): BoardConfig => ({ ...sampleConfig(), version: number, ...more });

/** What the API has published. */
function publisher() {
  const packs: Awaited<ReturnType<typeof listed>>[] = [];
  const source = {
    fetchManifest: vi.fn<PackSource['fetchManifest']>(async () => packs.map(({ entry }) => entry)),
    fetchPack: vi.fn<PackSource['fetchPack']>(async ({ url }) => packs.find(({ entry }) => entry.url === url)?.bytes ?? null),
  };
  const publish = async (config: BoardConfig, sharePercent = 100, by = key) => void packs.unshift(await listed(config, by, sharePercent));
  return { source, packs, publish };
}

/** The packs of a worker, and the API that it asks. */
export function setUp(more: Partial<PacksParts> = {}) {
  const clock = { nowMs: startMs };
  const { source, packs: published, publish } = publisher();
  const wakeAt = vi.fn<PacksParts['wakeAt']>(async () => undefined);
  /** A restarted worker: the same database, nothing in memory. */
  const startWorker = (own: Partial<PacksParts> = {}) =>
    createPacks({
      store: openPackStore(),
      source,
      keys: [key.publicKey],
      extVersion: '1.4.0',
      bundled: {},
      withLock: (run) => run(),
      wakeAt,
      nowMs: () => clock.nowMs,
      random: () => 0.5,
      ...more,
      ...own,
    });
  return { clock, source, published, publish, wakeAt, startWorker, packs: startWorker() };
}
