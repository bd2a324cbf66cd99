import { describe, expect, it } from 'vitest';
import { stateCodes } from '../equipment.ts';
import {
  type DieselPrice,
  type DieselRegion,
  dieselPriceFor,
  dieselRegionOf,
  dieselRegions,
  readPricePerGallon,
} from './diesel-regions.ts';

/** As EIA lists the districts. */
const listed: Record<Exclude<DieselRegion, 'US'>, string> = {
  NEW_ENGLAND: 'CT MA ME NH RI VT',
  CENTRAL_ATLANTIC: 'DC DE MD NJ NY PA',
  LOWER_ATLANTIC: 'FL GA NC SC VA WV',
  MIDWEST: 'IA IL IN KS KY MI MN MO ND NE OH OK SD TN WI',
  GULF_COAST: 'AL AR LA MS NM TX',
  ROCKY_MOUNTAIN: 'CO ID MT UT WY',
  WEST_COAST: 'AZ NV OR WA',
  CALIFORNIA: 'CA',
};
const notAsked = 'AB AK BC HI MB NB NL NS NT NU ON PE PR QC SK YT';

describe('dieselRegionOf', () => {
  it('has the states of each region as EIA lists them, and none for places without a station in the survey', () => {
    const found = Object.groupBy(stateCodes, (state) => dieselRegionOf(state) ?? 'NONE');
    const words = Object.fromEntries(
      Object.entries(found).map(([region, states]) => [region, states.toSorted((a, b) => a.localeCompare(b)).join(' ')]),
    );
    expect(words).toEqual({ ...listed, NONE: notAsked });
  });

  it('covers the 48 contiguous states and D.C.', () => {
    expect(stateCodes.filter((state) => dieselRegionOf(state) !== null)).toHaveLength(49);
  });

  it('has a code of its own for each region', () => {
    const codes = Object.values(dieselRegions).map(({ eiaArea }) => eiaArea);
    expect(codes).toEqual(['R1X', 'R1Y', 'R1Z', 'R20', 'R30', 'R40', 'R5XCA', 'SCA', 'NUS']);
  });
});

describe('readPricePerGallon', () => {
  it.each([
    ['3.714', 3_714],
    ['3.71', 3_710],
    ['3.7', 3_700],
    [' 10.005 ', 10_005],
    ['3', 3_000],
    ['3.', null],
    ['', null],
    ['NA', null],
    ['3.7145', null],
    ['-3.714', null],
    ['371.4', null],
  ])('%j is %s', (text, tenths) => {
    expect(readPricePerGallon(text)).toBe(tenths);
  });
});

describe('dieselPriceFor', () => {
  const price = (region: DieselRegion, week: string, tenthsPerGallon = 3_640): DieselPrice => ({ tenthsPerGallon, region, week });
  const prices = [
    price('MIDWEST', '2026-11-02', 3_652),
    price('MIDWEST', '2026-11-09', 3_640),
    price('US', '2026-11-09', 3_701),
    price('GULF_COAST', '2026-10-26', 3_377),
    price('LOWER_ATLANTIC', '2026-11-09', 3_599),
  ];

  it('is the newest one of the region of the pickup', () => {
    expect(dieselPriceFor(prices, 'WI', '2026-11-12')).toEqual(prices[1]);
    expect(dieselPriceFor(prices, 'GA', '2026-11-12')).toEqual(prices[4]);
  });

  it('is the one that was known on the day, for a load of the past', () => {
    expect(dieselPriceFor(prices, 'WI', '2026-11-08')).toEqual(prices[0]);
    expect(dieselPriceFor(prices, 'WI', '2026-11-01')).toBeNull();
  });

  it('is used for two weeks, then the U.S. average takes its place', () => {
    expect(dieselPriceFor(prices, 'TX', '2026-11-09')).toEqual(prices[3]);
    expect(dieselPriceFor(prices, 'TX', '2026-11-10')).toEqual(prices[2]);
    expect(dieselPriceFor(prices, 'TX', '2026-11-23')).toEqual(prices[2]);
    expect(dieselPriceFor(prices, 'TX', '2026-11-24')).toBeNull();
  });

  it('is not known outside the survey, also with a U.S. average', () => {
    for (const state of ['ON', 'AK', 'HI', 'PR', 'MX', '']) expect(dieselPriceFor(prices, state, '2026-11-12')).toBeNull();
    expect(dieselPriceFor([], 'WI', '2026-11-12')).toBeNull();
  });
});
