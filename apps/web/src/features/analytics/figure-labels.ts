import type { LoadFigures } from '@headhaul/domain/loads/money';
import { deadheadShareOf, loadedRpmOf, rpmOf } from '@headhaul/domain/loads/money';
import { formatShare } from '../../shared/format/distance.ts';
import { formatWithoutMiles } from '../../shared/format/known-miles.ts';
import { formatMoney, formatRpmMoney } from '../../shared/format/money.ts';

const whole = new Intl.NumberFormat('en-US');

/** Sums of a period need no cents. */
export function wholeMoney(cents: number): string {
  return formatMoney(Math.round(cents / 100) * 100);
}

/** RPM in dollars, written as on the other screens. */
export function formatRpmText(dollars: number | null): string {
  return formatRpmMoney(dollars === null ? null : dollars * 100);
}

export function formatShareText(share: number | null): string {
  return share === null ? '–' : formatShare(share);
}

export interface Metric {
  key: 'gross' | 'rpm' | 'loadedRpm' | 'deadhead';
  label: string;
  /** How the figure is calculated, shown as a tooltip. */
  formula: string;
  /** The figure in the precision in which it is shown, so that the change is the difference of the two shown figures. */
  valueOf: (figures: LoadFigures) => number | null;
  format: (value: number) => string;
  changeOf: (now: number, before: number) => string | null;
  better: 'more' | 'less';
  /** Loads without loaded miles make the figure too high. */
  needsMiles: boolean;
  /** The figure grows while the period runs, so a lower one is not marked as bad before the period ends. */
  isSum: boolean;
}

const cents = (dollars: number | null) => (dollars === null ? null : Math.round(dollars * 100));
const tenths = (share: number | null) => (share === null ? null : Math.round(share * 1_000));

export const metrics: readonly Metric[] = [
  {
    key: 'gross',
    label: 'Gross',
    formula: 'Linehaul, fuel surcharge and billable fees',
    valueOf: (figures) => figures.grossCents,
    format: wholeMoney,
    changeOf: (now, before) => {
      const share = before > 0 ? Math.round((Math.abs(now - before) / before) * 1_000) / 10 : 0;
      return share === 0 ? null : `${share.toFixed(1)}%`;
    },
    better: 'more',
    needsMiles: false,
    isSum: true,
  },
  {
    key: 'rpm',
    label: 'RPM, all miles',
    formula: 'Gross divided by loaded and deadhead miles',
    valueOf: (figures) => cents(rpmOf(figures)),
    format: formatRpmMoney,
    changeOf: (now, before) => (now === before ? null : formatRpmMoney(Math.abs(now - before))),
    better: 'more',
    needsMiles: true,
    isSum: false,
  },
  {
    key: 'loadedRpm',
    label: 'RPM, loaded miles',
    formula: 'Gross divided by loaded miles, TONU loads left out',
    valueOf: (figures) => cents(loadedRpmOf(figures)),
    format: formatRpmMoney,
    changeOf: (now, before) => (now === before ? null : formatRpmMoney(Math.abs(now - before))),
    better: 'more',
    needsMiles: true,
    isSum: false,
  },
  {
    key: 'deadhead',
    label: 'Deadhead',
    formula: 'Deadhead miles divided by all miles',
    valueOf: (figures) => tenths(deadheadShareOf(figures)),
    format: (value) => formatShare(value / 1_000),
    changeOf: (now, before) => (now === before ? null : `${(Math.abs(now - before) / 10).toFixed(1)} pts`),
    better: 'less',
    needsMiles: true,
    isSum: false,
  },
];

export interface Change {
  /** "4.1%". Null when nothing changed or there is no earlier figure. */
  amount: string | null;
  direction: 'up' | 'down';
  /** Whether the change is good or bad, which is not the same as up or down. */
  tone: 'good' | 'bad' | 'plain';
  /** The figure is lower than before only because the period still runs. */
  isEarly: boolean;
  /** "$147,060 in the 4 weeks before" */
  before: string;
}

/** How a figure changed against the period before. */
export function changeOf(
  metric: Metric,
  now: LoadFigures,
  before: LoadFigures,
  { isRunning, beforeLabel }: { isRunning: boolean; beforeLabel: string },
): Change {
  const [current, earlier] = [metric.valueOf(now), metric.valueOf(before)];
  const direction = (current ?? 0) < (earlier ?? 0) ? 'down' : 'up';
  const words = `${earlier === null ? 'Nothing' : metric.format(earlier)} in the ${beforeLabel}`;
  const amount = current === null || earlier === null ? null : metric.changeOf(current, earlier);
  if (amount === null) return { amount, direction, tone: 'plain', isEarly: false, before: words };
  const isBetter = (direction === 'up') === (metric.better === 'more');
  const isEarly = metric.isSum && isRunning && !isBetter;
  return { amount, direction, tone: isEarly ? 'plain' : isBetter ? 'good' : 'bad', isEarly, before: words };
}

type Part = LoadFigures & { start: string };

/** The last eight weeks that have ended, for the small chart of a tile, and how many of them were before the period. */
export function sparkOf(metric: Metric, weeks: readonly Part[], periodFrom: string, today: string): { points: number[]; before: number } {
  const over = weeks.filter(({ start }) => isOver(start, today)).slice(-8);
  const known = over.flatMap((week) => {
    const value = metric.valueOf(week);
    return value === null ? [] : [{ start: week.start, value }];
  });
  const before = known.filter(({ start }) => start < periodFrom).length;
  return { points: known.map(({ value }) => value), before: Math.min(before, Math.max(known.length - 1, 0)) };
}

/** Whether the week that starts on this day has ended. */
export function isOver(weekStart: string, today: string): boolean {
  return Date.parse(`${today}T00:00:00Z`) - Date.parse(`${weekStart}T00:00:00Z`) >= 7 * 86_400_000;
}

/** "at least $4,000" while the pay of some loads isn't known. */
export function formatPaySum({ driverPayCents, loadsWithoutPay }: LoadFigures): string {
  return `${loadsWithoutPay > 0 ? 'at least ' : ''}${wholeMoney(driverPayCents)}`;
}

/** "RPM, all miles (at most)" */
export function metricLabel(metric: Metric, figures: LoadFigures): string {
  const isAtMost = metric.needsMiles && figures.loadsWithoutMiles > 0 && metric.valueOf(figures) !== null;
  return isAtMost ? `${metric.label} (at most)` : metric.label;
}

/** "at most $2,000" while a cost of some loads isn't known. */
export function formatCutSum(figures: LoadFigures): string {
  return `${hasUnknownCosts(figures) ? 'at most ' : ''}${wholeMoney(figures.cutCents)}`;
}

function hasUnknownCosts({ loadsWithoutPay, loadsWithoutFactorFee }: LoadFigures): boolean {
  return loadsWithoutPay > 0 || loadsWithoutFactorFee > 0;
}

export function hasUnknowns(figures: LoadFigures): boolean {
  return hasUnknownCosts(figures) || figures.loadsWithoutMiles > 0;
}

const countOf = (loads: number) => `${whole.format(loads)} ${loads === 1 ? 'load' : 'loads'}`;

/** "3 loads without pay, 1 load without factor fee". Empty when everything is known. */
export function formatUnknowns(figures: LoadFigures): string {
  const line = (loads: number, what: string) => (loads > 0 ? `${countOf(loads)} without ${what}` : null);
  const lines = [line(figures.loadsWithoutPay, 'pay'), line(figures.loadsWithoutFactorFee, 'factor fee'), formatWithoutMiles(figures)];
  return lines.filter((one) => one !== null).join(', ');
}

/** "68 loads, 2 TONU left out of loaded RPM, 1 load without loaded miles" */
export function formatCount(figures: LoadFigures): string {
  const { loads, tonuLoads } = figures;
  const tonu = tonuLoads === 0 ? null : `${whole.format(tonuLoads)} TONU left out of loaded RPM`;
  return [countOf(loads), tonu, formatWithoutMiles(figures)].filter((one) => one !== null).join(', ');
}
