import type { LoadEvent, Stop } from '@headhaul/contracts/loads/record';
import { writePolyline } from '@headhaul/domain/roads/polyline';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sampleStop } from '../../../testing/office-samples.ts';
import { formatHistory, historySource } from './history/history.ts';
import { claimLetter } from './money/claim.ts';
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
    [
      {
        kind: 'edited',
        changes: [change('Weight', '38,000 lb', '44,000 lb'), change('Assigned anyway', null, 'location not known')],
      },
      'Weight 38,000 lb → 44,000 lb. Assigned anyway: location not known',
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
