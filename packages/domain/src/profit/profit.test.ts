import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type CountedLoad, dispatchFeeCents, factoringCents, figuresOf, isTonu, suggestDriverPay, sumFees } from '../loads/money.ts';
import { uncountedStatuses } from '../loads/status.ts';
import { anyFacts, anyKnownFacts, factsBeforeAndAfter, knownFacts } from '../testing/profit-facts.ts';
import type { MissingFact, ProfitFacts, ProfitLine } from './facts.ts';
import { loadProfit } from './profit.ts';

const lineOf = (facts: ProfitFacts, kind: ProfitLine['kind']) => loadProfit(facts).lines.find((line) => line.kind === kind);
/** What a line takes away; 0 without such a line, null when it isn't known. */
const costOf = (facts: ProfitFacts, kind: ProfitLine['kind']) => {
  const line = lineOf(facts, kind);
  return line === undefined ? 0 : line.cents === null ? null : 0 - line.cents;
};
const byCompany = anyKnownFacts.map((facts): ProfitFacts => ({ ...facts, truckPaidBy: 'COMPANY' }));

describe('the ledger', () => {
  it('adds up to the net, to the cent', () => {
    fc.assert(
      fc.property(anyFacts, (facts) => {
        const { lines, netCents } = loadProfit(facts);
        if (netCents !== null) expect(netCents).toBe(lines.reduce((sum, { cents }) => sum + (cents ?? 0), 0));
        for (const { cents } of lines) expect(cents === null || (Number.isSafeInteger(cents) && !Object.is(cents, -0))).toBe(true);
      }),
    );
  });

  it('has a net exactly when nothing but tolls and fixed cost is open, and names those', () => {
    fc.assert(
      fc.property(anyFacts, (facts) => {
        const { lines, netCents, before, missing } = loadProfit(facts);
        const open = lines.filter(({ cents }) => cents === null).map(({ kind }) => kind);
        expect(netCents === null).toBe(open.some((kind) => kind !== 'TOLLS' && kind !== 'FIXED_COST'));
        expect(before).toEqual(netCents === null ? [] : open);
        expect(new Set(missing).size).toBe(missing.length);
        if (open.length > 0) expect(missing).not.toEqual([]);
      }),
    );
  });

  it('misses nothing when every fact is known, except the hours of a driver paid by the hour', () => {
    fc.assert(
      fc.property(anyKnownFacts, (facts) => {
        const { agreedPayCents, driver, coDriver } = facts;
        const isHourly = agreedPayCents === null && [driver, coDriver].some((person) => person?.terms?.model === 'HOURLY');
        const { missing, netCents, netPerDayCents, before } = loadProfit(facts);
        expect(missing.length > 0).toBe(isHourly);
        expect([netCents, netPerDayCents].includes(null)).toBe(isHourly);
        expect(before).toEqual([]);
      }),
    );
  });
});

describe('a fact that is not known', () => {
  const terms = (model: 'PER_MILE' | 'PERCENTAGE' | 'HOURLY' | 'WEEKLY', rate: number) => ({
    terms: { model, rate },
    source: 'DRIVER' as const,
  });
  const weeklyFee = {
    model: 'FLAT_PER_TRUCK_WEEK' as const,
    percentBps: 0,
    amountCents: 35_000,
    base: 'LINEHAUL' as const,
    minimumCents: 0,
    appliesToTonu: false,
  };
  const cases: [MissingFact, Partial<ProfitFacts>, ProfitLine['kind'][]][] = [
    ['LINEHAUL', { linehaulCents: null }, ['LINEHAUL', 'FACTOR_FEE']],
    ['LINEHAUL', { linehaulCents: null, driver: terms('PERCENTAGE', 2_500) }, ['LINEHAUL', 'DRIVER_PAY', 'FACTOR_FEE']],
    ['LOADED_MILES', { loaded: null }, ['FUEL', 'DRIVER_PAY']],
    ['LOADED_MILES', { loaded: { miles: 0, source: 'ESTIMATE' } }, ['FUEL', 'DRIVER_PAY']],
    ['LOADED_MILES', { loaded: null, truckPaidBy: 'DRIVER' }, ['DRIVER_PAY']],
    ['DEADHEAD_MILES', { deadhead: null }, ['FUEL', 'DRIVER_PAY']],
    ['DEADHEAD_MILES', { deadhead: null, driver: terms('PERCENTAGE', 2_500) }, ['FUEL']],
    ['MPG_LOADED', { mpgLoaded: null }, ['FUEL']],
    ['MPG_LOADED', { mpgLoaded: { value: 0, source: 'TRUCK' } }, ['FUEL']],
    ['MPG_EMPTY', { mpgEmpty: null }, ['FUEL']],
    ['DIESEL_PRICE', { diesel: null }, ['FUEL']],
    ['TOLLS', { tolls: null }, ['TOLLS']],
    ['DRIVER_PAY', { driver: { terms: null, source: 'DRIVER' } }, ['DRIVER_PAY']],
    ['DRIVER_PAY', { driver: terms('HOURLY', 2_800) }, ['DRIVER_PAY']],
    ['CO_DRIVER_PAY', { coDriver: { terms: null, source: 'DRIVER' } }, ['CO_DRIVER_PAY']],
    ['FACTORING', { factoring: null }, ['FACTOR_FEE']],
    ['FACTORING', { factoring: { isFactored: true, feeBps: null } }, ['FACTOR_FEE']],
    ['FIXED_COST', { fixedCostPerDay: null }, ['FIXED_COST']],
    ['DAYS', { days: null }, ['FIXED_COST']],
    ['DAYS', { days: 0 }, ['FIXED_COST']],
    ['DAYS', { days: null, driver: terms('WEEKLY', 180_000) }, ['DRIVER_PAY', 'FIXED_COST']],
    ['DAYS', { days: null, dispatchFee: weeklyFee }, ['DISPATCH_FEE', 'FIXED_COST']],
  ];

  it.each(cases)('%s is named, and its lines have no amount: %j', (fact, change, kinds) => {
    const profit = loadProfit({ ...knownFacts, ...change });
    expect(profit.missing).toEqual([fact]);
    expect(profit.lines.filter(({ cents }) => cents === null).map(({ kind }) => kind)).toEqual(kinds);
  });

  it('gives no figure that a later answer could contradict', () => {
    // Filling in what was missing changes only lines that had no amount.
    fc.assert(
      fc.property(factsBeforeAndAfter, ({ known, partly }) => {
        const whole = new Map(loadProfit(known).lines.map((line) => [line.kind, line.cents]));
        for (const { kind, cents } of loadProfit(partly).lines) {
          if (cents !== null && kind !== 'FEE') expect(whole.get(kind)).toBe(cents);
        }
      }),
    );
  });
});

describe('a TONU with a driver paid by the mile', () => {
  const byMile = { terms: { model: 'PER_MILE' as const, rate: 65 }, source: 'DRIVER' as const };
  const tonu: ProfitFacts = { ...knownFacts, status: 'TONU', loaded: null, agreedPayCents: null, driver: { ...byMile, paidMiles: null } };

  it('asks for the deadhead, and never for loaded miles', () => {
    expect(loadProfit({ ...tonu, deadhead: null }).missing).toContain('DEADHEAD_MILES');
    expect(loadProfit({ ...tonu, deadhead: null }).missing).not.toContain('LOADED_MILES');
  });

  it('asks for the pay where the truck stood at the pickup already', () => {
    const { missing, cutCents } = loadProfit({ ...tonu, deadhead: { miles: 0, source: 'LOAD_BEFORE' } });
    expect([missing, cutCents]).toEqual([['DRIVER_PAY'], null]);
  });
});

describe('fuel', () => {
  it('is loaded miles by mpg loaded and empty miles by mpg empty, at the price, with one rounding', () => {
    fc.assert(
      fc.property(byCompany, (facts) => {
        const loaded = BigInt(isTonu(facts) ? 0 : (facts.loaded?.miles ?? 0));
        const empty = BigInt(facts.deadhead?.miles ?? 0);
        const a = BigInt(Math.round((facts.mpgLoaded?.value ?? 0) * 100));
        const b = BigInt(Math.round((facts.mpgEmpty?.value ?? 0) * 100));
        const price = BigInt(facts.diesel?.tenthsPerGallon ?? 0);
        // In cents: (loaded ÷ a + empty ÷ b) × 100 × price ÷ 10. The product rounds a half up, so it is in [exact − ½, exact + ½].
        const fuel = BigInt(costOf(facts, 'FUEL') ?? 0);
        const offTwice = 2n * fuel * a * b - 20n * price * (loaded * b + empty * a);
        expect(offTwice > -(a * b) && offTwice <= a * b).toBe(true);
      }),
    );
  });

  it('never costs less at a higher price, and never more with a better mpg', () => {
    fc.assert(
      fc.property(byCompany, fc.integer({ min: 0, max: 3_000 }), fc.integer({ min: 0, max: 300 }), (facts, tenths, hundredths) => {
        const net = loadProfit(facts).netCents;
        const { diesel, mpgLoaded } = facts;
        if (net === null || diesel === null || mpgLoaded === null) return;
        const dearer = loadProfit({ ...facts, diesel: { ...diesel, tenthsPerGallon: diesel.tenthsPerGallon + tenths } }).netCents;
        expect(dearer).toBeLessThanOrEqual(net);
        const thriftier = loadProfit({ ...facts, mpgLoaded: { ...mpgLoaded, value: mpgLoaded.value + hundredths / 100 } }).netCents;
        expect(thriftier).toBeGreaterThanOrEqual(net);
      }),
    );
  });

  it('is nothing for a truck that did not move, and needs neither mpg nor price then', () => {
    const still = { ...knownFacts, status: 'TONU' as const, deadhead: { miles: 0, source: 'ENTERED' as const } };
    const profit = loadProfit({ ...still, mpgLoaded: null, mpgEmpty: null, diesel: null });
    expect(profit.lines.find(({ kind }) => kind === 'FUEL')?.cents).toBe(0);
    expect(profit.missing).toEqual([]);
    expect(profit.rpm).toBeNull();
  });

  it('of an owner operator is not the company’s', () => {
    fc.assert(
      fc.property(anyFacts, (facts) => {
        const { lines, missing } = loadProfit({ ...facts, truckPaidBy: 'DRIVER' });
        expect(lines.filter(({ kind }) => kind === 'FUEL' || kind === 'TOLLS' || kind === 'FIXED_COST')).toEqual([]);
        expect(missing).not.toContain('TOLLS');
        expect(missing).not.toContain('FIXED_COST');
      }),
    );
  });
});

describe('days', () => {
  it('count in tenths, as they are shown: net a day × days is the net', () => {
    fc.assert(
      fc.property(byCompany, fc.double({ min: 0.01, max: 12, noNaN: true }), (facts, days) => {
        const profit = loadProfit({ ...facts, days });
        if (profit.netCents === null || profit.netPerDayCents === null || profit.days === null) return;
        const tenths = Math.round(profit.days * 10);
        expect(tenths).toBe(Math.max(Math.round(days * 10), 1));
        expect(Math.abs(profit.netPerDayCents * tenths - profit.netCents * 10)).toBeLessThanOrEqual(tenths / 2);
        const perDay = facts.fixedCostPerDay?.value ?? 0;
        expect(Math.abs((costOf({ ...facts, days }, 'FIXED_COST') ?? 0) * 10 - perDay * tenths)).toBeLessThanOrEqual(5);
      }),
    );
  });

  it('share a week’s pay: seven days are the whole week', () => {
    const weekly = { ...knownFacts, driver: { terms: { model: 'WEEKLY' as const, rate: 180_000 }, source: 'DRIVER' as const } };
    expect(costOf({ ...weekly, days: 7 }, 'DRIVER_PAY')).toBe(180_000);
    expect(costOf({ ...weekly, days: 1.4 }, 'DRIVER_PAY')).toBe(36_000);
    expect(loadProfit(weekly).cutCents).toBeNull();
  });
});

describe('fees', () => {
  const add = (facts: ProfitFacts, fee: Partial<ProfitFacts['fees'][number]>): ProfitFacts => ({
    ...facts,
    fees: [...facts.fees, { type: 'LUMPER', status: 'APPROVED', brokerAmountCents: 18_000, driverAmountCents: 18_000, ...fee }],
  });

  it('that were denied, pass through in full or come as an advance change no total', () => {
    fc.assert(
      fc.property(anyFacts, (facts) => {
        const before = loadProfit(facts);
        expect(loadProfit(add(facts, {}))).toEqual(before);
        expect(loadProfit(add(facts, { type: 'DETENTION', status: 'DENIED' }))).toEqual(before);
        expect(loadProfit(add(facts, { type: 'ADVANCE' }))).toEqual(before);
      }),
    );
  });

  it('for early payment that somebody entered take the place of the computed factor fee', () => {
    for (const type of ['FACTORING_FEE', 'QUICK_PAY_FEE'] as const) {
      const entered = add(knownFacts, { type, brokerAmountCents: 3_410 });
      expect(lineOf(entered, 'FACTOR_FEE')).toBeUndefined();
      // 2.5% of $1,140 is $28.50. The entered fee was $34.10.
      expect(loadProfit(entered).netCents).toBe((loadProfit(knownFacts).netCents ?? 0) + 2_850 - 3_410);
      const denied = add(knownFacts, { type, status: 'DENIED', brokerAmountCents: 3_410 });
      expect(loadProfit(denied)).toEqual(loadProfit(knownFacts));
    }
  });
});

describe('the same figure everywhere', () => {
  const storedOf = (facts: ProfitFacts, driverPayCents: number): CountedLoad => ({
    ...facts,
    linehaulCents: facts.linehaulCents ?? 0,
    driverPayCents,
    factoringStatus: facts.factoring?.isFactored ? 'APPROVED' : 'NOT_FACTORED',
    factoringFeeBps: facts.factoring?.feeBps ?? 0,
    loadedMiles: facts.loaded?.miles ?? 0,
    deadheadMiles: facts.deadhead?.miles ?? 0,
    deletedAt: null,
  });

  it('gross, cut and driver pay are those of lists, details and analytics', () => {
    fc.assert(
      fc.property(anyKnownFacts, fc.integer({ min: 0, max: 500_000 }), (facts, agreedPayCents) => {
        const agreed = { ...facts, agreedPayCents };
        const figures = figuresOf([storedOf(facts, agreedPayCents)]);
        const profit = loadProfit(agreed);
        expect(profit.grossCents).toBe(figures.grossCents);
        expect(profit.cutCents).toBe(figures.cutCents);
        expect((costOf(agreed, 'DRIVER_PAY') ?? 0) + (costOf(agreed, 'DRIVER_FEES') ?? 0)).toBe(figures.driverPayCents);
      }),
    );
  });

  it('pay by terms is what the form suggests and the API stores', () => {
    fc.assert(
      fc.property(anyKnownFacts, (facts) => {
        const byTerms = { ...facts, agreedPayCents: null };
        const { terms } = facts.driver;
        if (terms?.model === 'WEEKLY') return;
        const loadedMiles = isTonu(facts) ? 0 : (facts.loaded?.miles ?? 0);
        const stored = { ...storedOf(facts, 0), loadedMiles };
        expect(costOf(byTerms, 'DRIVER_PAY')).toBe(suggestDriverPay(terms, stored));
      }),
    );
  });

  it('the dispatch fee is that of the load, unless it is paid by the week', () => {
    fc.assert(
      fc.property(anyKnownFacts, (facts) => {
        if (facts.dispatchFee?.model === 'FLAT_PER_TRUCK_WEEK') return;
        const grossCents = loadProfit(facts).grossCents ?? 0;
        const { earlyPayCents } = sumFees(facts.fees);
        const computed = factoringCents({ ...storedOf(facts, 0), grossCents, earlyPayCents });
        const base = { ...storedOf(facts, 0), grossCents, factoringCents: earlyPayCents + computed };
        expect(costOf(facts, 'DISPATCH_FEE')).toBe(dispatchFeeCents(facts.dispatchFee, base));
      }),
    );
  });

  it('the net is the cut less fuel, tolls, dispatch fee and fixed cost', () => {
    fc.assert(
      fc.property(anyKnownFacts, fc.integer({ min: 0, max: 500_000 }), (facts, agreedPayCents) => {
        const agreed = { ...facts, agreedPayCents };
        const { cutCents, netCents } = loadProfit(agreed);
        const costs = (['FUEL', 'TOLLS', 'DISPATCH_FEE', 'FIXED_COST'] as const).reduce(
          (sum, kind) => sum + (costOf(agreed, kind) ?? 0),
          0,
        );
        expect(netCents).toBe((cutCents ?? 0) - costs);
      }),
    );
  });
});

describe('a load that does not count', () => {
  it('brings nothing and costs nothing', () => {
    fc.assert(
      fc.property(anyFacts, fc.constantFrom(...uncountedStatuses), (facts, status) => {
        const { isCounted, grossCents, cutCents, netCents, netPerDayCents, lines, missing } = loadProfit({ ...facts, status });
        expect({ isCounted, grossCents, cutCents, netCents, netPerDayCents, lines, missing }).toEqual({
          isCounted: false,
          grossCents: 0,
          cutCents: 0,
          netCents: 0,
          netPerDayCents: null,
          lines: [],
          missing: [],
        });
      }),
    );
  });
});
