import type { Driver, LoadBrief } from '@headhaul/contracts/drivers';
import { describe, expect, it } from 'vitest';
import { sampleDriver } from '../../testing/office-samples.ts';
import { dotTone, expiryNotices, formatEmpty, formatNowOn, isEmptyNow, needsLoad, shortWarning, truckLine } from './labels.ts';

// 10:42 in Chicago, a Thursday.
const now = Date.parse('2026-11-12T16:42:00Z');
const brief: LoadBrief = {
  id: '0190a000-0000-7000-8000-000000024817',
  loadNumber: '24817',
  status: 'IN_TRANSIT',
  pickupCity: 'Milwaukee',
  pickupState: 'WI',
  pickupAt: '2026-11-11T14:00:00Z',
  pickupZone: 'America/Chicago',
  deliveryCity: 'Conley',
  deliveryState: 'GA',
  deliveryAt: '2026-11-12T23:30:00Z',
  deliveryEndsAt: '2026-11-12T23:30:00Z',
  deliveryZone: 'America/New_York',
  problemReason: null,
  grossCents: 235_000,
};
const conley = { readyCity: 'Conley', readyState: 'GA', readyZone: 'America/New_York' };
const driver = (differs: Partial<Driver>) => sampleDriver(1, differs);

describe('when and where a truck is empty', () => {
  it.each<[string, Partial<Driver>, string, string | undefined, string | undefined]>([
    ['waits', { ...conley, readyAt: '2026-11-12T13:22:00Z' }, 'Now', 'Conley, GA, for 3 h 20', 'need'],
    ['waits since we know not when', conley, 'Now', 'Conley, GA', undefined],
    ['is new', {}, 'Now', 'Home: Joplin, MO', undefined],
    ['is new, home not said', { homeCity: null }, 'Now', 'Place not known', undefined],
    [
      'rolls',
      { ...conley, status: 'ON_LOAD', currentLoad: brief, readyAt: brief.deliveryEndsAt },
      'Today 18:30 EST',
      'Conley, GA, in 7 h',
      undefined,
    ],
    [
      'is late',
      { ...conley, status: 'ON_LOAD', currentLoad: brief, readyAt: '2026-11-12T15:47:00Z' },
      'Today 10:47 EST',
      'Conley, GA, 55 min late',
      'bad',
    ],
    [
      'is late, but at the dock',
      { ...conley, status: 'ON_LOAD', currentLoad: { ...brief, status: 'AT_DELIVERY' }, readyAt: '2026-11-12T15:47:00Z' },
      'Today 10:47 EST',
      'Conley, GA, at the dock',
      undefined,
    ],
    [
      'has a problem',
      { ...conley, status: 'ON_LOAD', currentLoad: { ...brief, status: 'PROBLEM' }, readyAt: brief.deliveryAt },
      'Unknown',
      'Conley, GA, on hold',
      'bad',
    ],
    [
      'is in the shop',
      { ...conley, status: 'IN_SHOP', ownStatus: 'IN_SHOP', statusNote: 'brakes', readyAt: '2026-11-12T23:00:00Z' },
      'Today 18:00 EST',
      'Conley, GA, brakes',
      undefined,
    ],
    ['is at home', { ...conley, status: 'HOME', ownStatus: 'HOME', readyAt: '2026-11-16T13:00:00Z' }, 'Mon 11/16', 'Conley, GA', undefined],
    ['said nothing', { status: 'NOT_READY', ownStatus: 'NOT_READY' }, 'Not set', 'Not ready', undefined],
    ['left', { employment: 'INACTIVE' }, '–', undefined, undefined],
  ])('a driver who %s', (_, differs, first, second, tone) => {
    const words = formatEmpty(driver(differs), now);
    expect([words.first, words.second, words.tone]).toEqual([first, second, tone]);
  });

  it('is now only for who is ready and works', () => {
    expect(isEmptyNow(driver({ readyAt: '2026-11-12T16:42:00Z' }), now)).toBe(true);
    expect(isEmptyNow(driver({ readyAt: '2026-11-12T16:43:00Z' }), now)).toBe(false);
    expect(isEmptyNow(driver({ status: 'ON_LOAD' }), now)).toBe(false);
    expect(isEmptyNow(driver({ employment: 'INACTIVE' }), now)).toBe(false);
  });
});

describe('what a driver does now', () => {
  it.each<[LoadBrief['status'], string, string | undefined]>([
    ['IN_TRANSIT', 'Delivers today 18:30 EST', undefined],
    ['DISPATCHED', 'Picks up Wed 08:00 CST', undefined],
    ['AT_DELIVERY', 'At delivery, at dock', undefined],
    ['PROBLEM', 'Refused: 2 pallets wet', 'bad'],
  ])('%s', (status, second, tone) => {
    const currentLoad = { ...brief, status, problemReason: 'Refused: 2 pallets wet' };
    const words = formatNowOn(driver({ status: 'ON_LOAD', currentLoad }), now);
    expect([words.first, words.second, words.tone]).toEqual(['Milwaukee → Conley', second, tone]);
  });

  it('says it when it is nothing', () => {
    expect(formatNowOn(driver({ status: 'HOME' }), now)).toEqual({ first: 'At home', isQuiet: true });
  });
});

it('names truck and trailer, as far as there are some', () => {
  expect(truckLine(driver({}))).toBe('114 · Van 53');
  expect(truckLine(driver({ truckNumber: null, equipment: 'REEFER', trailerLengthFt: null }))).toBe('Reefer');
  expect(truckLine(driver({ truckNumber: null, equipment: null, trailerLengthFt: null }))).toBe('No truck yet');
});

it('looks for a load only for trucks that have somebody and nothing after this', () => {
  expect([
    needsLoad(driver({})),
    needsLoad(driver({ status: 'ON_LOAD', currentLoad: brief })),
    needsLoad(driver({ nextLoad: brief })),
    needsLoad(driver({ status: 'HOME' })),
    needsLoad(driver({ employment: 'INACTIVE' })),
  ]).toEqual([true, true, false, false, false]);
});

it('warns of documents, the worst first', () => {
  const warnings = expiryNotices(
    driver({ cdlExpiresOn: '2026-11-24', medicalExpiresOn: '2026-11-10', twicExpiresOn: '2027-06-01' }),
    '2026-11-12',
  );
  expect(warnings.map(({ words }) => words)).toEqual(['Medical card expired 2 days ago', 'CDL expires in 12 days']);
});

it('says it in fewer words where there is no room', () => {
  expect(['CDL expires in 12 days', 'Medical card expires today', 'TWIC expired 2 days ago'].map(shortWarning)).toEqual([
    'CDL, 12 d left',
    'Medical, last day',
    'TWIC expired',
  ]);
});

it('colours the dot on the map by what the truck is up to', () => {
  expect([
    dotTone(driver({})),
    dotTone(driver({ status: 'ON_LOAD', currentLoad: brief })),
    dotTone(driver({ status: 'ON_LOAD', currentLoad: { ...brief, status: 'AT_PICKUP' } })),
    dotTone(driver({ status: 'ON_LOAD', currentLoad: { ...brief, status: 'PROBLEM' } })),
    dotTone(driver({ status: 'HOME' })),
  ]).toEqual(['ready', 'rolling', 'waiting', 'problem', 'off']);
});
