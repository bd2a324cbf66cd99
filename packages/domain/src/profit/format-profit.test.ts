import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyFacts, knownFacts } from '../testing/profit-facts.ts';
import { missingFacts, type ProfitFacts } from './facts.ts';
import { formatDieselSource, formatLedger, formatMissing, formatTripDays } from './format-profit.ts';
import { formatScaleNote, rateVerdict } from './format-rate-scale.ts';
import { loadProfit } from './profit.ts';
import { type RateScale, rateScale } from './rate-scale.ts';

const ledgerOf = (change: Partial<ProfitFacts>) =>
  formatLedger(loadProfit({ ...knownFacts, ...change })).map(({ name, note, amount }) => [name, note, amount]);
const noteOf = (change: Partial<ProfitFacts>, name: string) => ledgerOf(change).find((row) => row[0] === name)?.[1];

describe('the ledger in words', () => {
  it('is that of the card in the load form', () => {
    expect(ledgerOf({ tolls: null })).toEqual([
      ['Linehaul', null, '$1,140.00'],
      ['Fuel', '429 mi at 6.5 mpg, $3.71 a gallon (Midwest, Nov 9)', '−$244.86'],
      ['Tolls', 'not included', '–'],
      ['Driver pay', '429 mi × $0.65', '−$278.85'],
      ['Factor fee', '2.5% of gross', '−$28.50'],
      ['Truck, fixed', '$121 a day × 1.1', '−$133.10'],
      ['Net before tolls', null, '$454.69'],
    ]);
  });

  it('shows every kind of line', () => {
    const dispatchFee = {
      model: 'PERCENT' as const,
      percentBps: 800,
      amountCents: 0,
      base: 'LINEHAUL' as const,
      minimumCents: 10_000,
      appliesToTonu: false,
    };
    const fees = [
      { type: 'DETENTION' as const, status: 'APPROVED' as const, brokerAmountCents: 7_500, driverAmountCents: 5_000 },
      { type: 'LATE_FEE' as const, status: 'APPROVED' as const, brokerAmountCents: 15_000, driverAmountCents: 0 },
    ];
    const percent = { terms: { model: 'PERCENTAGE' as const, rate: 1_850 }, source: 'DRIVER' as const };
    expect(ledgerOf({ fuelSurchargeCents: 20_000, fees, dispatchFee, driver: percent, coDriver: percent })).toEqual([
      ['Linehaul', null, '$1,140.00'],
      ['Fuel surcharge', null, '$200.00'],
      ['Detention', null, '$75.00'],
      ['Late fee', null, '−$150.00'],
      ['Fuel', '429 mi at 6.5 mpg, $3.71 a gallon (Midwest, Nov 9)', '−$244.86'],
      ['Tolls', 'truck route by HERE', '$0.00'],
      ['Driver pay', '18.5% of linehaul and surcharge', '−$247.90'],
      ['Co-driver pay', '18.5% of linehaul and surcharge', '−$247.90'],
      ['Fees to the driver', null, '−$50.00'],
      ['Factor fee', '2.5% of gross', '−$35.38'],
      ['Dispatch fee', '8% of linehaul, at least $100', '−$100.00'],
      ['Truck, fixed', '$121 a day × 1.1', '−$133.10'],
      ['Net', null, '$205.86'],
    ]);
  });

  it.each<[Partial<ProfitFacts>, string]>([
    [{ mpgEmpty: { value: 7.9, source: 'TRUCK' } }, '420 mi at 6.5 mpg and 9 mi empty at 7.9 mpg, $3.71 a gallon (Midwest, Nov 9)'],
    [{ deadhead: { miles: 0, source: 'PROVIDER' } }, '420 mi at 6.5 mpg, $3.71 a gallon (Midwest, Nov 9)'],
    [
      { deadhead: { miles: 0, source: 'LOAD_BEFORE' } },
      '420 mi at 6.5 mpg, no deadhead: the load before ended there, $3.71 a gallon (Midwest, Nov 9)',
    ],
    [{ status: 'TONU' }, '9 mi empty at 6.5 mpg, $3.71 a gallon (Midwest, Nov 9)'],
    [
      { loaded: { miles: 1_420, source: 'ESTIMATE' }, deadhead: { miles: 9, source: 'ESTIMATE' } },
      '1,429 mi estimated at 6.5 mpg, $3.71 a gallon (Midwest, Nov 9)',
    ],
    [
      { mpgLoaded: { value: 6.5, source: 'COMPANY' }, mpgEmpty: { value: 6.5, source: 'COMPANY' } },
      '429 mi at 6.5 mpg (company default), $3.71 a gallon (Midwest, Nov 9)',
    ],
    [{ diesel: { tenthsPerGallon: 3_714, region: 'US', week: '2026-11-16' } }, '429 mi at 6.5 mpg, $3.714 a gallon (U.S. average, Nov 16)'],
    [{ diesel: null }, '429 mi at 6.5 mpg, diesel price not known'],
    [{ mpgLoaded: null, mpgEmpty: null }, '429 mi, mpg not known, $3.71 a gallon (Midwest, Nov 9)'],
    [{ loaded: null }, 'miles not known, $3.71 a gallon (Midwest, Nov 9)'],
    [{ status: 'TONU', deadhead: { miles: 0, source: 'ENTERED' } }, 'no miles'],
  ])('fuel of %j', (change, note) => {
    expect(noteOf(change, 'Fuel')).toBe(note);
  });

  it.each<[ProfitFacts['driver']['terms'], string]>([
    [{ model: 'PER_LOAD', rate: 50_000 }, '$500 a load'],
    [{ model: 'PERCENTAGE', rate: 2_500 }, '25% of linehaul'],
    [{ model: 'HOURLY', rate: 2_850 }, '$28.50 an hour, hours not known'],
    [{ model: 'WEEKLY', rate: 180_000 }, '1.1 of 7 days at $1,800 a week'],
    [null, 'not known'],
  ])('pay of %j', (terms, note) => {
    expect(noteOf({ driver: { terms, source: 'DRIVER' } }, 'Driver pay')).toBe(note);
  });

  it('says where a pay comes from that is not the driver’s own', () => {
    expect(noteOf({ agreedPayCents: 30_000 }, 'Driver pay')).toBe('agreed for this load');
    expect(noteOf({ driver: { terms: { model: 'PER_MILE', rate: 60 }, source: 'COMPANY' } }, 'Driver pay')).toBe(
      '429 mi × $0.60 (company default)',
    );
  });

  it('names the week of tolls that are older', () => {
    const tolls = { cents: 4_100, source: 'HERE', week: '2026-11-02' } as const;
    expect(noteOf({ tolls: { ...tolls, isOlder: false } }, 'Tolls')).toBe('truck route by HERE');
    expect(noteOf({ tolls: { ...tolls, isOlder: true } }, 'Tolls')).toBe('truck route by HERE, tolls of week Nov 2');
    expect(noteOf({ tolls: null }, 'Tolls')).toBe('not included');
  });

  it('names what is missing instead of a net', () => {
    expect(ledgerOf({ linehaulCents: null, mpgLoaded: null, tolls: null }).at(-1)).toEqual(['Net', 'Missing: rate, mpg loaded', '–']);
    expect(ledgerOf({ tolls: null, fixedCostPerDay: null }).at(-1)?.[0]).toBe('Net before tolls and fixed costs');
    expect(ledgerOf({ truckPaidBy: 'DRIVER' }).at(-1)?.[1]).toBe('fuel, tolls and truck are paid by the driver');
  });

  it('never shows a number for what is not known, nor hides one that is', () => {
    fc.assert(
      fc.property(anyFacts, (facts) => {
        const profit = loadProfit(facts);
        const rows = formatLedger(profit);
        const cents = [...profit.lines.map((line) => line.cents), profit.netCents];
        expect(rows.map(({ amount, isKnown }) => [amount === '–', isKnown])).toEqual(cents.map((one) => [one === null, one !== null]));
        for (const { note } of rows) expect(note ?? '').not.toMatch(/null|undefined|NaN|Infinity/);
      }),
    );
  });

  it('has a word for every missing fact, the source of the price and the days', () => {
    expect(new Set(missingFacts.map(formatMissing)).size).toBe(missingFacts.length);
    expect(formatDieselSource({ tenthsPerGallon: 3_640, region: 'WEST_COAST', week: '2026-11-09' })).toBe('Diesel: EIA, West Coast, Nov 9');
    expect([1.8, 1, null].map(formatTripDays)).toEqual(['1.8 days with rest', '1 day with rest', 'Trip days not known']);
  });
});

describe('the scale in words', () => {
  const rule = {
    floorPerMileCents: null,
    floorNetPerDayCents: 20_000,
    targetPerMileCents: 250,
    targetNetPerDayCents: null,
    askMarginBps: 1_000,
  };
  const paid = [98_000, 101_000, 104_000, 106_000, 110_000, 118_000, 121_000, 125_000, 131_000];
  const drawn = rateScale(knownFacts, rule, paid);

  it('is that of the card in the load form', () => {
    expect(formatScaleNote(drawn)).toBe(
      'Floor is break-even plus $200 a day. Target is $2.50 a mile. ' +
        'Ask is what the best quarter of your 9 loads on this lane in 90 days paid.',
    );
    expect(rateVerdict(drawn)).toEqual({ tone: 'good', text: '$67 over target, $70 under what you could ask' });
  });

  it.each<[Partial<RateScale>, string]>([
    [{ target: null, ask: null, before: ['TOLLS'] }, 'Floor is break-even before tolls plus $200 a day.'],
    [{ floor: { rateCents: 1, by: 'BREAK_EVEN' }, target: null, ask: null }, 'Floor is break-even.'],
    [
      { floor: { rateCents: 1, by: 'BREAK_EVEN' }, target: null, ask: null, before: ['TOLLS', 'FIXED_COST'] },
      'Floor is break-even before tolls and fixed costs.',
    ],
    [{ floor: { rateCents: 1, by: 'PER_MILE', perMileCents: 210 }, target: null, ask: null }, 'Floor is $2.10 a mile.'],
    [{ floor: null, target: { rateCents: 1, by: 'NET_PER_DAY', perDayCents: 50_000 }, ask: null }, 'Target is $500 net a day.'],
    [{ floor: null, target: { rateCents: 1, by: 'FLOOR' }, ask: null }, 'Target is the floor, because your goal is below it.'],
    [
      { floor: null, target: null, ask: { rateCents: 1, by: 'MARGIN', marginBps: 1_000, laneLoads: 2 } },
      'Ask is 10% over target: you have fewer than 3 loads on this lane in 90 days.',
    ],
    [
      { floor: null, target: null, ask: { rateCents: 1, by: 'MARGIN', marginBps: 750, laneLoads: 4 } },
      'Ask is 7.5% over target: this lane paid less.',
    ],
    [{ floor: null, target: null, ask: null }, ''],
  ])('%j', (change, note) => {
    expect(formatScaleNote({ ...drawn, ...change })).toBe(note);
  });

  it.each<[Partial<RateScale>, string, string]>([
    [{ rateCents: null }, 'unknown', 'Enter a rate'],
    [{ rateCents: 85_000 }, 'under-floor', '$49 under floor'],
    [{ rateCents: 100_000 }, 'under-target', '$73 under target'],
    [{ rateCents: 130_000 }, 'good', '$227 over target'],
    [{ target: null, ask: null }, 'good', '$241 over floor, no target set'],
    [{ floor: null, target: null, ask: null }, 'unknown', 'No target set'],
  ])('a rate of %j is %s', (change, tone, text) => {
    expect(rateVerdict({ ...drawn, ...change })).toEqual({ tone, text });
  });
});
