import type { Driver } from '@headhaul/contracts/drivers';
import type { LoadRow } from '@headhaul/contracts/loads/record';
import { describe, expect, it } from 'vitest';
import { sampleDriver, sampleLoad } from '../../testing/office-samples.ts';
import { citiesToLocate, nearestRows, rowFit } from './fit.ts';
import { planRows } from './grid/rows.ts';
import { planWeek } from './week.ts';

const nowMs = Date.parse('2026-11-12T16:42:00Z');
const week = planWeek('2026-11-12', { startsOn: 'MONDAY', timeZone: 'America/Chicago' });
const points = {
  'Conley, GA': { lat: 33.65, lng: -84.33 },
  'Toledo, OH': { lat: 41.66, lng: -83.56 },
  'Milwaukee, WI': { lat: 43.04, lng: -87.91 },
};
const offered = sampleLoad(9, {
  pickupCity: 'Toledo',
  pickupState: 'OH',
  pickupAt: '2026-11-13T15:00:00Z',
  deliveryAt: '2026-11-14T15:00:00Z',
});
const inToledo = { readyCity: 'Toledo', readyState: 'OH', readyLat: 41.66, readyLng: -83.56, readyAt: '2026-11-12T12:00:00Z' };

function row(differs: Partial<Driver>, loads: LoadRow[] = [], number = 1) {
  const driver = sampleDriver(number, differs);
  const [made] = planRows({ drivers: [driver], loads: loads.map((load) => ({ ...load, driverId: driver.id })), week, nowMs });
  if (made === undefined) throw new Error('no row');
  return made;
}

describe('whether a truck of the plan can take a load', () => {
  it('one that is empty there does', () => {
    expect(rowFit(row(inToledo), offered, points, nowMs)).toEqual({ isFit: true, miles: 0 });
  });

  it('one that has another load then doesn’t', () => {
    const other = sampleLoad(24_826, { pickupAt: '2026-11-13T20:00:00Z', deliveryAt: '2026-11-15T12:00:00Z' });
    expect(rowFit(row({}, [other]), offered, points, nowMs)).toMatchObject({ isFit: false, reason: 'Has 24826 then' });
  });

  it('one that is still on a load of the week before doesn’t', () => {
    const currentLoad = {
      ...sampleLoad(24_817, { status: 'IN_TRANSIT', pickupAt: '2026-11-12T12:00:00Z', deliveryAt: '2026-11-14T12:00:00Z' }),
      grossCents: 1,
    };
    expect(
      rowFit(row({ ...inToledo, readyAt: '2026-11-14T12:00:00Z', status: 'ON_LOAD', currentLoad }), offered, points, nowMs),
    ).toMatchObject({
      isFit: false,
      reason: 'Has 24817 then',
    });
  });

  it('one that is held by a problem doesn’t', () => {
    const currentLoad = { ...sampleLoad(24_809, { status: 'PROBLEM' }), grossCents: 1 };
    expect(rowFit(row({ ...inToledo, status: 'ON_LOAD', currentLoad }), offered, points, nowMs)).toMatchObject({
      isFit: false,
      reason: 'Held by 24809',
    });
  });

  it('one that is at home until later doesn’t', () => {
    const home = row({ ...inToledo, status: 'HOME', ownStatus: 'HOME', readyAt: '2026-11-15T18:00:00Z', readyZone: 'America/New_York' });
    expect(rowFit(home, offered, points, nowMs)).toMatchObject({ isFit: false, reason: 'Home until Sun 11/15' });
  });

  it('starts from where the load before it ends', () => {
    const before = sampleLoad(1, { pickupAt: '2026-11-11T14:00:00Z', deliveryAt: '2026-11-12T18:00:00Z' });
    const fit = rowFit(row({ readyCity: 'Denver', readyState: 'CO', readyAt: '2026-11-20T12:00:00Z' }, [before]), offered, points, nowMs);
    expect(fit.isFit && fit.miles).toBeGreaterThan(600);
    const late = rowFit(
      row({}, [{ ...before, deliveryAt: '2026-11-13T10:00:00Z', deliveryEndsAt: '2026-11-13T10:00:00Z' }]),
      offered,
      points,
      nowMs,
    );
    expect(late).toMatchObject({ isFit: false, reason: expect.stringMatching(/^6\d\d mi away, 5 h left$/) });
  });
});

it('the nearest three are those that fit, nearest first', () => {
  const rows = [
    row({ readyCity: 'Milwaukee', readyState: 'WI', readyLat: 43.04, readyLng: -87.91, readyAt: null }, [], 1),
    row(inToledo, [], 2),
    row({ ...inToledo, equipment: 'FLATBED' }, [], 3),
  ];
  expect(nearestRows(rows, offered, points, nowMs).map((near) => near.row.driver.id.at(-1))).toEqual(['2', '1']);
});

it('when too few are in time, those who would be late follow with the reason', () => {
  const inConley = { readyCity: 'Conley', readyState: 'GA', readyLat: 33.65, readyLng: -84.33, readyAt: '2026-11-13T12:00:00Z' };
  const near = nearestRows([row(inConley, [], 1), row(inToledo, [], 2)], offered, points, nowMs);
  expect(near.map(({ row: { driver }, reason }) => [driver.id.at(-1), reason])).toEqual([
    ['2', null],
    ['1', expect.stringMatching(/mi away, 3 h left$/)],
  ]);
});

it('only cities whose point nobody gave are looked up', () => {
  const before = sampleLoad(1, { pickupAt: '2026-11-11T14:00:00Z', deliveryAt: '2026-11-12T18:00:00Z' });
  expect(citiesToLocate([row(inToledo), row({}, [before], 2)], [offered], nowMs)).toEqual(['Conley, GA', 'Toledo, OH']);
});
