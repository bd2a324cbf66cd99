import type { LoadFee } from '@headhaul/contracts/loads/fees';
import { cutCents, factoringCents, grossCents, sumFees } from '@headhaul/domain/loads/money';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { loadFigures, moneyLines } from './ledger.ts';

const fee = (part: Partial<LoadFee>): LoadFee => ({
  id: crypto.randomUUID(),
  type: 'DETENTION',
  brokerAmountCents: 7_500,
  driverAmountCents: 5_000,
  reason: '1.5 h × $50',
  status: 'PENDING',
  documentId: null,
  ...part,
});

type Money = Parameters<typeof loadFigures>[0];

function money(part: Partial<Money>): Money {
  const load: Money = {
    status: 'IN_TRANSIT',
    linehaulCents: 235_000,
    fuelSurchargeCents: 0,
    billableFeesCents: 0,
    statusBeforeProblem: null,
    driverPayCents: 55_250,
    countedPayCents: part.driverPayCents ?? 55_250,
    grossCents: 0,
    cutCents: 0,
    rc: 'LFP-88213',
    original: null,
    fees: [],
    factoringStatus: 'NOT_FACTORED',
    countedFeeBps: 0,
    loadedMiles: 812,
    deadheadMiles: 38,
    milesSource: 'ENTERED',
    ...part,
  };
  const fees = sumFees(load.fees);
  const gross = grossCents({ ...load, billableFeesCents: fees.billableCents });
  const { countedPayCents: driverPayCents, countedFeeBps: factoringFeeBps } = load;
  const factoring = factoringCents({ ...load, factoringFeeBps, grossCents: gross, earlyPayCents: fees.earlyPayCents });
  const costs = { driverPayCents: driverPayCents ?? 0, feeCostCents: fees.costCents, factoringCents: factoring };
  const cut = cutCents({ ...load, ...costs, grossCents: gross });
  return {
    ...load,
    billableFeesCents: fees.billableCents,
    grossCents: gross,
    cutCents: driverPayCents === null || part.cutCents === null ? null : cut,
  };
}

describe('moneyLines', () => {
  it('is the ledger as drawn', () => {
    const lumper = fee({ type: 'LUMPER', brokerAmountCents: 18_000, driverAmountCents: 18_000, reason: '', status: 'APPROVED' });
    const load = money({ fees: [fee({}), lumper], factoringStatus: 'APPROVED', countedFeeBps: 250 });
    expect(moneyLines(load).map(({ name, note, amounts, isTotal }) => [name, note, ...amounts, isTotal ?? false])).toEqual([
      ['Linehaul', 'RC LFP-88213', '$2,350', '$552.50', false],
      ['Detention', '1.5 h × $50', '$75', '$50', false],
      ['Gross', undefined, '$2,425', '$602.50', true],
      ['Lumper', 'passes through', '$180', '$180', false],
      ['Factoring', '2.5% of gross', '−$60.63', null, false],
      ['Your cut', 'gross − driver − factoring', '$1,761.87', null, true],
    ]);
  });

  it('shows what was refused, kept back or came early without adding it', () => {
    const fees = [
      fee({ status: 'DENIED' }),
      fee({ type: 'LATE_FEE', brokerAmountCents: 10_000, driverAmountCents: 0, reason: '' }),
      fee({ type: 'ADVANCE', brokerAmountCents: 30_000, driverAmountCents: 0, reason: '' }),
    ];
    expect(moneyLines(money({ fees, rc: 'RC-1' })).map(({ name, note, amounts }) => [name, note, ...amounts])).toEqual([
      ['Linehaul', 'RC-1', '$2,350', '$552.50'],
      ['Detention', '$75 asked', '$0', null],
      ['Gross', undefined, '$2,350', '$552.50'],
      ['Late fee', undefined, '−$100', null],
      ['Advance', '$300 came early, changes no total', null, null],
      ['Your cut', 'gross − driver − deductions', '$1,697.50', null],
    ]);
  });

  it('counts pay by terms where none was saved, and says what the cut waits for', () => {
    const last = (part: Partial<Money>) => {
      const line = moneyLines(money({ driverPayCents: 0, ...part })).at(-1);
      return [line?.note, line?.amounts[0]];
    };
    expect(last({ countedPayCents: 60_000 })).toEqual(['gross − driver by terms', '$1,750']);
    expect(moneyLines(money({ driverPayCents: 0, countedPayCents: 60_000 }))[0]?.amounts[1]).toBe('$600');
    expect(last({ countedPayCents: null })).toEqual(['Before driver pay', '–']);
    expect(last({ countedPayCents: 60_000, cutCents: null })).toEqual(['Factor fee not known', '–']);
    expect(last({ countedPayCents: 60_000, linehaulCents: 0, cutCents: null })).toEqual(['Rate not known', '–']);
    const detention = fee({ type: 'DETENTION', brokerAmountCents: 10_000, driverAmountCents: 5_000, status: 'APPROVED', reason: '' });
    const gross = moneyLines(money({ driverPayCents: 0, countedPayCents: null, fees: [detention] })).find(({ key }) => key === 'gross');
    expect(gross?.amounts[1]).toBeNull();
  });

  it('shows what a draft would bring, that a cancelled load comes to nothing, and what a rate was before', () => {
    const linesOf = (part: Partial<Money>) => moneyLines({ ...money(part), cutCents: part.linehaulCents === 0 ? null : 180_000 });
    const draft = { status: 'DRAFT', factoringStatus: 'PENDING', countedFeeBps: 200, fuelSurchargeCents: 15_000 } as const;
    expect(linesOf(draft).map(({ name, note, amounts }) => [name, note, ...amounts])).toEqual([
      ['Linehaul', 'RC LFP-88213', '$2,350', '$552.50'],
      ['Fuel surcharge', undefined, '$150', null],
      ['Gross', 'counts when it is booked', '$2,500', '$552.50'],
      ['Factoring', '2% of gross', '−$50', null],
      ['Your cut', 'gross − driver − factoring', '$1,800', null],
    ]);
    const open = linesOf({ status: 'DRAFT', linehaulCents: 0 });
    expect(open.map(({ name, note, amounts }) => [name, note, amounts[0]])).toEqual([
      ['Linehaul', 'RC LFP-88213', '–'],
      ['Gross', 'counts when it is booked', '–'],
      ['Your cut', 'Rate not known', '–'],
    ]);
    const cancelled = moneyLines(money({ status: 'CANCELLED' })).find(({ key }) => key === 'gross');
    expect([cancelled?.note, cancelled?.amounts[0]]).toEqual(['counts as zero', '$0']);
    const original = { linehaulCents: 225_000, fuelSurchargeCents: 0, rc: null, loadedMiles: 812 };
    expect(moneyLines(money({ original }))[0]?.note).toBe('RC LFP-88213, was $2,250');
  });

  const cents = fc.integer({ min: 0, max: 500_000 });
  const someFee = fc.record({
    type: fc.constantFrom('DETENTION', 'LUMPER', 'LATE_FEE', 'LAYOVER', 'QUICK_PAY_FEE'),
    brokerAmountCents: cents,
    driverAmountCents: cents,
    status: fc.constantFrom('PENDING', 'APPROVED', 'DENIED'),
  }) as fc.Arbitrary<Partial<LoadFee>>;

  it('adds up: the lines over a total make it, as on paper', () => {
    const read = (text: string | null) => (text === null ? 0 : Math.round(Number(text.replace('−', '-').replace(/[$,]/g, '')) * 100));
    fc.assert(
      fc.property(
        cents,
        cents,
        cents,
        fc.array(someFee, { maxLength: 6 }),
        fc.integer({ min: 0, max: 500 }),
        (line, extra, pay, fees, bps) => {
          const load = money({
            linehaulCents: line,
            fuelSurchargeCents: extra,
            driverPayCents: pay,
            fees: fees.map(fee),
            factoringStatus: 'PENDING',
            countedFeeBps: bps,
          });
          const lines = moneyLines(load);
          const grossAt = lines.findIndex(({ key }) => key === 'gross');
          const sum = (some: typeof lines, column: 0 | 1) => some.reduce((all, { amounts }) => all + read(amounts[column]), 0);
          const above = lines.slice(0, grossAt);
          const between = lines.slice(grossAt + 1, -1);
          expect(sum(above, 0)).toBe(load.grossCents);
          expect(sum(above, 1)).toBe(read(lines[grossAt]?.amounts[1] ?? null));
          expect(load.grossCents - sum(above, 1) + sum(between, 0) - sum(between, 1)).toBe(load.cutCents);
        },
      ),
    );
  });
});

it('figures say what they are of, and that miles are estimated', () => {
  expect(loadFigures(money({ fees: [fee({})] }))).toEqual([
    { label: 'Gross', value: '$2,425', basis: '$2,350 + $75 fees' },
    { label: 'RPM, all miles', value: '$2.85', basis: '850 mi' },
    { label: 'RPM, loaded', value: '$2.99', basis: '812 mi' },
    { label: 'Your cut', value: '$1,822.50', basis: '75.2% of gross' },
  ]);
  expect(loadFigures(money({ milesSource: 'ESTIMATE' }))[1]?.basis).toBe('850 mi estimated');
  const unknown = loadFigures(money({ milesSource: 'ESTIMATE', loadedMiles: 0 })).slice(1, 3);
  expect(unknown.map(({ value, basis }) => [value, basis])).toEqual([
    ['–', 'Loaded miles not known'],
    ['–', 'Loaded miles not known'],
  ]);
  expect(loadFigures(money({ status: 'DRAFT' })).map(({ value }) => value)).toEqual(['$2,350', '$2.76', '$2.89', '$0']);
  const open = loadFigures({ ...money({ status: 'DRAFT', linehaulCents: 0 }), cutCents: null });
  expect(open.map(({ value, basis }) => [value, basis])).toEqual([
    ['–', 'Rate not known'],
    ['–', '850 mi'],
    ['–', '812 mi'],
    ['–', 'Rate not known'],
  ]);
  expect(loadFigures(money({ status: 'CANCELLED' }))[3]).toEqual({ label: 'Your cut', value: '$0' });
});

it('nobody’s cut is told before the driver’s pay is agreed', () => {
  const open = money({ driverPayCents: 0, countedPayCents: null });
  expect(loadFigures(open)[3]).toEqual({ label: 'Your cut', value: '–', basis: 'Before driver pay' });
  expect(moneyLines(open).at(-1)).toMatchObject({ name: 'Your cut', note: 'Before driver pay', amounts: ['–', null] });
});
