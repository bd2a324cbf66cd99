import { readEmptyNear } from '@headhaul/domain/fit/read-empty-near';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isNearView, nearQuery, readNearSearch, toNearSearch, writeNearSearch } from './query.ts';

const read = (text: string) => readNearSearch(new URLSearchParams(text));

describe('the address of "Empty near"', () => {
  it('reads what it writes', () => {
    const search = { place: 'Dallas, TX', radiusMiles: 150, equipment: 'REEFER' as const, by: '2026-11-17T14:00:00.000Z' };
    expect(readNearSearch(writeNearSearch(search))).toEqual(search);
    expect(isNearView(writeNearSearch(search))).toBe(true);
    expect(writeNearSearch(read('near=Dallas, TX&within=100')).toString()).toBe('view=near&near=Dallas%2C+TX');
  });

  it('has the usual value for what makes no sense', () => {
    expect(read('near=%20&within=-4&trailer=SLED&by=soon')).toEqual({ place: null, radiusMiles: 100, equipment: null, by: null });
    expect(read('near=75201&within=99999').radiusMiles).toBe(1_000);
    fc.assert(
      fc.property(fc.string(), fc.string(), (within, by) => {
        const { radiusMiles } = readNearSearch(new URLSearchParams({ within, by }));
        expect(radiusMiles).toBeGreaterThanOrEqual(5);
        expect(radiusMiles).toBeLessThanOrEqual(1_000);
      }),
    );
  });

  it('asks nobody without a place', () => {
    expect(nearQuery(read(''))).toBeNull();
    expect(nearQuery(read('near=Dallas'))).toEqual({ query: { place: 'Dallas', radiusMiles: 100 } });
  });

  it('comes from typed words', () => {
    const nowMs = Date.parse('2026-11-16T16:42:13Z');
    const words = readEmptyNear('empty near dallas 2 van by tue 8a', nowMs, 'America/Chicago');
    if (words === null) throw new Error('not read');
    expect(toNearSearch(words)).toEqual({ place: 'dallas', radiusMiles: 5, equipment: 'DRY_VAN', by: '2026-11-17T14:00:00.000Z' });
  });
});
