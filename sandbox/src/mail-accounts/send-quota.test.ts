import { describe, expect, it } from 'vitest';
import { SendUsage } from './send-quota.ts';

const minute = 60_000;
const day = 24 * 60 * minute;
const caps = { perMinute: 3, perDay: 10 };

function usageOf(times: readonly number[], weight = 1): SendUsage {
  const usage = new SendUsage();
  for (const at of times) usage.add(at, weight);
  return usage;
}

describe('SendUsage', () => {
  it('has room until the cap of the minute, and again when the oldest leaves the window', () => {
    const usage = usageOf([0, 10_000, 20_000]);
    expect(usage.over(30_000, caps, 1)).toEqual({ cap: 'minute', waitMs: 30_000 });
    expect(usage.over(minute - 1, caps, 1)).toEqual({ cap: 'minute', waitMs: 1 });
    expect(usage.over(minute, caps, 1)).toBeUndefined();
  });

  it('after a cap was lowered, waits until enough have left', () => {
    expect(usageOf([0, 10_000, 20_000]).over(30_000, { ...caps, perMinute: 1 }, 1)).toEqual({ cap: 'minute', waitMs: 50_000 });
    expect(usageOf([]).over(0, { ...caps, perMinute: 0 }, 1)).toEqual({ cap: 'minute', waitMs: minute });
  });

  it('rolls the day, weighed by recipients', () => {
    const usage = usageOf([0, minute, 2 * minute], 3);
    const now = 10 * minute;
    expect(usage.lastDay(now)).toBe(9);
    expect(usage.over(now, caps, 1)).toBeUndefined();
    expect(usage.over(now, caps, 2)).toEqual({ cap: 'day', waitMs: day - now });
    expect(usage.over(now, caps, 5)).toEqual({ cap: 'day', waitMs: day + minute - now });
    expect(usage.over(now, caps, 11)).toEqual({ cap: 'day', waitMs: day });
    expect(usage.over(day, caps, 4)).toBeUndefined();
    expect(usage.lastDay(day + 2 * minute)).toBe(0);
  });
});
