import type { LoadRow } from '@headhaul/contracts/loads/record';
import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { loadRow } from '../../../testing/load-rows.ts';
import type { LoadList, LoadQuery } from '../load-query.ts';
import { movedRow, tonuRow } from '../status/moves.ts';
import { compareRows, dropRow, findRow, matches, preview, putRow, rowsOf } from './cached-lists.ts';

const now = Date.parse('2026-11-12T16:42:00Z');
const byPickup: LoadQuery = { sort: 'PICKUP', order: 'asc' };

function listOf(rows: LoadRow[], pageSize: number, hasMore = false): LoadList {
  const pages = Array.from({ length: Math.max(Math.ceil(rows.length / pageSize), 1) }, (_, index) => ({
    loads: rows.slice(index * pageSize, (index + 1) * pageSize),
    nextCursor: 'next' as string | null,
  }));
  const last = pages.at(-1);
  if (last && !hasMore) last.nextCursor = null;
  return { pages, pageParams: pages.map(() => null) };
}

const hour = (n: number) => new Date(Date.parse('2026-11-13T00:00:00Z') + n * 3_600_000).toISOString();
const anyRows = fc
  .uniqueArray(fc.tuple(fc.integer({ min: 1, max: 60 }), fc.integer({ min: 0, max: 40 })), { selector: ([n]) => n, maxLength: 30 })
  .map((pairs) => pairs.map(([n, at]) => loadRow({ n, pickupAt: hour(at), grossCents: at * 100 })));

describe('a list in the cache', () => {
  it('has a changed load exactly once, in the server’s order, wherever it was before', () => {
    const sorts = fc.record<LoadQuery>({ sort: fc.constantFrom('PICKUP', 'GROSS'), order: fc.constantFrom('asc', 'desc') });
    fc.assert(
      fc.property(
        anyRows,
        sorts,
        fc.integer({ min: 1, max: 7 }),
        fc.integer({ min: 1, max: 60 }),
        fc.integer({ min: 0, max: 40 }),
        (rows, query, size, n, at) => {
          const sorted = rows.toSorted(compareRows(query));
          const changed = loadRow({ n, pickupAt: hour(at), grossCents: at * 100 });
          const after = rowsOf(putRow(listOf(sorted, size), changed, query, now));
          const expected = [...rows.filter(({ id }) => id !== changed.id), changed].sort(compareRows(query));
          expect(after.map(({ id }) => id)).toEqual(expected.map(({ id }) => id));
          expect(findRow(putRow(listOf(sorted, size), changed, query, now), changed.id)).toBe(changed);
        },
      ),
    );
  });

  it('leaves a load to its own page when that has not come yet', () => {
    const list = listOf([loadRow({ n: 1, pickupAt: hour(1) })], 10, true);
    expect(rowsOf(putRow(list, loadRow({ n: 2, pickupAt: hour(9) }), byPickup, now))).toHaveLength(1);
    expect(rowsOf(putRow(list, loadRow({ n: 2, pickupAt: hour(0) }), byPickup, now)).map(({ loadNumber }) => loadNumber)).toEqual([
      '1002',
      '1001',
    ]);
  });

  it('loses a load that no longer belongs to it', () => {
    const list = listOf([loadRow({ n: 1 }), loadRow({ n: 2 })], 10);
    const query: LoadQuery = { ...byPickup, status: ['BOOKED'] };
    const after = putRow(list, loadRow({ n: 2, status: 'DELIVERED' }), query, now);
    expect(rowsOf(after).map(({ loadNumber }) => loadNumber)).toEqual(['1001']);
    expect(dropRow(after, loadRow({ n: 2 }).id)).toBe(after);
  });

  it('keeps what only the server can judge where it is, and lets nothing new in', () => {
    const query: LoadQuery = { ...byPickup, search: 'PO 4477' };
    const list = listOf([loadRow({ n: 1 })], 10);
    expect(rowsOf(putRow(list, loadRow({ n: 1, grossCents: 5 }), query, now))[0]?.grossCents).toBe(5);
    expect(rowsOf(putRow(list, loadRow({ n: 2 }), query, now))).toHaveLength(1);
  });

  it('keeps a load that is newer than the one that came', () => {
    const newer = loadRow({ n: 1, version: 3, grossCents: 3 });
    const list = listOf([newer], 10);
    expect(putRow(list, loadRow({ n: 1, version: 2, grossCents: 2 }), byPickup, now)).toBe(list);
    expect(putRow(list, loadRow({ n: 1, version: 2, status: 'PAID' }), { ...byPickup, status: ['BOOKED'] }, now)).toBe(list);
    expect(rowsOf(putRow(list, loadRow({ n: 1, version: 3, grossCents: 4 }), byPickup, now))[0]?.grossCents).toBe(4);
  });

  it('shares every page that has not changed', () => {
    const list = listOf([loadRow({ n: 1, pickupAt: hour(1) }), loadRow({ n: 2, pickupAt: hour(2) })], 1);
    const after = putRow(list, loadRow({ n: 2, pickupAt: hour(2), grossCents: 7 }), byPickup, now);
    expect(after.pages[0]).toBe(list.pages[0]);
    expect(after.pages[1]).not.toBe(list.pages[1]);
  });
});

describe('whether a load belongs to a list', () => {
  it.each<[string, LoadQuery, Partial<LoadRow>, boolean | null]>([
    ['its status', { status: ['BOOKED'] }, {}, true],
    ['another status', { status: ['PAID'] }, {}, false],
    ['no driver wanted, one there', { withoutDriver: 'true' }, {}, false],
    ['no driver wanted, none there', { withoutDriver: 'true' }, { driverId: null }, true],
    ['a driver wanted, any', { withoutDriver: 'false' }, { driverId: null }, false],
    [
      'the driver as second',
      { driverId: ['0190c000-0000-7000-8000-000000000002'] },
      { coDriverId: '0190c000-0000-7000-8000-000000000002' },
      true,
    ],
    ['a driver wanted, none there', { driverId: ['0190c000-0000-7000-8000-000000000001'] }, { driverId: null }, false],
    ['the lane', { originState: ['TX'], destinationState: ['CO'] }, {}, true],
    ['the lane turned round', { originState: ['CO'] }, {}, false],
    ['the tag', { tag: 'hot' }, { tags: ['hot'] }, true],
    ['the bin', { deleted: 'true' }, {}, false],
    ['in the bin', {}, { deletedAt: '2026-11-12T10:00:00Z' }, false],
    ['what needs somebody', { needsAttention: 'true' }, { hasRc: false }, true],
    ['what needs nobody', { needsAttention: 'true' }, {}, false],
    ['its pickup day', { from: '2026-11-13', to: '2026-11-13' }, {}, true],
    ['another day', { from: '2026-11-14' }, {}, false],
    ['the day it was picked up, later than agreed', { from: '2026-11-14' }, { pickupDay: '2026-11-14' }, true],
    ['words', { search: 'dallas' }, {}, null],
    ['the booking day', { dateBy: 'BOOKING', from: '2026-11-11' }, { bookedDay: '2026-11-11' }, true],
    ['a day before the booking', { dateBy: 'BOOKING', to: '2026-11-10' }, { bookedDay: '2026-11-11' }, false],
    ['whatever it needs', { needsAttention: 'false' }, { hasRc: false }, true],
    ['the week it is on the road', { onRoadFrom: '2026-11-09', onRoadTo: '2026-11-15' }, {}, true],
  ])('%s', (_name, query, change, expected) => {
    expect(matches(loadRow(change), query, now)).toBe(expected);
  });
});

describe('what is shown until the server has answered', () => {
  it('is what of the loads on screen fits the new question, in its order', () => {
    const rows = [
      loadRow({ n: 1, grossCents: 100 }),
      loadRow({ n: 2, grossCents: 300, brokerName: 'Palmetto Crown' }),
      loadRow({ n: 3, grossCents: 200, status: 'PAID' }),
    ];
    const numbers = (query: LoadQuery) => preview(rows, query, now)?.map(({ loadNumber }) => loadNumber);
    expect(numbers({ sort: 'GROSS', order: 'desc' })).toEqual(['1002', '1003', '1001']);
    expect(numbers({ status: ['BOOKED'] })).toEqual(['1001', '1002']);
    expect(numbers({ search: 'pal dal' })).toEqual(['1002']);
    expect(numbers({ search: 'allas' })).toBeUndefined();
    expect(numbers({ search: 'PAL (' })).toBeUndefined();
  });

  it('is made of two hundred loads at most, and of no more than can be read before the next frame', () => {
    const read = new Set<number>();
    const rows = Array.from({ length: 10_000 }, (_, n) => ({
      ...loadRow({ n }),
      get loadNumber() {
        read.add(n);
        return String(n);
      },
    }));
    expect(preview(rows, {}, now)).toHaveLength(200);
    read.clear();
    // The third reading of this clock is past the 5 ms that a preview may take.
    const clock = vi.spyOn(performance, 'now').mockReturnValueOnce(0).mockReturnValueOnce(5).mockReturnValue(5.1);
    const found = preview(rows, { search: 'nobody has this' }, now);
    clock.mockRestore();
    expect(found).toBeNull();
    expect(read.size).toBeGreaterThan(0);
    expect(read.size).toBeLessThan(600);
  });
});

describe('a move before the server has answered', () => {
  const at = '2026-11-12T16:42:00Z';
  it('keeps where a problem came from, and forgets it after', () => {
    const problem = movedRow(loadRow({ status: 'IN_TRANSIT' }), { newStatus: 'PROBLEM', reason: 'Refused' }, at);
    expect(problem).toMatchObject({ status: 'PROBLEM', statusBeforeProblem: 'IN_TRANSIT', problemReason: 'Refused', statusChangedAt: at });
    expect(movedRow(problem, { newStatus: 'IN_TRANSIT' }, at)).toMatchObject({ statusBeforeProblem: null, problemReason: null });
  });

  it('starts the clock at a dock and stops it on leaving', () => {
    const atDock = movedRow(loadRow({ status: 'DISPATCHED' }), { newStatus: 'AT_PICKUP' }, at);
    expect(atDock.dockArrivedAt).toBe(at);
    expect(movedRow(atDock, { newStatus: 'IN_TRANSIT' }, at).dockArrivedAt).toBeNull();
  });

  it('a TONU has its own rate and no loaded miles', () => {
    expect(tonuRow(loadRow(), { newRate: 25_000, newRc: null }, at)).toMatchObject({
      status: 'TONU',
      grossCents: 25_000,
      linehaulCents: 25_000,
      loadedMiles: 0,
      rc: 'LFP-88213',
    });
  });
});
