import { describe, expect, it } from 'vitest';
import { estimateRoadMiles } from '../places/distance.ts';
import { usualAssumptions } from './assumptions.ts';
import type { FitLoad, FitTruck, MeasureMiles, PlannedLoad } from './facts.ts';
import { type Fit, fitOf, legsToMeasure } from './fit.ts';
import { formatFit, formatReason } from './format-reason.ts';
import { actionFor, type Reason } from './reasons.ts';
import { at, loadFrom, nowMs, placeOf, plannedLoad, seenIn, stopAt, truckIn } from './testing/samples.ts';

const measure: MeasureMiles = (from, to) => ({ miles: estimateRoadMiles([from, to]), source: 'ROAD' });
const context = { nowMs, companyZone: 'America/Chicago' };

function fitFor(truck: FitTruck, load: FitLoad, loads: readonly PlannedLoad[] = []): Fit {
  return fitOf(truck, load, { loads, measure }, usualAssumptions, nowMs);
}

function rowOf(fit: Fit): string[] {
  const { fact, detail } = formatFit(fit, context);
  return [fit.verdict, fact, detail];
}

const allReasons = ({ reasons }: Fit) => reasons.map((reason) => formatReason(reason, context));
const kinds = ({ reasons }: Fit) => reasons.map(({ kind }) => kind);
const minutesAgo = (minutes: number) => nowMs - minutes * 60_000;

describe('the wrong answers that the product gave', () => {
  it('a truck in Boise can’t make a pickup in Memphis in three hours', () => {
    const fit = fitFor(truckIn('Boise'), loadFrom('Memphis', 'mon 13:42', 'Atlanta', 'wed 10:00'));
    expect(rowOf(fit)).toEqual(['CANT', 'At pickup Wed 17:04, 52 h late', '1,807 mi and 20 h of rest']);
    // 1,972 minutes of driving, two rests of 10 hours and three breaks, against three hours.
    expect(fit.slackMinutes).toBe(180 - (1_972 + 1_200 + 90));
  });

  it('a flatbed in the shop can’t take a van load, for its equipment first', () => {
    const truck: FitTruck = { ...truckIn('Fort Worth'), equipment: 'FLATBED', ownStatus: 'IN_SHOP', offUntilMs: at('thu 08:00') };
    const fit = fitFor(truck, loadFrom('Fort Worth', 'tue 08:00', 'Atlanta', 'wed 20:00'));
    expect(fit.verdict).toBe('CANT');
    expect(allReasons(fit)).toEqual([
      'Flatbed, load needs a van',
      'In shop until Thu 08:00',
      'At pickup Thu 08:00, 48 h late',
      'Delivers Fri 13:53, 42 h late',
    ]);
  });
});

describe('who can take Fort Worth, Tue 08:00, to Atlanta, Wed 16:00', () => {
  const load = loadFrom('Fort Worth', 'tue 08:00', 'Atlanta', 'wed 16:00');
  const onTheRoad = (city: Parameters<typeof stopAt>[1], when: string) =>
    plannedLoad('24825', [{ ...stopAt('PICKUP', 'Houston', 'mon 06:00'), isDone: true }, stopAt('DELIVERY', city, when)], 'IN_TRANSIT');
  const unseen = { where: null, hours: null };
  const nextLoad = plannedLoad('24830', [stopAt('PICKUP', 'Jackson', 'thu 08:00'), stopAt('DELIVERY', 'Nashville', 'fri 12:00')]);
  const stale = {
    atMs: minutesAgo(150),
    clocks: { driveMinutes: 300, shiftMinutes: 400, breakMinutes: 300, cycleMinutes: 900 },
    offSinceMs: null,
  };
  const soon = loadFrom('Fort Worth', 'mon 15:30', 'Atlanta', 'wed 16:00');
  const home = (by: string) => ({ ...placeOf('St. Louis'), byMs: at(by) });

  it.each<[string, FitTruck, FitLoad, PlannedLoad[], string[]]>([
    ['empty in Dallas', truckIn('Dallas'), load, [], ['CAN', 'At pickup 20 h early', '37 mi deadhead. Delivers 2 h 7 min early']],
    [
      'delivers in Waco at 17:00, hours not known, so a rest comes first',
      { ...truckIn('Waco'), ...unseen },
      loadFrom('Fort Worth', 'tue 08:00', 'Atlanta', 'wed 20:00'),
      [onTheRoad('Waco', 'mon 17:00')],
      ['CAN', 'At pickup 1 h 9 min early', '101 mi, after a 10 h rest. Delivers 6 h 7 min early'],
    ],
    [
      'the same with less than 20 minutes to spare',
      { ...truckIn('Waco'), ...unseen },
      loadFrom('Fort Worth', 'tue 07:00', 'Atlanta', 'wed 20:00'),
      [onTheRoad('Waco', 'mon 17:00')],
      ['LOOK', 'At pickup 9 min early', '101 mi, after a 10 h rest. Delivers 7 h 7 min early'],
    ],
    [
      'wants to be home in St. Louis on Wednesday night',
      { ...truckIn('Dallas'), home: home('wed 20:00') },
      load,
      [],
      ['LOOK', 'At pickup 20 h early', '37 mi deadhead. Misses home by Wed, wants St. Louis'],
    ],
    [
      'wants to be home on Sunday, and Atlanta is the right way',
      { ...truckIn('Dallas'), home: home('sun 18:00') },
      load,
      [],
      ['CAN', 'At pickup 20 h early', '37 mi deadhead. Delivers 2 h 7 min early'],
    ],
    [
      'goes farther away from home',
      { ...truckIn('Dallas'), home: { ...placeOf('Tulsa'), byMs: at('sun 18:00') } },
      load,
      [],
      ['LOOK', 'At pickup 20 h early', '37 mi deadhead. Goes away from Tulsa, wanted by Sun'],
    ],
    [
      'hours are old, and the pickup is today',
      { ...truckIn('Longview'), hours: stale },
      soon,
      [],
      ['NOT_KNOWN', 'Hours unknown since 08:12 CST', '182 mi. On time if 3:19 or more is left'],
    ],
    [
      'hours are old, but there is time for a rest before',
      { ...truckIn('Longview'), hours: stale },
      load,
      [],
      ['CAN', 'At pickup 7 h 59 min early', '182 mi, after a 10 h rest. Delivers 2 h 7 min early'],
    ],
    [
      'the position is old',
      { ...truckIn('Dallas'), where: seenIn('Tulsa', minutesAgo(242)) },
      load,
      [],
      ['NOT_KNOWN', 'Location unknown since 06:40 CST', 'Last seen Tulsa, OK, 4 h 2 min ago'],
    ],
    [
      'only the home is known',
      { ...truckIn('Dallas'), where: seenIn('Dallas', minutesAgo(0), 'HOME') },
      load,
      [],
      ['NOT_KNOWN', 'Location not known', ''],
    ],
    [
      'at home, as the office says',
      { ...truckIn('Dallas'), where: seenIn('Dallas', minutesAgo(0), 'HOME'), ownStatus: 'HOME', offUntilMs: at('tue 06:00') },
      load,
      [],
      ['CAN', 'At pickup 1 h 19 min early', '37 mi deadhead. Delivers 2 h 7 min early'],
    ],
    [
      'the next load slips',
      truckIn('Monroe'),
      load,
      [nextLoad],
      ['CANT', 'Next load 24830 would be 2 h 39 min late', '420 mi from Atlanta, picks up Thu 08:00'],
    ],
    [
      'the next load is a day later',
      truckIn('Monroe'),
      load,
      [plannedLoad('24830', [stopAt('PICKUP', 'Jackson', 'thu 18:30')])],
      ['CAN', 'At pickup 14 h early', '364 mi deadhead. Delivers 2 h 7 min early'],
    ],
    ['a flatbed', { ...truckIn('Houston'), equipment: 'FLATBED' }, load, [], ['CANT', 'Flatbed, load needs a van', 'Empty in Houston, TX']],
    ['far away', truckIn('Chicago'), load, [], ['CANT', 'At pickup Tue 15:11, 7 h 11 min late', '989 mi and a 10 h rest']],
    [
      'on another load then',
      { ...truckIn('Waco'), ...unseen },
      load,
      [onTheRoad('Chicago', 'tue 20:00')],
      ['CANT', 'On 24825 at that time', '989 mi from pickup'],
    ],
    [
      'booked for another load then',
      truckIn('Dallas'),
      load,
      [plannedLoad('24832', [stopAt('PICKUP', 'Dallas', 'tue 09:00'), stopAt('DELIVERY', 'Denver', 'wed 12:00')])],
      ['CANT', 'Has 24832 at the same time', '37 mi from pickup'],
    ],
  ])('%s', (_name, truck, asked, loads, expected) => {
    expect(rowOf(fitFor(truck, asked, loads))).toEqual(expected);
  });
});

describe('what the truck and its driver need', () => {
  const van = loadFrom('Fort Worth', 'tue 08:00', 'Atlanta', 'wed 20:00');
  const dallas = truckIn('Dallas');
  it.each<[string, Partial<FitTruck>, Partial<FitLoad>, string]>([
    ['a reefer that is turned off is a van', { equipment: 'REEFER' }, {}, 'CAN'],
    ['a van is no reefer', {}, { equipment: 'REEFER' }, 'Van, load needs a reefer'],
    ['a van keeps no temperature', {}, { isTemperatureSet: true }, 'Van, load needs a reefer'],
    [
      'a box truck may or may not cool',
      { equipment: 'BOX_TRUCK' },
      { equipment: 'BOX_TRUCK', isTemperatureSet: true },
      'Not known if the truck can cool',
    ],
    ['power only needs no trailer', { equipment: null, trailerLengthFt: null }, { equipment: 'POWER_ONLY', lengthFt: null }, 'CAN'],
    ['a trailer that nobody entered', { equipment: null }, {}, 'Trailer not known'],
    ['too short', { trailerLengthFt: 48 }, {}, '48 ft trailer, load needs 53 ft'],
    ['a length that nobody entered', { trailerLengthFt: null }, {}, 'Trailer length not known'],
    ['too heavy', { maxWeightLb: 36_000 }, {}, 'Takes up to 36,000 lb, load is 38,400 lb'],
    ['any weight', { maxWeightLb: null }, {}, 'CAN'],
    ['hazmat without the endorsement', { endorsements: ['N'] }, { isHazmat: true }, 'No hazmat endorsement (H or X)'],
    ['hazmat with it', { endorsements: ['X'] }, { requirements: ['HAZMAT', 'TANKER'] }, 'CAN'],
    ['a tank without the endorsement', { endorsements: ['H'] }, { requirements: ['TANKER'] }, 'No tanker endorsement (N or X)'],
    ['endorsements that nobody asked about', { endorsements: null }, { isHazmat: true }, 'Endorsements not known'],
    ['a port without a TWIC on file', {}, { requirements: ['TWIC'] }, 'No TWIC on file'],
    [
      'a TWIC that ends before delivery',
      { twicExpiresOn: '2026-11-17' },
      { requirements: ['TWIC'] },
      'TWIC expires Nov 17, before delivery',
    ],
    ['a TWIC that nobody asks for', { twicExpiresOn: '2026-11-01' }, {}, 'CAN'],
    ['a CDL that ends on the day of delivery', { cdlExpiresOn: '2026-11-18' }, {}, 'CAN'],
    ['a CDL that has ended', { cdlExpiresOn: '2026-11-15' }, {}, 'CDL expired Nov 15'],
    ['a medical card that ends before delivery', { medicalExpiresOn: '2026-11-17' }, {}, 'Medical card expires Nov 17, before delivery'],
    ['a load for two drivers', {}, { requirements: ['TEAM'] }, 'Load needs a team'],
    ['someone who left', { employment: 'INACTIVE' }, {}, 'Inactive'],
    ['a state that the driver avoids', { avoidedStates: ['GA'] }, {}, 'Avoids GA'],
    ['gear that nobody entered', { gear: ['2 straps'] }, { requirements: ['STRAPS', 'TARPS'] }, 'No tarps on file'],
  ])('%s', (_name, truck, load, expected) => {
    const fit = fitFor({ ...dallas, ...truck }, { ...van, ...load });
    const [first] = fit.reasons;
    expect(fit.verdict === 'CAN' || first === undefined ? fit.verdict : formatReason(first, context)).toBe(expected);
  });
});

describe('what isn’t known', () => {
  const load = loadFrom('Fort Worth', 'tue 08:00', 'Atlanta', 'wed 16:00');
  const noTime = { ...stopAt('PICKUP', 'Jackson', 'thu 00:00', 'thu 23:59'), schedule: 'APPOINTMENT' as const, hasTime: false };
  const [pickup, delivery] = load.stops as [(typeof load.stops)[number], (typeof load.stops)[number]];
  const inTransit = plannedLoad('24825', [stopAt('DELIVERY', 'Waco', 'mon 08:00')], 'IN_TRANSIT');
  const cycle = { atMs: nowMs, clocks: { driveMinutes: 660, shiftMinutes: 840, breakMinutes: 480, cycleMinutes: 300 }, offSinceMs: null };
  it.each<[string, Partial<FitTruck>, Partial<FitLoad>, PlannedLoad[], string, string | null]>([
    ['the next load has no time', {}, {}, [plannedLoad('24830', [noTime])], 'Next load 24830 has no time yet', 'SET_TIME'],
    [
      'the next load has no time, but it is next week',
      {},
      {},
      [plannedLoad('24830', [{ ...noTime, opensMs: at('sun 00:00'), closesMs: at('sun 23:59') }])],
      'At pickup 20 h early',
      null,
    ],
    [
      'the next load has no location',
      {},
      {},
      [plannedLoad('24830', [{ ...stopAt('PICKUP', 'Jackson', 'sat 08:00'), point: null }])],
      'Next load 24830 has no location',
      'SET_PLACE',
    ],
    [
      'the pickup has no day',
      {},
      { stops: [{ ...pickup, opensMs: null, closesMs: null }, delivery] },
      [],
      'Pickup has no time yet',
      'SET_TIME',
    ],
    ['in the shop, nobody knows until when', { ownStatus: 'IN_SHOP' }, {}, [], 'In shop, no return date', 'SET_RETURN'],
    ['a breakdown', {}, {}, [{ ...inTransit, status: 'PROBLEM' }], 'Held by 24825, which has a problem', 'SOLVE_PROBLEM'],
    ['late, and nobody knows where', { where: null }, {}, [inTransit], 'Not known when 24825 delivers', 'ASK_DRIVER'],
    ['little left of the cycle, but some may come back', { hours: cycle }, {}, [], 'Only 5:00 of the cycle left', 'ASK_DRIVER'],
    ['hours and place are missing', { where: null, hours: null }, {}, [], 'Location not known', 'SET_LOCATION'],
  ])('%s', (_name, truck, asked, loads, words, action) => {
    const fit = fitFor({ ...truckIn('Dallas'), ...truck }, { ...load, ...asked }, loads);
    const first = fit.reasons[0] as Reason;
    expect([formatReason(first, context), actionFor(first)]).toEqual([words, action]);
    expect(fit.verdict).toBe(action === null ? 'CAN' : 'NOT_KNOWN');
  });

  it('a pickup that is over can’t be made, wherever the truck is', () => {
    const fit = fitFor({ ...truckIn('Dallas'), where: null }, loadFrom('Fort Worth', 'mon 08:00', 'Atlanta', 'wed 16:00'));
    expect(allReasons(fit)[0]).toBe('At pickup today 10:42, at least 2 h 42 min late');
  });

  it('a clock of 15 minutes counts, one of 16 doesn’t; a position of 10 minutes counts, one of 11 doesn’t', () => {
    const soon = loadFrom('Fort Worth', 'mon 15:30', 'Atlanta', 'wed 16:00');
    const aged = (clocksAge: number, positionAge: number) => {
      const { hours } = truckIn('Dallas');
      const truck = {
        ...truckIn('Dallas'),
        where: seenIn('Dallas', minutesAgo(positionAge)),
        hours: hours && { ...hours, atMs: minutesAgo(clocksAge) },
      };
      return kinds(fitFor(truck, soon))[0];
    };
    expect([aged(15, 10), aged(16, 10), aged(15, 11)]).toEqual(['PICKUP_EARLY', 'HOURS_UNKNOWN', 'LOCATION_UNKNOWN']);
  });
});

describe('the plan', () => {
  it('says when and where the truck is empty afterwards, and what it does until then', () => {
    const fit = fitFor(truckIn('Dallas'), loadFrom('Fort Worth', 'mon 15:00', 'Waco', 'mon 20:00'));
    expect(fit.segments.map(({ kind }) => kind)).toEqual(['WAIT', 'DRIVE', 'DOCK', 'DRIVE', 'WAIT', 'DOCK']);
    expect(fit.empty).toMatchObject({ atMs: at('mon 22:00'), place: { city: 'Waco' } });
    expect(fit.from).toEqual({ atMs: nowMs, city: 'Dallas', state: 'TX' });
  });

  it('a load that the truck already has is not in its own way', () => {
    const load = loadFrom('Fort Worth', 'tue 08:00', 'Atlanta', 'wed 16:00');
    expect(fitFor(truckIn('Dallas'), load, [load])).toEqual(fitFor(truckIn('Dallas'), load));
  });

  it('names the legs that must be measured', () => {
    const next = plannedLoad('24830', [stopAt('PICKUP', 'Jackson', 'fri 08:00')]);
    const legs = legsToMeasure(
      truckIn('Dallas'),
      loadFrom('Fort Worth', 'tue 08:00', 'Atlanta', 'wed 16:00'),
      [next],
      usualAssumptions,
      nowMs,
    );
    const [dallas, fortWorth, atlanta, jackson] = (['Dallas', 'Fort Worth', 'Atlanta', 'Jackson'] as const).map(
      (city) => placeOf(city).point,
    );
    expect(legs).toEqual([
      { from: dallas, to: fortWorth },
      { from: fortWorth, to: atlanta },
      { from: atlanta, to: jackson },
      { from: dallas, to: jackson },
    ]);
  });
});
