import { type ColumnMapping, ImportColumn, importColumns } from '@headhaul/contracts/data-transfer';
import { stateNames } from '@headhaul/contracts/places';
import { equipmentLabels, equipmentTypes, stateCodes } from '@headhaul/domain/equipment';
import { loadStatuses, loadStatusLabels } from '@headhaul/domain/loads/status';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readCents, readDay } from '../../lib/tables/cell-values.ts';
import { missingColumns, suggestMapping } from './import-columns.ts';
import { driverKey, readRow, writeProblems } from './import-row.ts';
import { readEquipment, readPlace, readState, readStatus, readTimes, readWhole } from './import-values.ts';

describe('a cell', () => {
  it.each([
    ['2500', 250_000],
    ['$2,500.00', 250_000],
    ['$ 1,234,567.89', 123_456_789],
    ['.5', 50],
    ['2500.5 USD', 250_050],
    ['833.333333', 83_333],
    ['0', 0],
    ['-5', undefined],
    ['(250)', undefined],
    ['2.500,00', undefined],
    ['12,34', undefined],
    ['$', undefined],
    ['two', undefined],
  ])('%s is so many cents', (text, cents) => {
    expect(readCents(text)).toBe(cents);
  });

  it.each([
    ['42,000 lbs', 42_000],
    ['812.4 mi', 812],
    ['1204', 1_204],
    ['-1', undefined],
    ['12 kg', undefined],
  ])('%s is so many', (text, whole) => {
    expect(readWhole(text)).toBe(whole);
  });

  it.each([
    ['2026-11-15', '2026-11-15', ''],
    ['2026-11-15T08:30:00', '2026-11-15', '08:30:00'],
    ['11/15/2026', '2026-11-15', ''],
    ['11/5/26 8:00 AM', '2026-11-05', '8:00 AM'],
    ['1-2-2026', '2026-01-02', ''],
    ['Nov 15, 2026', '2026-11-15', ''],
    ['Sunday, November 15th 2026 08:00', '2026-11-15', '08:00'],
    ['15-Nov-26', '2026-11-15', ''],
    ['15 Sept 2026', '2026-09-15', ''],
  ])('%s is the day %s', (text, day, rest) => {
    expect(readDay(text)).toEqual({ day, rest });
  });

  it.each(['', '15/11/2026', '02/30/2026', '11/15', '46341', '2026-13-01', '11/15/1926', 'tomorrow', '11/15/20267'])(
    '%s is no day',
    (text) => {
      expect(readDay(text)).toBeUndefined();
    },
  );

  it.each([
    ['08:00', '08:00', null],
    ['8:05 am', '08:05', null],
    ['12 AM', '00:00', null],
    ['12:30p', '12:30', null],
    ['1430', '14:30', null],
    ['08:00:00', '08:00', null],
    ['08:00 - 14:00', '08:00', '14:00'],
    ['8am to 2pm', '08:00', '14:00'],
  ])('%s is the time %s', (text, time, endTime) => {
    expect(readTimes(text)).toEqual({ time, endTime });
  });

  it.each(['8', '25:00', '13 PM', '08:60', 'FCFS', '08:00 - ', '1-2-3'])('%s is no time', (text) => {
    expect(readTimes(text)).toBeUndefined();
  });

  it.each([
    ['Dallas, TX', 'Dallas', 'TX', null],
    ['Dallas TX 75201', 'Dallas', 'TX', '75201'],
    ['Salt Lake City, Utah 84101-1234, USA', 'Salt Lake City', 'UT', '84101'],
    ['Charleston, West Virginia', 'Charleston', 'WV', null],
    ['New York, NY', 'New York', 'NY', null],
    ['12 Dock St, Omaha, NE', 'Omaha', 'NE', null],
    ['Kansas City, MO', 'Kansas City', 'MO', null],
  ])('%s is %s in %s', (text, city, state, zip) => {
    expect(readPlace(text)).toEqual({ city, state, zip });
  });

  it('with a place without a state is none', () => {
    for (const text of ['Dallas', 'TX', 'New York', '75201', 'Dallas, XX', '']) expect(readPlace(text), text).toBeUndefined();
  });

  it('names every state, status and equipment by code and by word', () => {
    for (const code of stateCodes) expect([readState(code.toLowerCase()), readState(stateNames[code])]).toEqual([code, code]);
    for (const status of loadStatuses) expect([readStatus(status), readStatus(loadStatusLabels[status])]).toEqual([status, status]);
    for (const one of equipmentTypes) expect([readEquipment(one), readEquipment(equipmentLabels[one])]).toEqual([one, one]);
    expect([readStatus('Picked up'), readStatus('CANCELED'), readStatus('?')]).toEqual(['IN_TRANSIT', 'CANCELLED', undefined]);
    expect([readEquipment('53’ Van'), readEquipment('R'), readEquipment('boat')]).toEqual(['DRY_VAN', 'REEFER', undefined]);
  });

  it('of any text is read or not, and never fails', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 60 }), (text) => {
        for (const read of [readCents, readDay, readEquipment, readPlace, readState, readStatus, readTimes, readWhole]) read(text);
      }),
    );
  });
});

describe('the guess of the columns', () => {
  it('knows every column of our own export', () => {
    const header = ImportColumn.options.map((column) => importColumns[column].words);
    expect(suggestMapping(header)).toEqual(Object.fromEntries(ImportColumn.options.map((column, at) => [column, at])));
  });

  it('knows what offices write', () => {
    const header = [
      'Load #',
      'Customer',
      'MC#',
      'Origin',
      'PU Date',
      'Destination',
      'Del Date',
      'Gross',
      'Miles',
      'DH',
      'Driver Name',
      'Notes',
    ];
    const mapping = suggestMapping(header);
    expect(mapping).toEqual({
      ...{ loadNumber: 0, brokerName: 1, brokerMc: 2, pickupCity: 3, pickupState: 3, pickupDay: 4, deliveryCity: 5, deliveryState: 5 },
      ...{ deliveryDay: 6, linehaul: 7, loadedMiles: 8, deadheadMiles: 9, driverName: 10 },
    });
    expect(missingColumns(mapping)).toEqual([]);
    expect(missingColumns(suggestMapping(['', 'Load', '???']))).toContain('linehaul');
  });
});

const columns: ImportColumn[] = ['loadNumber', 'status', 'brokerName', 'brokerMc', 'pickupCity', 'pickupState', 'pickupDay', 'pickupTime'];
columns.push('deliveryCity', 'deliveryState', 'deliveryDay', 'linehaul', 'driverName', 'weightLb');
const mapping: ColumnMapping = Object.fromEntries(columns.map((column, at) => [column, at]));
const good = [
  '4411',
  '',
  'Acme Logistics',
  'MC-0123456',
  'Dallas',
  'Texas',
  '11/20/2026',
  '8 AM',
  'Atlanta',
  'GA',
  '11/21/2026',
  '$2,500',
  'Lee, Ann',
  '42000',
];
const facts = {
  today: '2026-11-15',
  drivers: new Map([
    ['ann lee', 'b7f6c1de-0000-4000-8000-000000000001'],
    ['sam two', null],
  ]),
};
const withCell = (column: ImportColumn, text: string) => good.map((cell, at) => (at === mapping[column] ? text : cell));
const problemsOf = (cells: string[], by: ColumnMapping = mapping) => {
  const read = readRow(cells, by, facts);
  return 'problems' in read ? read.problems : [];
};

describe('a row', () => {
  it('is a load', () => {
    const read = readRow(good, mapping, facts);
    expect(read).toMatchObject({
      status: 'BOOKED',
      values: {
        loadNumber: '4411',
        brokerName: 'Acme Logistics',
        brokerMc: '123456',
        board: 'IMPORT',
        linehaulCents: 250_000,
        weightLb: 42_000,
        driverId: facts.drivers.get('ann lee'),
        loadedMiles: null,
        stops: [
          { kind: 'PICKUP', city: 'Dallas', state: 'TX', day: '2026-11-20', time: '08:00' },
          { kind: 'DELIVERY', city: 'Atlanta', state: 'GA', day: '2026-11-21', time: null },
        ],
      },
    });
  });

  /** City and state are in one cell. */
  const together: ColumnMapping = {
    brokerName: 0,
    pickupCity: 1,
    pickupState: 1,
    pickupDay: 2,
    deliveryCity: 3,
    deliveryState: 3,
    deliveryDay: 4,
    linehaul: 5,
  };

  it('says once that a place in one cell cannot be read', () => {
    const cells = ['Acme', 'Nowhere', '2026-11-10', 'Atlanta, GA', '2026-11-11', '900'];
    expect(readRow(cells, together, { today: '2026-11-09', drivers: new Map() })).toEqual({
      problems: [{ column: 'pickupCity', message: 'Write it as Dallas, TX' }],
    });
  });

  it('takes place and time from a cell that holds both', () => {
    const cells = ['Acme', 'Dallas, TX 75201', '2026-11-10T08:30:00', 'Atlanta, GA', '2026-11-11T00:00:00', '900'];
    expect(readRow(cells, together, facts)).toMatchObject({
      // It was to be delivered before today.
      status: 'DELIVERED',
      values: {
        stops: [
          { zip: '75201', time: '08:30' },
          { city: 'Atlanta', zip: null, time: null },
        ],
      },
    });
  });

  it.each([
    ['linehaul', '', 'Rate: This is empty'],
    ['linehaul', 'call me', 'Rate: Write it as 2500.00'],
    ['linehaul', '0', 'Rate: Enter the rate'],
    ['linehaul', '99999999999', expect.stringMatching(/^Rate: /)],
    ['pickupState', 'XX', 'Pickup state: This is no state we know'],
    ['pickupDay', '31/31/2026', 'Pickup date: Write it as 11/15/2026'],
    ['pickupTime', 'noonish', 'Pickup time: Write it as 08:00'],
    ['status', 'lost', 'Status: This is no status we know'],
    ['driverName', 'Nobody', 'Driver: No driver is named Nobody. Add the driver first'],
    ['driverName', 'sam  TWO', 'Driver: Two drivers are called sam  TWO'],
    ['brokerMc', 'abc', 'Broker MC: Digits only, at most 8'],
    ['brokerName', 'x'.repeat(201), expect.stringMatching(/^Broker: /)],
    ['loadNumber', '9'.repeat(41), expect.stringMatching(/^Load number: /)],
    ['weightLb', '900000', expect.stringMatching(/^Weight, lb: /)],
  ] as const)('with a wrong %s (%s) says so', (column, text, problem) => {
    expect(writeProblems(problemsOf(withCell(column, text)))).toEqual(problem);
  });

  it('with 0 miles has none', () => {
    const by = { ...mapping, loadedMiles: good.length, deadheadMiles: good.length + 1 };
    expect(readRow([...good, '0', '0'], by, facts)).toMatchObject({ values: { loadedMiles: null, deadheadMiles: 0 } });
    expect(readRow([...good, '812', '38'], by, facts)).toMatchObject({ values: { loadedMiles: 812, deadheadMiles: 38 } });
  });

  it('that is a draft may have no rate', () => {
    const draft = withCell('linehaul', '').map((cell, at) => (at === mapping.status ? 'Draft' : cell));
    expect(readRow(draft, mapping, facts)).toMatchObject({ status: 'DRAFT', values: { linehaulCents: 0 } });
  });

  it('names everything that is wrong at once, each column once', () => {
    const problems = problemsOf(['', 'lost', '', '', '', '', '', '', '', '', '', '', 'Nobody', 'heavy']);
    const named = problems.map(({ column }) => column);
    expect(new Set(named)).toEqual(new Set(columns.filter((column) => !['loadNumber', 'brokerMc', 'pickupTime'].includes(column))));
    expect(named.length).toBe(new Set(named).size);
  });

  it('of any text gives a load or problems', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'binary', maxLength: 30 }), { maxLength: 20 }), (cells) => {
        const read = readRow(cells, mapping, facts);
        if ('problems' in read) expect(read.problems.length).toBeGreaterThan(0);
      }),
    );
  });

  it('finds drivers however their names are ordered', () => {
    expect(['Ann Lee', 'LEE, Ann', ' ann   lee '].map(driverKey)).toEqual(['ann lee', 'ann lee', 'ann lee']);
  });
});
