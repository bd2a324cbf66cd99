import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type OrderedStop, stopsOutOfOrder } from './stop-order.ts';

const at = (kind: OrderedStop['kind'], hour: number, hours = 0): OrderedStop => ({
  kind,
  startsAt: new Date(Date.UTC(2026, 10, 15, hour)).toISOString(),
  endsAt: new Date(Date.UTC(2026, 10, 15, hour + hours)).toISOString(),
});
const messages = (...stops: (OrderedStop | null)[]) => stopsOutOfOrder(stops).map(({ index, message }) => `${index}: ${message}`);

describe('stops out of order', () => {
  it.each<[string, (OrderedStop | null)[], string[]]>([
    ['none in a day that goes on', [at('PICKUP', 8), at('DELIVERY', 14), at('DELIVERY', 20)], []],
    ['a delivery before its pickup', [at('PICKUP', 8), at('DELIVERY', 6)], ['1: The delivery is before the pickup']],
    [
      'a second delivery before the first',
      [at('PICKUP', 8), at('DELIVERY', 20), at('DELIVERY', 14)],
      ['2: This delivery is before the delivery above it'],
    ],
    [
      'a second pickup before the first',
      [at('PICKUP', 8), at('PICKUP', 6), at('DELIVERY', 20)],
      ['1: This pickup is before the pickup above it'],
    ],
    [
      'a pickup before the delivery above it',
      [at('PICKUP', 8), at('DELIVERY', 14), at('PICKUP', 10), at('DELIVERY', 20)],
      ['2: The pickup is before the delivery above it'],
    ],
    ['windows that overlap', [at('PICKUP', 8, 12), at('DELIVERY', 0, 24), at('DELIVERY', 20)], []],
    ['a stop without a time', [at('PICKUP', 8), null, at('DELIVERY', 6)], ['2: The delivery is before the pickup']],
  ])('%s', (_, stops, said) => {
    expect(messages(...stops)).toEqual(said);
  });

  it('are none where every stop begins after the last ended, and never the first', () => {
    const kind = fc.constantFrom('PICKUP' as const, 'DELIVERY' as const);
    fc.assert(
      fc.property(fc.array(fc.record({ kind, hour: fc.integer({ min: 0, max: 99 }), hours: fc.nat(9) }), { maxLength: 8 }), (times) => {
        const stops = times.map(({ kind: one, hour, hours }) => at(one, hour, hours));
        expect(stopsOutOfOrder(stops).every(({ index }) => index > 0)).toBe(true);
        const sorted = stops.toSorted((a, b) => Date.parse(a.startsAt) - Date.parse(b.startsAt));
        expect(stopsOutOfOrder(sorted)).toEqual([]);
      }),
    );
  });
});
