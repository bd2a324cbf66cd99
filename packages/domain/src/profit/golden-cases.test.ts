import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { DispatchFeeTerms, PayTerms } from '../drivers/pay.ts';
import type { FeeType } from '../loads/fees.ts';
import type { FeeAmounts } from '../loads/money.ts';
import type { LoadStatus } from '../loads/status.ts';
import type { Miles, PersonPay, Profit, ProfitFacts, ProfitLine, TruckFigure } from './facts.ts';
import { formatMissing } from './format-profit.ts';
import { loadProfit } from './profit.ts';

function readCells(text: string): string[][] {
  const rows = text.split('\n').filter((line) => line.startsWith('|'));
  return rows.map((row) =>
    row
      .slice(1, -1)
      .split('|')
      .map((cell) => cell.trim()),
  );
}

const cells = readCells(readFileSync(new URL('golden-cases.md', import.meta.url), 'utf8'));

/** Each case, by the titles of its columns. */
function readCases(): Record<string, string>[] {
  const titles = cells[0] ?? [];
  return cells.filter(([number]) => /^\d+$/.test(number ?? '')).map((row) => Object.fromEntries(row.map((cell, at) => [titles[at], cell])));
}

const cases = readCases();
const cuts = cells.flatMap(([of, , cut]) => {
  const number = /^Case (\d+)$/.exec(of ?? '')?.[1];
  return number === undefined ? [] : [[number, cut ?? ''] as const];
});

/** The number in "$1,140", "6.5" or "2.5%"; null for "?". */
function amount(text: string): number | null {
  const plain = text.replaceAll(/[$,%]/g, '').trim();
  return plain === '?' ? null : Number(plain);
}

function hundredths(text: string): number | null {
  const value = amount(text);
  return value === null ? null : Math.round(value * 100);
}

function known(text: string): number {
  const value = hundredths(text);
  if (value === null) throw new Error(`${text} should be known`);
  return value;
}

function milesOf(text: string): Miles | null {
  const miles = amount(text);
  return miles === null ? null : { miles, source: 'ENTERED' };
}

function figureOf(value: number | null): TruckFigure | null {
  return value === null ? null : { value, source: 'TRUCK' };
}

const feeTypesByName: Record<string, FeeType> = {
  detention: 'DETENTION',
  layover: 'LAYOVER',
  'extra stop': 'EXTRA_STOP',
  lumper: 'LUMPER',
  'late fee': 'LATE_FEE',
  'factoring fee': 'FACTORING_FEE',
  'quick pay fee': 'QUICK_PAY_FEE',
  advance: 'ADVANCE',
};

/** "detention $75 / $50 denied" */
function feeOf(text: string): FeeAmounts {
  const [, name = '', broker = '', driver = '$0', denied] = /^([a-z ]+) (\$[\d.,]+)(?: \/ (\$[\d.,]+))?( denied)?$/.exec(text) ?? [];
  const type = feeTypesByName[name];
  if (type === undefined) throw new Error(`unknown fee: ${text}`);
  return { type, status: denied ? 'DENIED' : 'APPROVED', brokerAmountCents: known(broker), driverAmountCents: known(driver) };
}

/** "$0.65 a mile", "28%", "$1,800 a week" */
function payOf(text: string): PersonPay {
  const models: Record<string, PayTerms['model']> = { mile: 'PER_MILE', load: 'PER_LOAD', hour: 'HOURLY', week: 'WEEKLY' };
  const [rate = '', unit] = text.split(/ an? /);
  const model = unit === undefined ? 'PERCENTAGE' : models[unit];
  if (model === undefined) throw new Error(`unknown pay: ${text}`);
  return { terms: text === '?' ? null : { model, rate: known(rate) }, source: 'DRIVER' };
}

function crewOf(text: string): Pick<ProfitFacts, 'agreedPayCents' | 'driver' | 'coDriver' | 'truckPaidBy'> {
  const truckPaidBy = text.endsWith(', own truck') ? 'DRIVER' : 'COMPANY';
  if (text.startsWith('agreed ')) {
    return { agreedPayCents: known(text.slice(7)), driver: payOf('?'), coDriver: null, truckPaidBy };
  }
  const [driver = '?', coDriver] = text.replace(', own truck', '').split(' + ');
  return { agreedPayCents: null, driver: payOf(driver), coDriver: coDriver === undefined ? null : payOf(coDriver), truckPaidBy };
}

/** "5% of linehaul, at least $100", "$150 a load", "8% of linehaul, TONU too" */
function dispatchOf(text: string): DispatchFeeTerms | null {
  if (text === 'none') return null;
  const [first = '', ...rest] = text.split(', ');
  const least = rest.find((part) => part.startsWith('at least '));
  const common = {
    percentBps: 0,
    amountCents: 0,
    base: 'LINEHAUL' as const,
    minimumCents: least === undefined ? 0 : known(least.slice(9)),
    appliesToTonu: rest.includes('TONU too'),
  };
  const [rate = '', unit] = first.split(' a ');
  if (unit === 'load') return { ...common, model: 'FLAT_PER_LOAD', amountCents: known(rate) };
  if (unit === 'week') return { ...common, model: 'FLAT_PER_TRUCK_WEEK', amountCents: known(rate) };
  const bases = { 'of linehaul': 'LINEHAUL', 'of gross': 'GROSS_EX_LUMPER', 'after factoring': 'NET_AFTER_FACTORING' } as const;
  const [percent = '', base = ''] = first.split('% ');
  return { ...common, model: 'PERCENT', percentBps: known(percent), base: bases[base as keyof typeof bases] };
}

const statuses: Record<string, { status: LoadStatus; statusBeforeProblem: LoadStatus | null }> = {
  hauled: { status: 'DELIVERED', statusBeforeProblem: null },
  TONU: { status: 'TONU', statusBeforeProblem: null },
  'TONU invoiced': { status: 'INVOICED', statusBeforeProblem: 'TONU' },
  cancelled: { status: 'CANCELLED', statusBeforeProblem: null },
};

function factsOf(row: Record<string, string>): ProfitFacts {
  const cell = (title: string) => {
    const text = row[title];
    if (text === undefined) throw new Error(`no column ${title}`);
    return text;
  };
  const [loaded = '', deadhead = ''] = cell('Miles').split(' + ');
  const [linehaul = '', surcharge = '$0'] = cell('Rate').replace(' surcharge', '').split(' + ');
  const [mpgLoaded = '', mpgEmpty = ''] = cell('MPG').split(' / ');
  const price = amount(cell('Diesel'));
  const tolls = hundredths(cell('Tolls'));
  const status = statuses[cell('Status')];
  if (status === undefined) throw new Error(`unknown status: ${cell('Status')}`);
  return {
    ...status,
    linehaulCents: hundredths(linehaul),
    fuelSurchargeCents: known(surcharge),
    fees: cell('Fees') === 'none' ? [] : cell('Fees').split('; ').map(feeOf),
    loaded: milesOf(loaded),
    deadhead: milesOf(deadhead),
    mpgLoaded: figureOf(amount(mpgLoaded)),
    mpgEmpty: figureOf(amount(mpgEmpty)),
    diesel: price === null ? null : { tenthsPerGallon: Math.round(price * 1_000), region: 'MIDWEST', week: '2026-11-09' },
    tolls: tolls === null ? null : { cents: tolls, source: 'HERE', week: '2026-11-09', isOlder: false },
    fixedCostPerDay: figureOf(hundredths(cell('Fixed'))),
    ...crewOf(cell('Pay')),
    factoring:
      cell('Factor') === '?'
        ? null
        : { isFactored: cell('Factor') !== 'no', feeBps: cell('Factor') === 'no' ? null : known(cell('Factor')) },
    dispatchFee: dispatchOf(cell('Dispatch')),
    days: amount(cell('Days')),
  };
}

const dollars = (cents: number | null) =>
  cents === null ? '?' : (cents / 100).toLocaleString('en-US', { style: 'currency', currency: 'USD' });

/** The figures as the table writes them: costs without a minus. */
function figuresOf(profit: Profit): Record<string, string> {
  const cost = (...kinds: ProfitLine['kind'][]) => {
    const lines = profit.lines.filter(({ kind }) => kinds.includes(kind));
    if (lines.length === 0) return '–';
    return lines.some(({ cents }) => cents === null) ? '?' : dollars(lines.reduce((sum, { cents }) => sum - (cents ?? 0), 0));
  };
  const left = { TOLLS: 'tolls', FIXED_COST: 'fixed costs' };
  const before = profit.before.length === 0 ? '' : ` before ${profit.before.map((one) => left[one]).join(' and ')}`;
  return {
    Gross: dollars(profit.grossCents),
    Fuel: cost('FUEL'),
    Drivers: cost('DRIVER_PAY', 'CO_DRIVER_PAY', 'DRIVER_FEES'),
    'Factor fee': cost('FACTOR_FEE'),
    'Dispatch fee': cost('DISPATCH_FEE'),
    'Fixed cost': cost('FIXED_COST'),
    Net: `${dollars(profit.netCents)}${before}`,
    'Net a day': profit.isCounted ? dollars(profit.netPerDayCents) : '–',
    Missing: profit.missing.map(formatMissing).join(', ') || '–',
  };
}

describe('golden cases', () => {
  it('are numbered and at least 40', () => {
    expect(cases.length).toBeGreaterThanOrEqual(40);
    expect(cases.map((row) => row['#'])).toEqual(cases.map((_row, at) => String(at + 1)));
  });

  it.each(cases.map((row) => [row['#'], row.Load, row] as const))('%s: %s', (_number, _load, row) => {
    const figures = figuresOf(loadProfit(factsOf(row)));
    expect(figures).toEqual(Object.fromEntries(Object.keys(figures).map((title) => [title, row[title]])));
  });

  it.each(cuts)('%s: your cut is %s', (number, cut) => {
    const row = cases.find((one) => one['#'] === number);
    expect(dollars(loadProfit(factsOf(row ?? {})).cutCents)).toBe(cut);
  });
});
