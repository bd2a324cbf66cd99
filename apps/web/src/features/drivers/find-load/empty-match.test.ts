import type { Driver } from '@headhaul/contracts/drivers';
import { describe, expect, it } from 'vitest';
import { sampleDriver, sampleLoad } from '../../../testing/office-samples.ts';
import { loadsNear, matchEmpty } from './empty-match.ts';

const now = Date.parse('2026-11-12T16:42:00Z');
const louisville = { readyCity: 'Louisville', readyState: 'KY', readyLat: 38.25, readyLng: -85.76 };
const points = {
  'Louisville, KY': { lat: 38.25, lng: -85.76 },
  'Frankfort, KY': { lat: 38.2, lng: -84.87 },
  'Denver, CO': { lat: 39.74, lng: -104.99 },
};
const at = (hours: number) => new Date(now + hours * 3_600_000).toISOString();
const driver = (number: number, differs: Partial<Driver> = {}) => sampleDriver(number, { ...louisville, readyAt: at(1), ...differs });
const load = (number: number, pickupCity: string, pickupState: string, hours: number) =>
  sampleLoad(number, { pickupCity, pickupState, pickupAt: at(hours), deliveryAt: at(hours + 20) });

const near = load(24_830, 'Louisville', 'KY', 5);
const further = load(24_831, 'Frankfort', 'KY', 8);
const away = load(24_832, 'Denver', 'CO', 60);

describe('loads near a truck', () => {
  it('are those it can reach in time, nearest first', () => {
    expect(loadsNear(driver(1), [away, further, near], points, now).map((one) => one.load.loadNumber)).toEqual(['24830', '24831', '24832']);
    expect(loadsNear(driver(1), [load(1, 'Denver', 'CO', 4)], points, now)).toEqual([]);
  });

  it('are none while nobody knows where it is', () => {
    expect(loadsNear(driver(1, { readyLat: null, readyLng: null }), [near], points, now)).toEqual([]);
  });
});

it('loads are near its home while nobody said where it is', () => {
  const unknown = { readyCity: null, readyState: null, readyLat: null, readyLng: null };
  const atHome = driver(1, { ...unknown, homeCity: 'Louisville', homeState: 'KY' });
  expect(loadsNear(atHome, [further, near], points, now).map((one) => one.load.loadNumber)).toEqual(['24830', '24831']);
  const onLoad = { ...near, grossCents: 1 };
  expect(loadsNear({ ...atHome, currentLoad: onLoad }, [near], points, now)).toEqual([]);
  expect(loadsNear(driver(1, { ...unknown, homeCity: null }), [near], points, now)).toEqual([]);
});

describe('trucks that are empty within a day', () => {
  const matched = (drivers: Driver[]) =>
    matchEmpty(drivers, [near, further, away], points, now).matches.map(({ driver: { id }, near: one }) => [
      id.at(-1),
      one?.load.loadNumber,
    ]);

  it('come soonest first, and no load is offered twice', () => {
    const drivers = [driver(3, { readyAt: at(6) }), driver(1, { readyAt: at(-3) }), driver(2, { readyAt: at(2) })];
    expect(matched(drivers)).toEqual([
      ['1', '24830'],
      ['2', '24831'],
      ['3', undefined],
    ]);
  });

  it('are told by number when there are too many to list', () => {
    const many = Array.from({ length: 30 }, (_, index) => driver(index, { readyAt: at(index / 10) }));
    const { matches, more } = matchEmpty(many, [near], points, now);
    expect([matches.length, more]).toEqual([12, 18]);
  });

  it('are not those who have a load next, are at home, or are empty later', () => {
    const nextLoad = { ...near, grossCents: 1 };
    expect(matched([driver(1, { nextLoad }), driver(2, { status: 'HOME' }), driver(3, { readyAt: at(25) })])).toEqual([]);
  });
});
