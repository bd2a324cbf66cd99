import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { equipmentTypes } from '../equipment.ts';
import { createRandomSource } from '../hours/testing/random-source.ts';
import { estimateRoadMiles, greatCircleMiles } from '../places/distance.ts';
import { type FitAssumptions, usualAssumptions } from './assumptions.ts';
import { countEmpties, emptyLegs, findEmpty } from './empties.ts';
import { type EmptyMatch, type EmptySearch, emptyNear } from './empty-near.ts';
import type { FitPlan, FitTruck, MeasureMiles, PlannedLoad } from './facts.ts';
import { randomFleet } from './testing/random-fleets.ts';
import { at, type City, nowMs, plannedLoad, pointOf, seenIn, stopAt, truckIn } from './testing/samples.ts';

const measure: MeasureMiles = (from, to) => ({ miles: estimateRoadMiles([from, to]), source: 'ROAD' });
const toward = (city: City, when: string, loadNumber: string) => plannedLoad(loadNumber, [stopAt('DELIVERY', city, when)], 'IN_TRANSIT');

function emptiesOf(truck: FitTruck, plan: FitPlan, assumptions: FitAssumptions, now: number) {
  return Array.from({ length: countEmpties(plan.loads) }, (_, index) => findEmpty(truck, plan, index, assumptions, now));
}

function searched(name: string, truck: FitTruck, loads: PlannedLoad[] = []) {
  return { name, ...truck, empties: emptiesOf(truck, { loads, measure }, usualAssumptions, nowMs) };
}

const nameAndMiles = ({ truck, roadMiles, verdict }: EmptyMatch<{ name: string }>) =>
  `${truck.name}, ${roadMiles?.miles ?? '?'} mi, ${verdict}`;

describe('who is empty near Dallas', () => {
  const fleet = [
    searched('Tiana', { ...truckIn('Waco'), where: null }, [toward('Waco', 'mon 18:00', '24825')]),
    searched('Darnell', { ...truckIn('Sherman'), where: null, hours: null }, [
      toward('Sherman', 'tue 04:15', '24822'),
      plannedLoad('24838', [stopAt('PICKUP', 'Tulsa', 'wed 09:00')]),
    ]),
    searched('Carla', { ...truckIn('Tulsa'), where: seenIn('Tulsa', nowMs - 242 * 60_000) }),
    searched('Wayne', truckIn('Dallas')),
    searched('Jesse', { ...truckIn('Shreveport'), where: null }, [toward('Shreveport', 'mon 16:30', '24824')]),
    searched('Luis', truckIn('Longview')),
    searched('Joan', { ...truckIn('Dallas'), equipment: 'FLATBED' }),
    searched('Nobody’s trailer', { ...truckIn('Fort Worth'), equipment: null }),
    searched('Late', { ...truckIn('Dallas'), where: null }, [toward('Dallas', 'tue 07:30', '24840')]),
    searched('Far', truckIn('Boise')),
    searched('Gone', { ...truckIn('Dallas'), employment: 'INACTIVE' }),
  ];
  const search: EmptySearch = { point: pointOf('Dallas'), radiusMiles: 100, equipment: 'DRY_VAN', byMs: at('tue 08:00') };
  const found = emptyNear(fleet, search, measure);

  it('vans within 100 miles by Tuesday 08:00, nearest first; one with a next load needs a look', () => {
    expect(found.matches.map(nameAndMiles)).toEqual(['Wayne, 0 mi, CAN', 'Darnell, 72 mi, LOOK', 'Tiana, 105 mi, CAN']);
  });

  it('those of whom the place or the trailer isn’t known are not left out', () => {
    expect(found.notKnown.map(nameAndMiles)).toEqual(['Nobody’s trailer, 37 mi, NOT_KNOWN', 'Carla, ? mi, NOT_KNOWN']);
    expect(found.notKnown.map(({ unknown }) => unknown[0]?.kind)).toEqual(['EQUIPMENT_UNKNOWN', 'LOCATION_UNKNOWN']);
  });

  it('up to three just outside, with miles over the radius or minutes after the time', () => {
    expect(found.justOutside.map((match) => [match.truck.name, match.overMiles, match.overMinutes])).toEqual([
      ['Late', 0, 90],
      ['Luis', 45, 0],
      ['Jesse', 114, 0],
    ]);
  });

  it('the nearest is named when nobody matches', () => {
    const nobody = emptyNear(fleet, { ...search, point: pointOf('Denver'), radiusMiles: 50 }, measure);
    expect(nobody.matches).toEqual([]);
    expect(nobody.nearest && nameAndMiles(nobody.nearest)).toBe('Darnell, 659 mi, CANT');
  });

  it('says when each gets empty, after which load, and what comes next', () => {
    const [, darnell] = found.matches;
    expect(darnell?.empty).toMatchObject({
      atMs: at('tue 06:15'),
      afterLoadNumber: '24822',
      next: { loadNumber: '24838' },
      driveMinutesLeft: null,
    });
    const [wayne] = found.matches;
    expect(wayne?.empty).toMatchObject({ atMs: nowMs, afterLoadNumber: null, next: null, driveMinutesLeft: 660 });
  });
});

describe('any fleet', () => {
  it('every truck is in at most one group, and a match is inside the ring, in time and known', () => {
    fc.assert(
      fc.property(fc.nat(), fc.integer({ min: 5, max: 800 }), fc.integer({ min: 0, max: 100 }), (seed, radiusMiles, hours) => {
        const random = createRandomSource(seed);
        const fleet = randomFleet(random);
        const trucks = fleet.trucks.map(({ truck, loads }) => ({
          ...truck,
          empties: emptiesOf(truck, { loads, measure: fleet.measure }, fleet.assumptions, fleet.nowMs),
        }));
        const equipment = random.pick([null, ...equipmentTypes]);
        const search = { point: pointOf('Dallas'), radiusMiles, equipment, byMs: fleet.nowMs + hours * 3_600_000 };
        const { matches, notKnown, justOutside } = emptyNear(trucks, search, fleet.measure);
        const all = [...matches, ...notKnown, ...justOutside].map(({ truck }) => truck);
        expect(new Set(all).size).toBe(all.length);
        expect(justOutside.length).toBeLessThanOrEqual(3);
        for (const { empty, truck } of matches) {
          expect(greatCircleMiles(empty.point ?? pointOf('Boise'), search.point)).toBeLessThanOrEqual(radiusMiles);
          expect(empty.atMs ?? Number.POSITIVE_INFINITY).toBeLessThanOrEqual(search.byMs);
          expect(equipment === null || equipment === 'OTHER' || equipment === 'POWER_ONLY' || truck.equipment !== null).toBe(true);
        }
        for (const { unknown } of notKnown) expect(unknown.length).toBeGreaterThan(0);
      }),
      { numRuns: 200 },
    );
  });
});

it('the legs that are measured before are all that the empties ask for', () => {
  const truck = truckIn('Dallas');
  const loads = [
    toward('Waco', 'mon 18:00', '1'),
    plannedLoad('2', [stopAt('PICKUP', 'Waco', 'tue 08:00'), stopAt('DELIVERY', 'Houston', 'tue 20:00')]),
    plannedLoad('3', [stopAt('PICKUP', 'Memphis', 'thu 08:00'), stopAt('DELIVERY', 'Atlanta', 'fri 20:00')]),
  ];
  const key = ({ lat, lng }: { lat: number; lng: number }) => `${lat},${lng}`;
  const known = new Set(emptyLegs(truck, loads, usualAssumptions, nowMs).map(({ from, to }) => `${key(from)} ${key(to)}`));
  const asked: string[] = [];
  const record: MeasureMiles = (from, to) => {
    asked.push(`${key(from)} ${key(to)}`);
    return measure(from, to);
  };
  expect(emptiesOf(truck, { loads, measure: record }, usualAssumptions, nowMs)).toHaveLength(3);
  expect(asked.length).toBeGreaterThan(0);
  expect(asked.filter((leg) => !known.has(leg))).toEqual([]);
});
