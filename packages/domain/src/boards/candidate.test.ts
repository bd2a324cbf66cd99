import { describe, expect, it } from 'vitest';
import { loadProfit } from '../profit/profit.ts';
import { boardLoad, postedRate } from '../testing/board-load.ts';
import { knownFacts } from '../testing/profit-facts.ts';
import { candidateProfitFacts } from './candidate.ts';
import { centsPerMile, postedCents } from './figures.ts';

const load = boardLoad({ tripMiles: 420, deadheadOrigin: 9, rate: postedRate(1_140) });
const { status, statusBeforeProblem, linehaulCents, fuelSurchargeCents, fees, loaded, agreedPayCents, ...truck } = knownFacts;

describe('the profit of a load on a board', () => {
  it('is that of the same load, booked', () => {
    expect(loadProfit(candidateProfitFacts(load, truck))).toMatchObject({ netCents: loadProfit(knownFacts).netCents, missing: [] });
    expect({ status, statusBeforeProblem, linehaulCents, fuelSurchargeCents, fees, agreedPayCents, miles: loaded?.miles }).toEqual({
      status: 'BOOKED',
      statusBeforeProblem: null,
      linehaulCents: 114_000,
      fuelSurchargeCents: 0,
      fees: [],
      agreedPayCents: null,
      miles: 420,
    });
  });

  it('counts the truck’s own deadhead before the one on the board', () => {
    expect(candidateProfitFacts(load, truck).deadhead).toEqual(truck.deadhead);
    expect(candidateProfitFacts(load, { ...truck, deadhead: null }).deadhead).toEqual({ miles: 9, source: 'ENTERED' });
    expect(candidateProfitFacts(boardLoad(), { ...truck, deadhead: null }).deadhead).toBeNull();
  });

  it.each([
    ['no rate', boardLoad({ tripMiles: 420 }), ['LINEHAUL']],
    ['an estimate', { ...load, rate: { ...load.rate, origin: 'BOARD_ESTIMATE' as const } }, ['LINEHAUL']],
    ['Canadian dollars', { ...load, rate: { ...load.rate, total: { cents: 114_000, currency: 'CAD' as const } } }, ['LINEHAUL']],
    ['no miles', boardLoad({ rate: postedRate(1_140) }), ['LOADED_MILES']],
  ])('names what is missing with %s', (_, changed, missing) => {
    expect(loadProfit(candidateProfitFacts(changed, truck))).toMatchObject({ netCents: null, missing });
  });
});

describe('rates on a board', () => {
  it('per mile are over the loaded or over all miles', () => {
    expect(centsPerMile(load, 'LOADED')).toBeCloseTo(114_000 / 420);
    expect(centsPerMile(load, 'ALL_IN')).toBeCloseTo(114_000 / 429);
    expect(centsPerMile({ ...load, deadheadOrigin: null }, 'ALL_IN')).toBeNull();
    expect(centsPerMile({ ...load, tripMiles: null }, 'LOADED')).toBeNull();
  });

  it('by the mile are counted for the trip', () => {
    const rate = { total: null, perMileCents: 245, basis: 'PER_MILE' as const, origin: 'POSTED' as const };
    expect(postedCents({ rate, tripMiles: 420 })).toBe(102_900);
    expect(postedCents({ rate, tripMiles: null })).toBeNull();
  });
});
