import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { brokerKeyOf } from '../broker-key.ts';
import type { BrokersAnswer } from '../messages.ts';
import { brief, load, nowMs } from '../testing/panel-world.ts';
import { createPageBrokers } from './page-brokers.ts';

beforeEach(() => {
  vi.useFakeTimers({ now: nowMs });
});
afterEach(() => {
  vi.useRealTimers();
});

it('shows nothing of a broker about whom the worker has nothing to say any more: somebody else may be signed in', async () => {
  const key = brokerKeyOf({ mc: load.broker.mc, name: load.broker.name }) ?? '';
  let answer: BrokersAnswer = { brokers: { [key]: { brief, isNew: false, factor: null, atMs: nowMs } } };
  const brokers = createPageBrokers({
    document: { hidden: false } as Document,
    loads: () => [load],
    send: async () => answer,
    onChanged: () => undefined,
    nowMs: Date.now,
  });
  brokers.noteRows();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(brokers.chipOf(load)?.letter).toBe('A');
  answer = { brokers: {} };
  await vi.advanceTimersByTimeAsync(62_000);
  expect(brokers.chipOf(load)).toBeNull();
  brokers.stop();
});
