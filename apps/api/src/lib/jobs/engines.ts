import type { WorkerPlatform } from '../platform.ts';

/** Work that a worker does all the time it runs, beside its jobs. */
export interface Engine {
  kind: 'engine';
  start(platform: WorkerPlatform): { stop(): Promise<void> };
}

export function defineEngine(start: Engine['start']): Engine {
  return { kind: 'engine', start };
}

export function isEngine(value: unknown): value is Engine {
  return typeof value === 'object' && value !== null && 'kind' in value && value.kind === 'engine';
}
