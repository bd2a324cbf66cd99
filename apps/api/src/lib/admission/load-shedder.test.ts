import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createMetrics } from '../telemetry/metrics.ts';
import { createLoadShedder } from './load-shedder.ts';

let behindMs = 0;
const metrics = createMetrics();
const shedder = () => createLoadShedder(metrics, () => behindMs);

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
});
afterEach(() => {
  vi.useRealTimers();
});

function ask(own: ReturnType<typeof shedder>, companyId: string, times: number, points = 1): number {
  let refused = 0;
  for (let count = 0; count < times; count++) {
    try {
      own.admit(companyId, points);
    } catch (error) {
      expect(error).toMatchObject({ code: 'unavailable', details: { retryAfterSeconds: 2 } });
      refused += 1;
    }
  }
  return refused;
}

describe('a process', () => {
  it('that keeps up refuses nobody', () => {
    behindMs = 90;
    const own = shedder();
    vi.advanceTimersByTime(500);
    expect(ask(own, 'busy', 1_000) + ask(own, 'calm', 1)).toBe(0);
  });

  it('that is behind refuses who takes most of it, and no one else', async () => {
    behindMs = 150;
    const own = shedder();
    ask(own, 'busy', 500);
    for (const company of ['a', 'b', 'c', 'd']) ask(own, company, 25);
    vi.advanceTimersByTime(500);
    expect(ask(own, 'busy', 10)).toBe(10);
    expect(['a', 'b', 'c', 'd', 'e'].map((company) => ask(own, company, 1))).toEqual([0, 0, 0, 0, 0]);
    expect((await metrics.requestsShed.get()).values[0]?.value).toBe(10);
  });

  it('that is far behind refuses more of them', () => {
    behindMs = 1_200;
    const own = shedder();
    ask(own, 'busy', 500);
    ask(own, 'second', 300);
    for (let company = 0; company < 20; company++) ask(own, `calm ${company}`, 25);
    vi.advanceTimersByTime(500);
    expect([ask(own, 'busy', 1), ask(own, 'second', 1), ask(own, 'calm 1', 1)]).toEqual([1, 1, 0]);
  });

  it('lets a company in again when it has waited, and one that is alone always', () => {
    behindMs = 400;
    const own = shedder();
    ask(own, 'busy', 500);
    ask(own, 'calm', 30);
    vi.advanceTimersByTime(500);
    expect(ask(own, 'busy', 1)).toBe(1);
    vi.advanceTimersByTime(30_000);
    expect(ask(own, 'busy', 100)).toBe(0);
  });
});
