import { mkdirSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { startRedis } from '@headhaul/test-servers/redis';
import type { Random } from './random.ts';
import type { Report } from './report.ts';

export const repository = resolve(import.meta.dirname, '../../..');
export const apiSource = join(repository, 'apps/api/src');

/** What every proof gets: its size, its random source, its report, and a place to register cleanups. */
export interface Stage {
  isFull: boolean;
  random: Random;
  report: Report;
  /** For logs. Removed at the end. */
  folder: string;
  /** The address of a Redis for this run only, started on the first call. Nobody else uses its counters, so a proof may empty it. */
  redisUrl(): Promise<string>;
  defer(cleanup: () => Promise<void>): void;
}

export type Proof = (stage: Stage) => Promise<void>;

export interface OpenStage extends Stage {
  /** Takes everything down, last one first. Safe to call twice: a signal may come while it runs. */
  close(): Promise<void>;
}

export async function openStage(parts: Pick<Stage, 'isFull' | 'random' | 'report'>): Promise<OpenStage> {
  const parent = join(repository, '.data/proof');
  mkdirSync(parent, { recursive: true });
  const folder = await mkdtemp(join(parent, 'run-'));
  const cleanups: (() => Promise<void>)[] = [() => rm(folder, { recursive: true, force: true })];
  let closing: Promise<void> | undefined;
  let redis: Promise<string> | undefined;
  async function openRedis(): Promise<string> {
    const server = await startRedis();
    cleanups.push(() => server.kill());
    return server.url;
  }
  async function takeDown(): Promise<void> {
    for (let cleanup = cleanups.pop(); cleanup; cleanup = cleanups.pop()) {
      await cleanup().catch((error: unknown) => console.error('could not clean up:', error));
    }
  }
  return {
    ...parts,
    folder,
    redisUrl: () => {
      redis ??= openRedis();
      return redis;
    },
    defer: (cleanup) => cleanups.push(cleanup),
    close: () => {
      closing ??= takeDown();
      return closing;
    },
  };
}
