import { LoadInput } from '@headhaul/contracts/loads/input';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ownFacilities, ownPlaces } from '../sections/own-places.ts';
import { blankDraft, blankStop, type LoadDraft, type StopDraft } from './draft.ts';
import { formatWhen, plainWhen, readBroker, readPlace, readTimes } from './read.ts';
import { draftErrors, fieldOf, readDraft, thingsLeft } from './to-input.ts';

const typedOn = { today: '2026-11-12', now: '10:41' };

function stop(kind: StopDraft['kind'], part: Partial<StopDraft>): StopDraft {
  return { ...blankStop(kind), typedOn, ...part };
}

function typed(part: Partial<LoadDraft> = {}): LoadDraft {
  return {
    ...blankDraft(),
    broker: 'Lakeshore Freight, MC 428816',
    linehaul: '1,240',
    stops: [
      stop('PICKUP', { place: 'Louisville, KY 40213', facility: 'Ohio River Paper DC', when: 'tom 8am' }),
      stop('DELIVERY', { place: 'conley ga', when: 'sat 2pm to 6pm', schedule: 'FCFS' }),
    ],
    ...part,
  };
}

describe('what is typed', () => {
  it.each([
    ['Conley, GA 30288', { city: 'Conley', state: 'GA', zip: '30288' }],
    ['conley ga', { city: 'Conley', state: 'GA', zip: null }],
    ['St. Louis, Missouri', { city: 'St. Louis', state: 'MO', zip: null }],
    ['fond du lac, wi', { city: 'Fond Du Lac', state: 'WI', zip: null }],
    ['Conley, GA 30288-1234', { city: 'Conley', state: 'GA', zip: '30288' }],
    ['Conley', null],
    ['30288', null],
    ['Conley, XX', null],
  ])('%s is the place %j', (text, place) => {
    expect(readPlace(text)).toEqual(place);
  });

  it.each([
    ['Lakeshore Freight, MC 428816', 'Lakeshore Freight', '428816'],
    ['Lakeshore Freight MC#428816', 'Lakeshore Freight', '428816'],
    ['mc428816', null, '428816'],
    ['428816', null, '428816'],
    ['Lakeshore Freight', 'Lakeshore Freight', null],
    ['Route 66', 'Route 66', null],
    ['', null, null],
  ])('%s is the broker %s with MC %s', (text, brokerName, brokerMc) => {
    expect(readBroker(text)).toEqual({ brokerName, brokerMc });
  });

  it('is what the server takes', () => {
    const { input, unread } = readDraft(
      typed({ weightLb: '41,200 lb', tags: 'hot, , drop, hot', factoringStatus: 'PENDING', factoringFee: '2.5%' }),
    );
    expect(unread).toEqual({});
    expect(LoadInput.parse(input)).toMatchObject({
      brokerName: 'Lakeshore Freight',
      brokerMc: '428816',
      linehaulCents: 124_000,
      weightLb: 41_200,
      tags: ['hot', 'drop'],
      factoringFeeBps: 250,
      driverPayCents: null,
      loadedMiles: null,
      stops: [
        {
          kind: 'PICKUP',
          city: 'Louisville',
          state: 'KY',
          zip: '40213',
          facility: 'Ohio River Paper DC',
          day: '2026-11-13',
          time: '08:00',
        },
        { kind: 'DELIVERY', city: 'Conley', state: 'GA', schedule: 'FCFS', day: '2026-11-14', time: '14:00', endTime: '18:00' },
      ],
    });
  });

  it('keeps the broker that was chosen and forgets one that was typed over', () => {
    const brokerId = '0190a000-0000-7000-8000-000000000001';
    expect(readDraft(typed({ brokerId })).input).toMatchObject({ brokerId });
    expect(readDraft(typed({ brokerId })).input).not.toHaveProperty('brokerName');
  });

  it('counts weekdays from the stop before', () => {
    const times = readTimes([stop('PICKUP', { when: '11/16 8am' }), stop('DELIVERY', { when: 'sat 9am' })]);
    expect(times.map((time) => (time !== null && 'when' in time ? time.when.day : null))).toEqual(['2026-11-16', '2026-11-21']);
  });

  it('means tomorrow what it meant when it was typed', () => {
    expect(readTimes([stop('PICKUP', { when: 'tom 8am' })])).toEqual([
      { when: { day: '2026-11-13', time: '08:00', endDay: null, endTime: null } },
    ]);
  });
});

describe('what stands under a time', () => {
  it.each([
    [{ day: '2026-11-13', time: '08:00', endDay: null, endTime: null }, 'America/Chicago', 'Fri Nov 13, 08:00 CST'],
    [{ day: '2026-11-14', time: '14:00', endDay: null, endTime: '18:00' }, 'America/New_York', 'Sat Nov 14, 14:00 to 18:00 EST'],
    [
      { day: '2026-11-13', time: '22:00', endDay: null, endTime: '02:00' },
      'America/Chicago',
      'Fri Nov 13, 22:00 to 02:00 CST the next day',
    ],
    [
      { day: '2026-11-13', time: '08:00', endDay: '2026-11-14', endTime: '12:00' },
      'America/Chicago',
      'Fri Nov 13, 08:00 to Sat Nov 14, 12:00 CST',
    ],
    [{ day: '2026-11-13', time: null, endDay: null, endTime: null }, 'America/Chicago', 'Fri Nov 13, any time'],
    [{ day: '2026-07-03', time: '08:00', endDay: null, endTime: null }, 'America/Phoenix', 'Fri Jul 3, 08:00 MST'],
  ])('%j in %s', (when, zone, words) => {
    expect(formatWhen(when, zone)).toBe(words);
  });

  it('a window without length is a moment', () => {
    expect(plainWhen({ day: '2026-11-13', time: '08:00', endDay: '2026-11-13', endTime: '08:00' })).toEqual({
      day: '2026-11-13',
      time: '08:00',
      endDay: null,
      endTime: null,
    });
  });
});

describe('draftErrors', () => {
  it('a complete load has none', () => {
    expect(draftErrors(typed(), { asDraft: false })).toEqual({});
  });

  it('says everything at once, each at its field', () => {
    const errors = draftErrors({ ...blankDraft(), fuelSurcharge: 'ten', weightLb: '1.5', brokerContactEmail: 'nina' }, { asDraft: false });
    expect(errors).toEqual({
      broker: 'Name the broker or give the MC number',
      linehaul: 'Enter the rate',
      'stops.0.place': 'Enter a city',
      'stops.0.when': 'Enter date and time, such as tom 8am',
      'stops.1.place': 'Enter a city',
      'stops.1.when': 'Enter date and time, such as tom 8am',
      fuelSurcharge: 'Write it like 1,240 or 1240.50',
      weightLb: 'Write a whole number',
      brokerContactEmail: 'Check this address',
    });
  });

  it('says how a place and a time could not be read', () => {
    const stops = [stop('PICKUP', { place: 'Louisville', when: 'fri 11/14' }), stop('DELIVERY', { place: 'Conley, GA', when: 'tom' })];
    expect(draftErrors(typed({ stops }), { asDraft: false })).toEqual({
      'stops.0.place': 'Write it as Conley, GA or choose from the list',
      'stops.0.when': '11/14 is a Saturday',
    });
  });

  it('only a draft may miss its rate', () => {
    expect(draftErrors(typed({ linehaul: '' }), { asDraft: false })).toEqual({ linehaul: 'Enter the rate' });
    expect(draftErrors(typed({ linehaul: '' }), { asDraft: true })).toEqual({});
  });

  it('tells a wrong order of the stops at the stops', () => {
    const [pickup, delivery] = typed().stops as [StopDraft, StopDraft];
    expect(draftErrors(typed({ stops: [delivery, pickup] }), { asDraft: false })).toEqual({
      'stops.0.place': 'The first stop is a pickup',
      stops: 'The last stop is a delivery',
    });
  });

  it.each([
    [['stops', 1, 'day'], 'stops.1.when'],
    [['stops', 0, 'state'], 'stops.0.place'],
    [['stops', 0, 'contactPhone'], 'stops.0.contactPhone'],
    [['stops'], 'stops'],
    [['linehaulCents'], 'linehaul'],
    [['brokerName'], 'broker'],
    [['rc'], 'rc'],
  ])('%j is told at %s', (path, field) => {
    expect(fieldOf(path)).toBe(field);
  });
});

describe('thingsLeft', () => {
  it('names what a booking needs, in the order of the form', () => {
    expect(thingsLeft(blankDraft())).toEqual(['broker', 'pickup city', 'pickup date', 'delivery city', 'delivery date', 'rate']);
    expect(thingsLeft(typed({ stops: [typed().stops[0] as StopDraft, stop('DELIVERY', {}), stop('DELIVERY', {})] }))).toEqual([
      'delivery 1 city',
      'delivery 1 date',
      'delivery 2 city',
      'delivery 2 date',
    ]);
    expect(thingsLeft(typed())).toEqual([]);
  });

  it('nothing is left exactly when the contract has nothing to say about these fields', () => {
    const maybe = <T>(value: T, none: T) => fc.boolean().map((has) => (has ? value : none));
    fc.assert(
      fc.property(
        maybe('Lakeshore', ''),
        maybe('Conley, GA', ''),
        maybe('tom 8am', ''),
        maybe('1,240', '0'),
        (broker, place, when, linehaul) => {
          const stops = [typed().stops[0] as StopDraft, stop('DELIVERY', { place, when })];
          const draft = typed({ broker, linehaul, stops });
          expect(thingsLeft(draft).length === 0).toBe(Object.keys(draftErrors(draft, { asDraft: false })).length === 0);
        },
      ),
    );
  });
});

describe('the office’s own places', () => {
  const places = [
    { city: 'Conley', state: 'GA', zip: '30288', facility: 'Southline', address: '1 Dock Rd', stops: 6 },
    { city: 'Conley', state: 'GA', zip: '30288', facility: 'Paper Mill', address: null, stops: 3 },
    { city: 'Conway', state: 'AR', zip: null, facility: null, address: null, stops: 1 },
  ];

  it('are one line each, the most used first', () => {
    expect(ownPlaces(places, 'con', 'DELIVERY')).toEqual([
      { label: 'Conley, GA 30288', note: 'You delivered here 9 times' },
      { label: 'Conway, AR', note: 'You delivered here once' },
    ]);
    expect(ownPlaces(places, '302', 'PICKUP')).toEqual([{ label: 'Conley, GA 30288', note: 'You picked up here 9 times' }]);
  });

  it('offer the docks of the chosen city', () => {
    const place = { city: 'Conley', state: 'GA' as const, zip: null };
    expect(ownFacilities(places, { typed: '', place }).map(({ facility, note }) => [facility, note])).toEqual([
      ['Southline', 'There 6 times'],
      ['Paper Mill', 'There 3 times'],
    ]);
    expect(ownFacilities(places, { typed: 'pap', place: null }).map(({ facility, note }) => [facility, note])).toEqual([
      ['Paper Mill', 'Conley, GA 30288'],
    ]);
  });
});
