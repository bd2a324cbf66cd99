import { addDays } from '@headhaul/domain/time/zoned-time';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { readAnalyticsState, writeAnalyticsState } from './address.ts';
import { type Preset, presets } from './periods.ts';

const anyDays = fc
  .tuple(fc.integer({ min: 0, max: 3_000 }), fc.integer({ min: 0, max: 700 }))
  .map(([start, more]) => ({ from: addDays('2022-01-01', start), to: addDays('2022-01-01', start + more) }));

it('an address reads back as the state it was written from', () => {
  const state = fc.record({
    period: fc.oneof(fc.constantFrom(...(Object.keys(presets) as Preset[])), anyDays),
    isCompared: fc.boolean(),
    dispatcher: fc.uniqueArray(fc.uuid(), { maxLength: 3 }),
    driver: fc.uniqueArray(fc.uuid(), { maxLength: 3 }),
    isTable: fc.boolean(),
  });
  fc.assert(
    fc.property(state, (one) => {
      expect(readAnalyticsState(writeAnalyticsState(one))).toEqual(one);
    }),
  );
});

it.each(['', 'period=next-decade', 'period=2026-11-15..2026-11-01', 'period=1990-01-01..2026-01-01', 'driver=me&dispatcher=,'])(
  '"%s" opens the last four weeks of everyone',
  (search) => {
    expect(readAnalyticsState(new URLSearchParams(search))).toEqual({
      period: '4-weeks',
      isCompared: true,
      dispatcher: [],
      driver: [],
      isTable: false,
    });
  },
);

it('the usual view has no parameters', () => {
  expect(writeAnalyticsState(readAnalyticsState(new URLSearchParams())).toString()).toBe('');
});
