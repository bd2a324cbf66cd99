import { describe, expect, it } from 'vitest';
import { loadRow } from '../../../../testing/load-rows.ts';
import { groupRows, isLoad, linesOf } from './groups.ts';

const now = Date.parse('2026-11-12T16:42:00Z');
const rows = [
  loadRow({ n: 1, status: 'DELIVERED', hasPod: true }),
  loadRow({ n: 2, driverId: 'b', driverName: 'Rosa Delgado' }),
  loadRow({ n: 3, status: 'IN_TRANSIT' }),
  loadRow({ n: 4, hasRc: false, driverId: null, driverName: null }),
  loadRow({ n: 5, status: 'PROBLEM', problemReason: 'Refused' }),
  loadRow({ n: 6, status: 'PAID' }),
];
const names = (grouping: 'next' | 'driver' | 'status') =>
  groupRows(rows, grouping, now).map(({ name, rows: some }) => [name, some.map(({ loadNumber }) => loadNumber)]);

describe('groups of a list', () => {
  it('by what is next: what needs somebody first', () => {
    expect(names('next')).toEqual([
      ['Needs attention', ['1004', '1005']],
      ['Rolling', ['1003']],
      ['Next up', ['1002']],
      ['Delivered, awaiting docs', ['1001']],
      ['Settled', ['1006']],
    ]);
  });

  it('by driver: first what has none, then by name', () => {
    expect(names('driver')).toEqual([
      ['Without a driver', ['1004']],
      ['Marcus Bell', ['1001', '1003', '1005', '1006']],
      ['Rosa Delgado', ['1002']],
    ]);
  });

  it('by status: along the way of a load', () => {
    expect(names('status').map(([name]) => name)).toEqual(['Booked', 'In transit', 'Problem', 'Delivered', 'Paid']);
  });

  it('a closed group keeps its head and its count, and its loads are not walked', () => {
    const lines = linesOf(groupRows(rows, 'next', now), new Set(['NEEDS_ATTENTION']));
    expect(lines[0]).toMatchObject({ kind: 'group', name: 'Needs attention', count: 2, isOpen: false });
    expect(lines.filter(isLoad).map(({ loadNumber }) => loadNumber)).toEqual(['1003', '1002', '1001', '1006']);
  });
});
