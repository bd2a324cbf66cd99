import type { LoadFee } from '@headhaul/contracts/loads/fees';
import type { LoadEvent, Stop } from '@headhaul/contracts/loads/record';
import { cutCents, factoringCents, grossCents, sumFees } from '@headhaul/domain/loads/money';
import { writePolyline } from '@headhaul/domain/roads/polyline';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sampleStop } from '../../../testing/office-samples.ts';
import { formatHistory, historySource } from './history/history.ts';
import { claimLetter } from './money/claim.ts';
import { loadFigures, moneyLines } from './money/ledger.ts';
import { routeOf } from './route.ts';
import { detentionClaims, stopViews, usualTerms } from './stops/stops.ts';
import { readStopTimes, writeStopTimes } from './stops/times.ts';

const chicago = 'America/Chicago';
const now = Date.parse('2026-11-12T16:42:00Z');

function stop(part: Partial<Stop>): Stop {
  return sampleStop({ facility: 'Menomonee Valley Warehouse', lat: 43.04, lng: -87.91, ...part });
}

const delivery = stop({
  id: '0190a000-0000-7000-8000-000000000002',
  kind: 'DELIVERY',
  city: 'Conley',
  state: 'GA',
  lat: 33.64,
  lng: -84.33,
  schedule: 'FCFS',
  day: '2026-11-12',
  time: '14:00',
  endTime: '18:00',
  timeZone: 'America/New_York',
  lumperNeeded: true,
});
const pickedUp = stop({ status: 'COMPLETED', arrivedAt: '2026-11-11T13:42:00Z', departedAt: '2026-11-11T17:31:00Z' });

const fee = (part: Partial<LoadFee>): LoadFee => ({
  id: crypto.randomUUID(),
  type: 'DETENTION',
  brokerAmountCents: 7_500,
  driverAmountCents: 5_000,
  reason: '1.5 h × $50',
  status: 'PENDING',
  documentId: null,
  ...part,
});

type Money = Parameters<typeof loadFigures>[0];

function money(part: Partial<Money>): Money {
  const load: Money = {
    status: 'IN_TRANSIT',
    linehaulCents: 235_000,
    fuelSurchargeCents: 0,
    billableFeesCents: 0,
    statusBeforeProblem: null,
    driverPayCents: 55_250,
    countedPayCents: part.driverPayCents ?? 55_250,
    grossCents: 0,
    cutCents: 0,
    rc: 'LFP-88213',
    original: null,
    fees: [],
    factoringStatus: 'NOT_FACTORED',
    countedFeeBps: 0,
    loadedMiles: 812,
    deadheadMiles: 38,
    milesSource: 'ENTERED',
    ...part,
  };
  const fees = sumFees(load.fees);
  const gross = grossCents({ ...load, billableFeesCents: fees.billableCents });
  const { countedPayCents: driverPayCents, countedFeeBps: factoringFeeBps } = load;
  const factoring = factoringCents({ ...load, factoringFeeBps, grossCents: gross, earlyPayCents: fees.earlyPayCents });
  const costs = { driverPayCents: driverPayCents ?? 0, feeCostCents: fees.costCents, factoringCents: factoring };
  const cut = cutCents({ ...load, ...costs, grossCents: gross });
  return {
    ...load,
    billableFeesCents: fees.billableCents,
    grossCents: gross,
    cutCents: driverPayCents === null || part.cutCents === null ? null : cut,
  };
}

describe('moneyLines', () => {
  it('is the ledger as drawn', () => {
    const lumper = fee({ type: 'LUMPER', brokerAmountCents: 18_000, driverAmountCents: 18_000, reason: '', status: 'APPROVED' });
    const load = money({ fees: [fee({}), lumper], factoringStatus: 'APPROVED', countedFeeBps: 250 });
    expect(moneyLines(load).map(({ name, note, amounts, isTotal }) => [name, note, ...amounts, isTotal ?? false])).toEqual([
      ['Linehaul', 'RC LFP-88213', '$2,350', '$552.50', false],
      ['Detention', '1.5 h × $50', '$75', '$50', false],
      ['Gross', undefined, '$2,425', '$602.50', true],
      ['Lumper', 'passes through', '$180', '$180', false],
      ['Factoring', '2.5% of gross', '−$60.63', null, false],
      ['Your cut', 'gross − driver − factoring', '$1,761.87', null, true],
    ]);
  });

  it('shows what was refused, kept back or came early without adding it', () => {
    const fees = [
      fee({ status: 'DENIED' }),
      fee({ type: 'LATE_FEE', brokerAmountCents: 10_000, driverAmountCents: 0, reason: '' }),
      fee({ type: 'ADVANCE', brokerAmountCents: 30_000, driverAmountCents: 0, reason: '' }),
    ];
    expect(moneyLines(money({ fees, rc: 'RC-1' })).map(({ name, note, amounts }) => [name, note, ...amounts])).toEqual([
      ['Linehaul', 'RC-1', '$2,350', '$552.50'],
      ['Detention', '$75 asked', '$0', null],
      ['Gross', undefined, '$2,350', '$552.50'],
      ['Late fee', undefined, '−$100', null],
      ['Advance', '$300 came early, changes no total', null, null],
      ['Your cut', 'gross − driver − deductions', '$1,697.50', null],
    ]);
  });

  it('counts pay by terms where none was saved, and says what the cut waits for', () => {
    const last = (part: Partial<Money>) => {
      const line = moneyLines(money({ driverPayCents: 0, ...part })).at(-1);
      return [line?.note, line?.amounts[0]];
    };
    expect(last({ countedPayCents: 60_000 })).toEqual(['gross − driver by terms', '$1,750']);
    expect(moneyLines(money({ driverPayCents: 0, countedPayCents: 60_000 }))[0]?.amounts[1]).toBe('$600');
    expect(last({ countedPayCents: null })).toEqual(['Before driver pay', '–']);
    expect(last({ countedPayCents: 60_000, cutCents: null })).toEqual(['Factor fee not known', '–']);
    expect(last({ countedPayCents: 60_000, linehaulCents: 0, cutCents: null })).toEqual(['Rate not known', '–']);
    const detention = fee({ type: 'DETENTION', brokerAmountCents: 10_000, driverAmountCents: 5_000, status: 'APPROVED', reason: '' });
    const gross = moneyLines(money({ driverPayCents: 0, countedPayCents: null, fees: [detention] })).find(({ key }) => key === 'gross');
    expect(gross?.amounts[1]).toBeNull();
  });

  it('shows what a draft would bring, that a cancelled load comes to nothing, and what a rate was before', () => {
    const linesOf = (part: Partial<Money>) => moneyLines({ ...money(part), cutCents: part.linehaulCents === 0 ? null : 180_000 });
    const draft = { status: 'DRAFT', factoringStatus: 'PENDING', countedFeeBps: 200, fuelSurchargeCents: 15_000 } as const;
    expect(linesOf(draft).map(({ name, note, amounts }) => [name, note, ...amounts])).toEqual([
      ['Linehaul', 'RC LFP-88213', '$2,350', '$552.50'],
      ['Fuel surcharge', undefined, '$150', null],
      ['Gross', 'counts when it is booked', '$2,500', '$552.50'],
      ['Factoring', '2% of gross', '−$50', null],
      ['Your cut', 'gross − driver − factoring', '$1,800', null],
    ]);
    const open = linesOf({ status: 'DRAFT', linehaulCents: 0 });
    expect(open.map(({ name, note, amounts }) => [name, note, amounts[0]])).toEqual([
      ['Linehaul', 'RC LFP-88213', '–'],
      ['Gross', 'counts when it is booked', '–'],
      ['Your cut', 'Rate not known', '–'],
    ]);
    const cancelled = moneyLines(money({ status: 'CANCELLED' })).find(({ key }) => key === 'gross');
    expect([cancelled?.note, cancelled?.amounts[0]]).toEqual(['counts as zero', '$0']);
    const original = { linehaulCents: 225_000, fuelSurchargeCents: 0, rc: null, loadedMiles: 812 };
    expect(moneyLines(money({ original }))[0]?.note).toBe('RC LFP-88213, was $2,250');
  });

  const cents = fc.integer({ min: 0, max: 500_000 });
  const someFee = fc.record({
    type: fc.constantFrom('DETENTION', 'LUMPER', 'LATE_FEE', 'LAYOVER', 'QUICK_PAY_FEE'),
    brokerAmountCents: cents,
    driverAmountCents: cents,
    status: fc.constantFrom('PENDING', 'APPROVED', 'DENIED'),
  }) as fc.Arbitrary<Partial<LoadFee>>;

  it('adds up: the lines over a total make it, as on paper', () => {
    const read = (text: string | null) => (text === null ? 0 : Math.round(Number(text.replace('−', '-').replace(/[$,]/g, '')) * 100));
    fc.assert(
      fc.property(
        cents,
        cents,
        cents,
        fc.array(someFee, { maxLength: 6 }),
        fc.integer({ min: 0, max: 500 }),
        (line, extra, pay, fees, bps) => {
          const load = money({
            linehaulCents: line,
            fuelSurchargeCents: extra,
            driverPayCents: pay,
            fees: fees.map(fee),
            factoringStatus: 'PENDING',
            countedFeeBps: bps,
          });
          const lines = moneyLines(load);
          const grossAt = lines.findIndex(({ key }) => key === 'gross');
          const sum = (some: typeof lines, column: 0 | 1) => some.reduce((all, { amounts }) => all + read(amounts[column]), 0);
          const above = lines.slice(0, grossAt);
          const between = lines.slice(grossAt + 1, -1);
          expect(sum(above, 0)).toBe(load.grossCents);
          expect(sum(above, 1)).toBe(read(lines[grossAt]?.amounts[1] ?? null));
          expect(load.grossCents - sum(above, 1) + sum(between, 0) - sum(between, 1)).toBe(load.cutCents);
        },
      ),
    );
  });
});

it('figures say what they are of, and that miles are estimated', () => {
  expect(loadFigures(money({ fees: [fee({})] }))).toEqual([
    { label: 'Gross', value: '$2,425', basis: '$2,350 + $75 fees' },
    { label: 'RPM, all miles', value: '$2.85', basis: '850 mi' },
    { label: 'RPM, loaded', value: '$2.99', basis: '812 mi' },
    { label: 'Your cut', value: '$1,822.50', basis: '75.2% of gross' },
  ]);
  expect(loadFigures(money({ milesSource: 'ESTIMATE' }))[1]?.basis).toBe('850 mi estimated');
  const unknown = loadFigures(money({ milesSource: 'ESTIMATE', loadedMiles: 0 })).slice(1, 3);
  expect(unknown.map(({ value, basis }) => [value, basis])).toEqual([
    ['–', 'Loaded miles not known'],
    ['–', 'Loaded miles not known'],
  ]);
  expect(loadFigures(money({ status: 'DRAFT' })).map(({ value }) => value)).toEqual(['$2,350', '$2.76', '$2.89', '$0']);
  const open = loadFigures({ ...money({ status: 'DRAFT', linehaulCents: 0 }), cutCents: null });
  expect(open.map(({ value, basis }) => [value, basis])).toEqual([
    ['–', 'Rate not known'],
    ['–', '850 mi'],
    ['–', '812 mi'],
    ['–', 'Rate not known'],
  ]);
  expect(loadFigures(money({ status: 'CANCELLED' }))[3]).toEqual({ label: 'Your cut', value: '$0' });
});

it('nobody’s cut is told before the driver’s pay is agreed', () => {
  const open = money({ driverPayCents: 0, countedPayCents: null });
  expect(loadFigures(open)[3]).toEqual({ label: 'Your cut', value: '–', basis: 'Before driver pay' });
  expect(moneyLines(open).at(-1)).toMatchObject({ name: 'Your cut', note: 'Before driver pay', amounts: ['–', null] });
});

describe('stopViews', () => {
  it('tells what is done, what lies ahead, and what waiting costs', () => {
    const [first, last] = stopViews({ stops: [pickedUp, delivery], status: 'IN_TRANSIT' }, usualTerms, now);
    expect(first).toMatchObject({
      state: 'done',
      title: 'Pickup, Milwaukee, WI',
      schedule: 'Appt Wed Nov 11, 08:00 CST',
      times: 'In 07:42, out 11:31 CST',
      fact: { tone: 'need', words: 'Detention 1 h 31 min over free time' },
    });
    expect(last).toMatchObject({
      state: 'ahead',
      title: 'Delivery, Conley, GA',
      schedule: 'FCFS today, 14:00 to 18:00 EST',
      times: null,
      handling: 'Lumper needed, live unload',
      fact: null,
    });
  });

  it('counts the free time down while the truck stands there, and lateness while it doesn’t', () => {
    const there = stop({ day: '2026-11-12', time: '10:00', arrivedAt: '2026-11-12T15:50:00Z', status: 'ARRIVED' });
    expect(stopViews({ stops: [there], status: 'AT_PICKUP' }, usualTerms, now)[0]).toMatchObject({
      state: 'now',
      fact: { tone: 'plain', words: '1 h 18 min of free time left' },
    });
    const late = stop({ day: '2026-11-12', time: '10:00' });
    expect(stopViews({ stops: [late], status: 'DISPATCHED' }, usualTerms, now)[0]?.fact).toEqual({
      tone: 'bad',
      words: '42 min after its time',
    });
    expect(stopViews({ stops: [late], status: 'BOOKED' }, usualTerms, now)[0]?.fact).toBeNull();
  });

  it('says the day when the truck came on another one', () => {
    const early = stop({ arrivedAt: '2026-11-11T04:00:00Z' });
    expect(stopViews({ stops: [early], status: 'AT_PICKUP' }, usualTerms, now)[0]?.times).toBe('In Tue Nov 10 22:00 CST');
  });
});

describe('detentionClaims', () => {
  it('works the sum out in full quarters by the broker’s rate', () => {
    const [claim] = detentionClaims({ stops: [pickedUp, delivery] }, { freeMinutes: 120, perHourCents: 5_000 }, now);
    expect(claim).toMatchObject({
      minutesOver: 91,
      paidMinutes: 90,
      amountCents: 7_500,
      short: '1.5 h × $50',
      words: '1 h 31 min over 2 h free at Milwaukee',
    });
    if (claim === undefined) throw new Error('no claim');
    expect(claimLetter({ loadNumber: '24817', rc: 'LFP-88213', brokerLoadNumber: null, stops: [pickedUp] }, claim)).toBe(
      [
        'Detention on load LFP-88213',
        'Menomonee Valley Warehouse, Milwaukee, WI',
        'Appointment Wed Nov 11, 08:00 CST',
        'In Wed Nov 11, 07:42 CST',
        'Out Wed Nov 11, 11:31 CST',
        '1 h 31 min over free time: 1.5 h × $50 = $75',
      ].join('\n'),
    );
  });

  it('names no sum without a rate, and nothing within the free time', () => {
    expect(detentionClaims({ stops: [pickedUp] }, usualTerms, now)[0]).toMatchObject({ amountCents: null, short: '1.5 h' });
    expect(detentionClaims({ stops: [pickedUp] }, { freeMinutes: 240, perHourCents: 5_000 }, now)).toEqual([]);
  });
});

describe('readStopTimes', () => {
  const at = { day: '2026-11-11', timeZone: chicago };
  const read = (arrived: string, departed: string) => readStopTimes({ arrived, departed }, at, now);

  it.each([
    ['0742', '1130', '2026-11-11T13:42:00.000Z', '2026-11-11T17:30:00.000Z'],
    ['22:00', '01:15', '2026-11-12T04:00:00.000Z', '2026-11-12T07:15:00.000Z'],
    ['11/12 7:42', '', '2026-11-12T13:42:00.000Z', null],
    ['', '', null, null],
  ])('in %s, out %s', (arrived, departed, arrivedAt, departedAt) => {
    expect(read(arrived, departed)).toEqual({ times: { arrivedAt, departedAt } });
  });

  it('says what it can’t read, and leaves an order that can’t be to the contract', () => {
    expect(read('soon', '')).toEqual({ field: 'arrived', problem: 'Write it like 07:42 or 11/13 07:42' });
    expect(read('8am', '9-10')).toEqual({ field: 'departed', problem: 'Write one time, such as 07:42' });
    expect(read('8am', '11/10 9am')).toEqual({ times: { arrivedAt: '2026-11-11T14:00:00.000Z', departedAt: '2026-11-10T15:00:00.000Z' } });
  });

  it('of a stop that is still ahead a time alone is of today', () => {
    expect(readStopTimes({ arrived: '0742', departed: '' }, { ...at, day: '2026-11-20' }, now)).toEqual({
      times: { arrivedAt: '2026-11-12T13:42:00.000Z', departedAt: null },
    });
  });

  it('reads what it writes', () => {
    // Only days after the clocks changed, because an hour that comes twice is ambiguous.
    const minutes = fc.integer({ min: -10_000, max: 0 });
    fc.assert(
      fc.property(minutes, fc.nat({ max: 10_000 }), (ago, stay) => {
        const arrivedAt = new Date(now + ago * 60_000).toISOString();
        const departedAt = new Date(Date.parse(arrivedAt) + stay * 60_000).toISOString();
        const times = { arrivedAt, departedAt };
        expect(readStopTimes(writeStopTimes(times, at, now), at, now)).toEqual({ times });
      }),
    );
  });
});

it('a route is driven as far as a stop was reached', () => {
  const route = routeOf({ stops: [pickedUp, delivery] });
  expect(route.legs.map(({ kind }) => kind)).toEqual(['ahead']);
  expect(route.label).toBe('Milwaukee, WI to Conley, GA. Last reached: Milwaukee.');
  const reached = { ...delivery, arrivedAt: '2026-11-12T16:00:00Z' };
  expect(routeOf({ stops: [pickedUp, reached] }).legs.map(({ kind }) => kind)).toEqual(['driven']);
  expect(routeOf({ stops: [{ ...pickedUp, lat: null }, delivery] }).legs).toEqual([]);
});

it('a route is drawn along its roads once they are known', () => {
  const road = [
    { lat: 43.04, lng: -87.91 },
    { lat: 38.25, lng: -85.76 },
    { lat: 33.64, lng: -84.33 },
  ];
  expect(routeOf({ stops: [pickedUp, delivery] }).legs[0]?.points).toHaveLength(2);
  expect(routeOf({ stops: [pickedUp, delivery] }, [writePolyline(road)]).legs).toEqual([{ kind: 'ahead', points: road }]);
});

describe('formatHistory', () => {
  const event = (part: Partial<LoadEvent>): LoadEvent => ({
    id: crypto.randomUUID(),
    at: '2026-11-11T17:31:00Z',
    kind: 'edited',
    source: 'user',
    actorName: 'Nina Alvarez',
    changes: [],
    reason: null,
    ...part,
  });
  const change = (field: string, from: string | null, to: string | null) => ({ field, from, to });
  const plain = (one: LoadEvent) =>
    formatHistory(one)
      .map(({ text }) => text)
      .join('');

  it.each<[Partial<LoadEvent>, string]>([
    [{ kind: 'created', changes: [change('Status', null, 'Booked'), change('Board', null, 'DAT')] }, 'Booked from DAT'],
    [{ kind: 'created', changes: [change('Status', null, 'Draft'), change('Board', null, 'DIRECT')] }, 'Draft made'],
    [{ kind: 'status', changes: [change('Status', 'At pickup', 'In transit')] }, 'At pickup → In transit'],
    [{ kind: 'status', changes: [change('Status', 'In transit', 'Problem')], reason: 'Breakdown' }, 'In transit → Problem, Breakdown'],
    [{ kind: 'undone', changes: [change('Status', 'Invoiced', 'Delivered')] }, 'Undone, Invoiced → Delivered'],
    [{ changes: [change('Rate', '$2,250', '$2,350'), change('RC', null, 'LFP-1')] }, 'Rate $2,250 → $2,350, RC LFP-1'],
    [{ changes: [change('Tags', 'hot', null)] }, 'Tags hot removed'],
    [{ changes: ['a', 'b', 'c', 'd', 'e', 'f'].map((field) => change(field, null, '1')) }, 'a 1, b 1, c 1, d 1 and 2 more'],
    [
      { kind: 'assigned', changes: [change('Driver', null, 'Marcus Bell'), change('Truck', null, '114')] },
      'Assigned to Marcus Bell, Truck 114',
    ],
    [{ kind: 'assigned', changes: [change('Driver', 'Marcus Bell', null)] }, 'Unassigned from Marcus Bell'],
    [
      {
        kind: 'assigned',
        changes: [change('Driver', null, 'Joan Pruitt'), change('Assigned anyway', null, 'flatbed, load needs a van')],
        reason: 'Broker takes a flatbed',
      },
      'Assigned to Joan Pruitt. Assigned anyway: flatbed, load needs a van. “Broker takes a flatbed”',
    ],
    [{ kind: 'fee.added', changes: [change('Fee', null, 'Detention $75, asked')] }, 'Detention $75, asked'],
    [
      {
        kind: 'fee.changed',
        changes: [change('Fee', 'Lumper $180, $180 to the driver, asked', 'Lumper $180, $180 to the driver, approved')],
      },
      'Lumper $180, $180 to the driver, asked → approved',
    ],
    [{ kind: 'document.added', changes: [change('POD', null, 'pod.pdf')] }, 'POD added, pod.pdf'],
    [{ kind: 'deleted' }, 'Deleted'],
  ])('%j', (part, words) => {
    expect(plain(event(part))).toBe(words);
  });

  it('names who or what said so', () => {
    expect(historySource({ actorName: 'Nina Alvarez', source: 'user' })).toBe('Nina');
    expect(historySource({ actorName: null, source: 'geofence' })).toBe('Geofence');
    expect(historySource({ actorName: 'Former member', source: 'user' })).toBe('Former member');
    expect(historySource({ actorName: null, source: 'system' })).toBe('Headhaul');
  });
});
