import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { startRedis } from '@headhaul/test-servers/redis';
import type { Form } from './form.ts';

export const repository = resolve(import.meta.dirname, '../../..');
export const apiSource = join(repository, 'apps/api/src');

/** What every bench gets: its size, and a place to register cleanups, which run however the bench ends. */
export interface Stage {
  form: Form;
  /** For the output of the programs. Removed at the end. */
  folder: string;
  /** The address of a Redis for this run only, started on the first call. Nobody else uses its counters. */
  redisUrl(): Promise<string>;
  defer(cleanup: () => Promise<void>): void;
}

export interface OpenStage extends Stage {
  /** Takes everything down, last one first. Safe to call twice: a signal may come while it runs. */
  close(): Promise<void>;
}

export async function openStage(form: Form): Promise<OpenStage> {
  const folder = await mkdtemp(join(tmpdir(), 'headhaul-bench-'));
  const cleanups: (() => Promise<void>)[] = [() => rm(folder, { recursive: true, force: true })];
  let closing: Promise<void> | undefined;
  let redis: Promise<string> | undefined;
  const defer = (cleanup: () => Promise<void>) => void cleanups.push(cleanup);
  async function openRedis(): Promise<string> {
    const server = await startRedis();
    defer(() => server.kill());
    return server.url;
  }
  async function takeDown(): Promise<void> {
    for (let cleanup = cleanups.pop(); cleanup; cleanup = cleanups.pop()) {
      await cleanup().catch((error: unknown) => console.error('could not clean up:', error));
    }
  }
  return {
    form,
    folder,
    redisUrl: () => {
      redis ??= openRedis();
      return redis;
    },
    defer,
    close: () => {
      closing ??= takeDown();
      return closing;
    },
  };
}
