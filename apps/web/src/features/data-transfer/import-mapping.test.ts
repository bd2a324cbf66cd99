import { type ColumnMapping, ImportColumn, importColumns } from '@headhaul/contracts/data-transfer';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  alsoReadAs,
  columnGroups,
  fitMapping,
  formatLeft,
  mapColumn,
  missingColumns,
  readColumns,
  samplesOf,
  titleAt,
  unreadTitles,
} from './import-mapping.ts';

const anyMapping = fc.dictionary(fc.constantFrom(...ImportColumn.options), fc.integer({ min: 0, max: 30 })) as fc.Arbitrary<ColumnMapping>;

it('every column the contract knows stands in exactly one group', () => {
  const columns = columnGroups.flatMap((group) => group.columns);
  expect(columns).toHaveLength(ImportColumn.options.length);
  expect(new Set(columns)).toEqual(new Set(ImportColumn.options));
});

describe('saying which column holds what', () => {
  it('changes that one alone, and saying “none” takes it away', () => {
    fc.assert(
      fc.property(anyMapping, fc.constantFrom(...ImportColumn.options), fc.integer({ min: 0, max: 30 }), (mapping, column, at) => {
        const changed = mapColumn(mapping, column, at);
        expect(changed).toEqual({ ...mapping, [column]: at });
        expect(mapColumn(changed, column, null)).toEqual(mapColumn(mapping, column, null));
        expect(column in mapColumn(changed, column, null)).toBe(false);
      }),
    );
  });

  it('leaves missing what is required and not said; what is read and what is missing never meet', () => {
    fc.assert(
      fc.property(anyMapping, (mapping) => {
        const [read, missing] = [readColumns(mapping).flatMap(({ covers }) => covers), missingColumns(mapping)];
        expect(read).toHaveLength(Object.keys(mapping).length);
        expect(new Set<string>(read)).toEqual(new Set(Object.keys(mapping)));
        expect(missing.every((column) => importColumns[column].required && !read.includes(column))).toBe(true);
      }),
    );
    expect(
      formatLeft(missingColumns({ brokerName: 0, pickupState: 1, deliveryCity: 2, deliveryState: 2, deliveryDay: 3, pickupDay: 4 })),
    ).toBe('2 things left: pickup city, rate');
  });
});

it('a column read twice is told, unless it holds a place or a day with its time', () => {
  expect(alsoReadAs({ pickupCity: 4, pickupState: 4, rc: 4 }, 'pickupCity')).toEqual(['rc']);
  expect(alsoReadAs({ pickupDay: 1, pickupTime: 1 }, 'pickupTime')).toEqual([]);
  expect(alsoReadAs({ linehaul: 1, driverPay: 1 }, 'linehaul')).toEqual(['driverPay']);
  expect(alsoReadAs({}, 'linehaul')).toEqual([]);
});

it('a place in one cell is shown once, for all that read it', () => {
  expect(readColumns({ pickupCity: 4, pickupState: 4, pickupZip: 5, rc: 4 })).toEqual([
    { column: 'rc', covers: ['rc'] },
    { column: 'pickupCity', covers: ['pickupCity', 'pickupState'] },
    { column: 'pickupZip', covers: ['pickupZip'] },
  ]);
});

it('names what nothing reads, and columns without a title by their place', () => {
  expect(unreadTitles(['Broker', 'Color', '', 'Notes'], { brokerName: 0 })).toEqual(['Color', 'Notes']);
  expect([titleAt(['Broker', ''], 0), titleAt(['Broker', ''], 1)]).toEqual(['Broker', 'Column 2']);
});

it('shows a few different values of a column', () => {
  const rows = ['WI', '', 'WI', 'TX', 'CA', 'GA'].map((cell) => ({ cells: [cell] }));
  expect(samplesOf(rows, 0)).toEqual(['WI', 'TX', 'CA']);
  expect([samplesOf(rows, 7), samplesOf(rows, undefined)]).toEqual([[], []]);
});

it('takes up a kept choice only where it fits the file', () => {
  expect(fitMapping({ brokerName: 1 }, ['Load', 'Broker'])).toEqual({ brokerName: 1 });
  expect(fitMapping({ brokerName: 2 }, ['Load', 'Broker'])).toBeNull();
  expect(fitMapping({ nobody: 1 }, ['Load', 'Broker'])).toBeNull();
  expect(fitMapping(null, [])).toBeNull();
});
