import type { DispatchFeeTerms, PayTerms } from '../drivers/pay.ts';
import { formatCents, formatMoney } from '../format-money.ts';
import { feeTypes } from '../loads/fees.ts';
import { type DieselPrice, dieselRegions } from './diesel-regions.ts';
import type { LeftOut, Miles, MissingFact, PayHow, Profit, ProfitLine, TruckFigure } from './facts.ts';

const none = '–';
const unknown = 'not known';
const wholeFormat = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 });
const mpgFormat = new Intl.NumberFormat('en-US', { minimumFractionDigits: 1, maximumFractionDigits: 2 });
const dayFormat = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', timeZone: 'UTC' });

/** A line of the ledger as it is shown: "Factor fee", "2.5% of gross", "−$61.25". */
export interface LedgerRow {
  name: string;
  note: string | null;
  amount: string;
  isKnown: boolean;
}

const missingLabels: Record<MissingFact, string> = {
  LINEHAUL: 'rate',
  LOADED_MILES: 'loaded miles',
  DEADHEAD_MILES: 'deadhead miles',
  MPG_LOADED: 'mpg loaded',
  MPG_EMPTY: 'mpg empty',
  DIESEL_PRICE: 'diesel price',
  TOLLS: 'tolls',
  DRIVER_PAY: 'driver pay',
  CO_DRIVER_PAY: 'co-driver pay',
  FACTORING: 'factor fee',
  FIXED_COST: 'fixed cost a day',
  DAYS: 'trip days',
};

const leftOutLabels: Record<LeftOut, string> = { TOLLS: 'tolls', FIXED_COST: 'fixed costs' };
const figureSources: Record<TruckFigure['source'], string> = { TRUCK: '', COMPANY: ' (company default)', AVERAGE: ' (company average)' };
const milesSources: Record<Miles['source'], string> = {
  ENTERED: '',
  OWN_LOADS: '',
  ESTIMATE: ' estimated',
  NETWORK: '',
  PROVIDER: '',
  ELD: '',
  AVERAGE: ' on average',
  LOAD_BEFORE: '',
};

export function formatMissing(fact: MissingFact): string {
  return missingLabels[fact];
}

/** "$3.71", or "$3.714" where there are tenths of a cent. */
function formatPerGallon(tenths: number): string {
  return `$${(tenths / 1_000).toFixed(tenths % 10 === 0 ? 2 : 3)}`;
}

/** "2.5%" of 250 hundredths of a percent. */
function formatPercent(bps: number): string {
  return `${Number((bps / 100).toFixed(2))}%`;
}

function formatWeek(week: string): string {
  return dayFormat.format(Date.parse(`${week}T00:00:00Z`));
}

/** "Diesel: EIA, Midwest, Nov 9" */
export function formatDieselSource({ region, week }: DieselPrice): string {
  return `Diesel: EIA, ${dieselRegions[region].label}, ${formatWeek(week)}`;
}

function formatMpg(figure: TruckFigure): string {
  return `${mpgFormat.format(figure.value)} mpg${figureSources[figure.source]}`;
}

function formatLeg(leg: Miles, word: string, mpg: TruckFigure | null): string {
  const miles = `${wholeFormat.format(leg.miles)} mi${word}${milesSources[leg.source]}`;
  return mpg === null ? miles : `${miles} at ${formatMpg(mpg)}`;
}

/** "429 mi at 6.5 mpg" when loaded and empty are alike, else "420 mi at 6.4 mpg and 9 mi empty at 7.9 mpg". */
function formatLegs({ loaded, deadhead, mpgLoaded, mpgEmpty }: Extract<ProfitLine, { kind: 'FUEL' }>['how']): string | null {
  if (loaded === null || deadhead === null) return null;
  if (deadhead.miles === 0) {
    return `${formatLeg(loaded, '', mpgLoaded)}${deadhead.source === 'LOAD_BEFORE' ? ', no deadhead: the load before ended there' : ''}`;
  }
  if (loaded.miles === 0) return formatLeg(deadhead, ' empty', mpgEmpty);
  const isSameMpg = mpgLoaded?.value === mpgEmpty?.value && mpgLoaded?.source === mpgEmpty?.source;
  if (isSameMpg && loaded.source === deadhead.source) {
    return formatLeg({ miles: loaded.miles + deadhead.miles, source: loaded.source }, '', mpgLoaded);
  }
  return `${formatLeg(loaded, '', mpgLoaded)} and ${formatLeg(deadhead, ' empty', mpgEmpty)}`;
}

/** "412 mi at 6.8 mpg, $3.71 a gallon (Midwest, Nov 9)" */
function formatFuel({ cents, how }: Extract<ProfitLine, { kind: 'FUEL' }>): string {
  const { loaded, deadhead, mpgLoaded, mpgEmpty, diesel } = how;
  if (cents === 0) return 'no miles';
  const isMpgMissing = (mpgLoaded === null && loaded?.miles !== 0) || (mpgEmpty === null && deadhead?.miles !== 0);
  const price =
    diesel === null
      ? `diesel price ${unknown}`
      : `${formatPerGallon(diesel.tenthsPerGallon)} a gallon (${dieselRegions[diesel.region].label}, ${formatWeek(diesel.week)})`;
  return [formatLegs(how) ?? `miles ${unknown}`, ...(isMpgMissing ? [`mpg ${unknown}`] : []), price].join(', ');
}

function formatTerms({ model, rate }: PayTerms, { miles, days, hasSurcharge }: Extract<PayHow, { by: 'TERMS' }>): string {
  switch (model) {
    case 'PER_MILE':
      return miles === null ? `${formatCents(rate)} a mile, miles ${unknown}` : `${wholeFormat.format(miles)} mi × ${formatCents(rate)}`;
    case 'PERCENTAGE':
      return `${formatPercent(rate)} of linehaul${hasSurcharge ? ' and surcharge' : ''}`;
    case 'PER_LOAD':
      return `${formatMoney(rate)} a load`;
    case 'HOURLY':
      return `${formatMoney(rate)} an hour, hours ${unknown}`;
    case 'WEEKLY':
      return days === null ? `${formatMoney(rate)} a week, trip days ${unknown}` : `${days} of 7 days at ${formatMoney(rate)} a week`;
  }
}

function formatPay(how: PayHow): string {
  if (how.by === 'AGREED') return 'agreed for this load';
  if (how.by === 'UNKNOWN') return unknown;
  return `${formatTerms(how.terms, how)}${how.source === 'COMPANY' ? ' (company default)' : ''}`;
}

const dispatchBases: Record<DispatchFeeTerms['base'], string> = {
  LINEHAUL: 'linehaul',
  GROSS_EX_LUMPER: 'gross',
  NET_AFTER_FACTORING: 'gross after factoring',
};

function formatDispatchFee(terms: DispatchFeeTerms, days: number | null): string {
  if (terms.model === 'FLAT_PER_LOAD') return 'a load';
  if (terms.model === 'FLAT_PER_TRUCK_WEEK') {
    const amount = `${formatMoney(terms.amountCents)} a week`;
    return days === null ? `${amount}, trip days ${unknown}` : `${days} of 7 days at ${amount}`;
  }
  const least = terms.minimumCents > 0 ? `, at least ${formatMoney(terms.minimumCents)}` : '';
  return `${formatPercent(terms.percentBps)} of ${dispatchBases[terms.base]}${least}`;
}

/** "$121 a day × 1.1" */
function formatFixedCost({ how: { perDay, days } }: Extract<ProfitLine, { kind: 'FIXED_COST' }>): string {
  if (perDay === null) return unknown;
  const amount = `${formatMoney(perDay.value)} a day${figureSources[perDay.source]}`;
  return days === null ? `${amount}, trip days ${unknown}` : `${amount} × ${days}`;
}

/** "truck route by HERE, tolls of week Nov 9" when they are of an earlier week. */
function formatTolls(how: Extract<ProfitLine, { kind: 'TOLLS' }>['how']): string | null {
  if (how === null) return 'not included';
  if (how.source === 'ENTERED') return null;
  return `truck route by HERE${how.isOlder && how.week !== null ? `, tolls of week ${formatWeek(how.week)}` : ''}`;
}

function labelsOf(line: ProfitLine): { name: string; note: string | null } {
  switch (line.kind) {
    case 'LINEHAUL':
      return { name: line.how.isTonu ? 'TONU' : 'Linehaul', note: line.cents === null ? unknown : null };
    case 'FUEL_SURCHARGE':
      return { name: 'Fuel surcharge', note: null };
    case 'FEE':
      return { name: feeTypes[line.how.type].words, note: null };
    case 'FUEL':
      return { name: 'Fuel', note: formatFuel(line) };
    case 'TOLLS':
      return { name: 'Tolls', note: formatTolls(line.how) };
    case 'DRIVER_PAY':
      return { name: 'Driver pay', note: formatPay(line.how) };
    case 'CO_DRIVER_PAY':
      return { name: 'Co-driver pay', note: formatPay(line.how) };
    case 'DRIVER_FEES':
      return { name: 'Fees to the driver', note: null };
    case 'FACTOR_FEE':
      return { name: 'Factor fee', note: line.how.feeBps === null ? unknown : `${formatPercent(line.how.feeBps)} of gross` };
    case 'DISPATCH_FEE':
      return { name: 'Dispatch fee', note: formatDispatchFee(line.how.terms, line.how.days) };
    case 'FIXED_COST':
      return { name: 'Truck, fixed', note: formatFixedCost(line) };
  }
}

export function formatLine(line: ProfitLine): LedgerRow {
  return { ...labelsOf(line), amount: line.cents === null ? none : formatCents(line.cents), isKnown: line.cents !== null };
}

/** " before tolls and fixed costs"; empty when nothing is left out. */
export function formatBefore(before: readonly LeftOut[]): string {
  return before.length === 0 ? '' : ` before ${before.map((left) => leftOutLabels[left]).join(' and ')}`;
}

/** "Net", "Net before tolls" */
export function netLabel({ before }: Pick<Profit, 'before'>): string {
  return `Net${formatBefore(before)}`;
}

/** The last row of the ledger. Where there is no net it says what is missing. */
export function formatNet(profit: Profit): LedgerRow {
  const { netCents, missing, truckPaidBy } = profit;
  if (netCents === null) {
    const wanted = missing.filter((fact) => fact !== 'TOLLS' && fact !== 'FIXED_COST').map(formatMissing);
    return { name: 'Net', note: `Missing: ${wanted.join(', ')}`, amount: none, isKnown: false };
  }
  const note = profit.isCounted && truckPaidBy === 'DRIVER' ? 'fuel, tolls and truck are paid by the driver' : null;
  return { name: netLabel(profit), note, amount: formatCents(netCents), isKnown: true };
}

/** The whole ledger of a card, top to bottom. */
export function formatLedger(profit: Profit): LedgerRow[] {
  return [...profit.lines.map(formatLine), formatNet(profit)];
}

/** "1.8 days with rest" */
export function formatTripDays(days: number | null): string {
  return days === null ? `Trip days ${unknown}` : `${days} ${days === 1 ? 'day' : 'days'} with rest`;
}
