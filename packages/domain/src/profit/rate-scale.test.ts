import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyKnownFacts, knownFacts } from '../testing/profit-facts.ts';
import type { ProfitFacts } from './facts.ts';
import { loadProfit } from './profit.ts';
import { keptBps, lowestRate, type RateRule, rateScale } from './rate-scale.ts';

const noRule: RateRule = {
  floorPerMileCents: null,
  floorNetPerDayCents: null,
  targetPerMileCents: null,
  targetNetPerDayCents: null,
  askMarginBps: null,
};
const hauled = anyKnownFacts.map((facts): ProfitFacts => ({ ...facts, status: 'BOOKED', statusBeforeProblem: null }));
const netAt = (facts: ProfitFacts, rateCents: number) =>
  loadProfit({ ...facts, linehaulCents: rateCents - facts.fuelSurchargeCents }).netCents;

/** Milwaukee to Conley for $2,450, as drawn on the card of the board. */
const posted: ProfitFacts = {
  ...knownFacts,
  linehaulCents: 245_000,
  loaded: { miles: 837, source: 'ESTIMATE' },
  deadhead: { miles: 12, source: 'ESTIMATE' },
  mpgLoaded: { value: 6.8, source: 'TRUCK' },
  mpgEmpty: { value: 6.8, source: 'TRUCK' },
  diesel: { tenthsPerGallon: 3_640, region: 'MIDWEST', week: '2026-11-09' },
  tolls: null,
  fixedCostPerDay: { value: 8_000, source: 'TRUCK' },
  days: 1.8,
};

describe('lowestRate', () => {
  it('reaches the goal, and no lower rate does', () => {
    fc.assert(
      fc.property(hauled, fc.integer({ min: -50_000, max: 300_000 }), (facts, goal) => {
        const rate = lowestRate(facts, goal);
        if (rate === null) {
          const most = netAt(facts, 1_000_000_000 + facts.fuelSurchargeCents);
          expect(most === null || most < goal || keptBps(facts) < 200).toBe(true);
          return;
        }
        expect(netAt(facts, rate)).toBeGreaterThanOrEqual(goal);
        // Below, cent by cent as far as rounding reaches, then in growing steps down to a linehaul of 0.
        for (let step = 1; rate - step >= facts.fuelSurchargeCents; step += step < 60 ? 1 : step) {
          expect(netAt(facts, rate - step)).toBeLessThan(goal);
        }
      }),
    );
  });

  it('is the lowest of all rates, compared with a look at every one of them, where many shares are rounded', () => {
    const percentPay = fc.integer({ min: 500, max: 4_000 }).map((rate) => ({
      terms: { model: 'PERCENTAGE' as const, rate },
      source: 'DRIVER' as const,
    }));
    const shares = fc.tuple(hauled, percentPay, percentPay, fc.integer({ min: 0, max: 1_000 }));
    fc.assert(
      fc.property(shares, fc.integer({ min: 0, max: 300 }), ([facts, driver, coDriver, feeBps], goal) => {
        const factoring = { isFactored: true, feeBps };
        const plain = { fees: [], fuelSurchargeCents: 0, agreedPayCents: null, truckPaidBy: 'DRIVER' as const };
        const shared: ProfitFacts = { ...facts, ...plain, driver, coDriver, factoring };
        const rate = lowestRate(shared, goal);
        if (rate === null || rate > 4_000) return;
        const all = Array.from({ length: rate + 1 }, (_, cents) => cents);
        expect(all.find((cents) => (netAt(shared, cents) ?? -1) >= goal)).toBe(rate);
      }),
    );
  });

  it('looks below the first rate it finds: three shares that round up together make the net fall', () => {
    const shares: ProfitFacts = {
      ...knownFacts,
      truckPaidBy: 'DRIVER',
      driver: { terms: { model: 'PERCENTAGE', rate: 3_000 }, source: 'DRIVER' },
      coDriver: { terms: { model: 'PERCENTAGE', rate: 3_000 }, source: 'DRIVER' },
      factoring: { isFactored: true, feeBps: 1_000 },
    };
    // 8 cents leave 8 − 2 − 2 − 1 = 3, and 5 cents leave 5 − 2 − 2 − 1 = 0 after 4 cents left 4 − 1 − 1 − 0 = 2.
    expect([3, 4, 5, 8].map((cents) => netAt(shares, cents))).toEqual([1, 2, 0, 3]);
    expect(lowestRate(shares, 2)).toBe(4);
  });

  it('is the same however many fees make up the sums', () => {
    const fee = { status: 'APPROVED' as const, brokerAmountCents: 1_250, driverAmountCents: 600 };
    const types = ['DETENTION', 'LUMPER', 'LATE_FEE', 'QUICK_PAY_FEE'] as const;
    const many = types.flatMap((type) => Array.from({ length: 25 }, () => ({ ...fee, type })));
    const few = types.map((type) => ({ ...fee, type, brokerAmountCents: 31_250, driverAmountCents: 15_000 }));
    const denied = { ...fee, type: 'LAYOVER' as const, status: 'DENIED' as const };
    expect(lowestRate({ ...knownFacts, fees: [...many, denied] }, 20_000)).toBe(lowestRate({ ...knownFacts, fees: few }, 20_000));
  });

  it('does not exist where shares take everything, or where costs are not known', () => {
    const all: ProfitFacts = { ...knownFacts, driver: { terms: { model: 'PERCENTAGE', rate: 9_800 }, source: 'DRIVER' } };
    expect(lowestRate(all, 0)).toBeNull();
    const fees = [{ type: 'FACTORING_FEE', status: 'PAID', brokerAmountCents: 100, driverAmountCents: 0 }] as const;
    // The entered fee takes the factor's 2.5% away, so that 2% of the rate are left for fuel, truck and the fee: $378.96.
    expect(lowestRate({ ...all, fees }, 0)).toBe(1_894_776);
    const nearlyAll: ProfitFacts = { ...all, factoring: { isFactored: true, feeBps: 50 } };
    expect(keptBps(nearlyAll)).toBe(150);
    expect(lowestRate(nearlyAll, 0)).toBeNull();
    expect(lowestRate({ ...knownFacts, mpgLoaded: null }, 0)).toBeNull();
  });
});

describe('rateScale', () => {
  it('is that of the card on the board', () => {
    const rule = { ...noRule, targetPerMileCents: 265, askMarginBps: 1_000 };
    const scale = rateScale(posted, rule, [230_000, 244_545]);
    // At $1,179.81 the factor takes $29.50 and the costs are $1,150.31. The target is 849 mi × $2.65, the ask 10% more.
    expect(scale).toEqual({
      rateCents: 245_000,
      floor: { rateCents: 117_981, by: 'BREAK_EVEN' },
      target: { rateCents: 224_985, by: 'PER_MILE', perMileCents: 265 },
      ask: { rateCents: 247_484, by: 'MARGIN', marginBps: 1_000, laneLoads: 2 },
      before: ['TOLLS'],
    });
  });

  it('is that of the card in the load form', () => {
    const rule = { ...noRule, floorNetPerDayCents: 20_000, targetPerMileCents: 250 };
    const paid = [98_000, 101_000, 104_000, 106_000, 110_000, 118_000, 121_000, 125_000, 131_000];
    const scale = rateScale({ ...knownFacts, tolls: null }, rule, paid);
    // At $899.29 the factor takes $22.48 and the costs are $656.81, which leaves $220 for 1.1 days. The seventh of nine loads paid $1,210.
    expect(scale.floor).toEqual({ rateCents: 89_929, by: 'NET_PER_DAY', perDayCents: 20_000 });
    expect(scale.target).toEqual({ rateCents: 107_250, by: 'PER_MILE', perMileCents: 250 });
    expect(scale.ask).toEqual({ rateCents: 121_000, by: 'LANE', laneLoads: 9 });
  });

  it('takes the higher of two rules, and says which', () => {
    const both = { ...noRule, floorPerMileCents: 150, targetPerMileCents: 200, targetNetPerDayCents: 60_000 };
    const scale = rateScale(posted, both, []);
    expect(scale.floor).toEqual({ rateCents: 127_350, by: 'PER_MILE', perMileCents: 150 });
    expect(scale.target).toMatchObject({ by: 'NET_PER_DAY', perDayCents: 60_000 });
    expect(rateScale(posted, { ...both, floorPerMileCents: 100 }, []).floor?.by).toBe('BREAK_EVEN');
  });

  it('lifts a target to the floor, and an ask from a cheap lane to the margin over the target', () => {
    const rule = { ...noRule, targetPerMileCents: 100, askMarginBps: 500 };
    const scale = rateScale(posted, rule, [90_000, 95_000, 99_000]);
    expect(scale.target).toEqual({ rateCents: 117_981, by: 'FLOOR' });
    expect(scale.ask).toEqual({ rateCents: 123_880, by: 'MARGIN', marginBps: 500, laneLoads: 3 });
  });

  it('has only the marks whose facts and rules are known', () => {
    expect(rateScale(posted, noRule, [])).toMatchObject({ target: null, ask: null });
    const blind = { ...posted, mpgLoaded: null, mpgEmpty: null };
    const rule = { ...noRule, targetPerMileCents: 265, targetNetPerDayCents: 60_000, askMarginBps: 1_000 };
    expect(rateScale(blind, rule, [])).toMatchObject({ floor: null, target: { by: 'PER_MILE' }, ask: { by: 'MARGIN' } });
    expect(rateScale({ ...posted, days: null }, { ...rule, floorNetPerDayCents: 20_000 }, []).floor).toBeNull();
    expect(rateScale({ ...posted, deadhead: null }, { ...rule, targetNetPerDayCents: null }, []).target).toBeNull();
    expect(rateScale({ ...posted, linehaulCents: null }, rule, []).rateCents).toBeNull();
    expect(rateScale({ ...posted, linehaulCents: null }, rule, []).floor).toEqual(rateScale(posted, rule, []).floor);
  });

  it('is not drawn for a load that is not hauled', () => {
    const rule = { ...noRule, targetPerMileCents: 265, askMarginBps: 1_000 };
    for (const status of ['TONU', 'CANCELLED', 'DISCARDED'] as const) {
      expect(rateScale({ ...posted, status }, rule, [])).toMatchObject({ floor: null, target: null, ask: null });
    }
  });

  it('is always in order, and reaches what each mark promises', () => {
    const cents = (max: number) => fc.option(fc.integer({ min: 0, max }));
    const rules = fc.record({
      floorPerMileCents: cents(400),
      floorNetPerDayCents: cents(50_000),
      targetPerMileCents: cents(500),
      targetNetPerDayCents: cents(90_000),
      askMarginBps: cents(2_000),
    });
    fc.assert(
      fc.property(hauled, rules, fc.array(fc.integer({ min: 0, max: 900_000 }), { maxLength: 8 }), (facts, rule, paid) => {
        const { floor, target, ask } = rateScale(facts, rule, paid);
        const marks = [floor, target, ask].filter((mark) => mark !== null).map(({ rateCents }) => rateCents);
        expect(marks).toEqual(marks.toSorted((a, b) => a - b));
        for (const mark of [floor, target]) {
          const profit = mark === null ? null : loadProfit({ ...facts, linehaulCents: mark.rateCents - facts.fuelSurchargeCents });
          if (mark?.by === 'BREAK_EVEN') expect(profit?.netCents).toBeGreaterThanOrEqual(0);
          if (mark?.by === 'NET_PER_DAY') expect(profit?.netPerDayCents).toBeGreaterThanOrEqual(mark.perDayCents);
        }
        if (ask?.by === 'LANE') expect(paid.filter((one) => one >= ask.rateCents).length * 4).toBeGreaterThanOrEqual(paid.length);
      }),
    );
  });
});
