import { noFigures } from '@headhaul/domain/loads/money';
import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderWithStore } from '../../../testing/render-with-store.tsx';
import type { Analytics } from '../use-analytics.ts';
import { WeekCard } from './week-card.tsx';
import { formatColumn } from './week-chart.tsx';
import { WeekTable } from './week-table.tsx';

const known = { ...noFigures, loads: 5, grossCents: 1_000_000, driverPayCents: 400_000, cutCents: 600_000 };
const open = { ...known, loadsWithoutPay: 3, loadsWithoutFactorFee: 1 };

function analyticsOf(totals: Analytics['totals'], week: Analytics['totals']): Analytics {
  return {
    days: { from: '2026-11-02', to: '2026-11-15' },
    before: { from: '2026-10-19', to: '2026-11-01' },
    beforeLabel: 'two weeks before',
    today: '2026-11-18',
    rule: { startsOn: 'MONDAY', countsBy: 'DELIVERY' },
    totals,
    totalsBefore: undefined,
    weeks: [{ start: '2026-11-09', ...week }],
    drivers: undefined,
    lanes: undefined,
    brokers: undefined,
  };
}

function show(totals: Analytics['totals'], week: Analytics['totals'], from = 7): string[][] {
  renderWithStore(<WeekTable data={analyticsOf(totals, week)} />);
  const rows = within(screen.getByRole('table')).getAllByRole('row');
  return rows.map((row) => [...row.children].slice(from).map(({ textContent }) => textContent ?? ''));
}

it('says what a sum is short of, and marks the figures that it makes too low or too high', () => {
  expect(show(open, { ...known, loadsWithoutFactorFee: 1 })).toEqual([
    ['Driver pay', 'Your cut', 'Missing'],
    ['at least $4,000', 'at most $6,000', '3 loads without pay, 1 load without factor fee'],
    ['$4,000', 'at most $6,000', '1 load without factor fee'],
  ]);
});

it('says nothing where everything is known', () => {
  expect(show(known, known)).toEqual([
    ['Driver pay', 'Your cut'],
    ['$4,000', '$6,000'],
    ['$4,000', '$6,000'],
  ]);
});

it('marks what loads without loaded miles make too high', () => {
  const driven = { ...known, loadedGrossCents: 1_000_000, loadedMiles: 3_600, deadheadMiles: 400 };
  expect(show({ ...driven, loadsWithoutMiles: 2 }, driven, 3)).toEqual([
    ['RPM', 'Loaded RPM', 'Miles', 'Deadhead', 'Driver pay', 'Your cut', 'Missing'],
    ['at most $2.50', 'at most $2.78', 'at least 4,000', 'at most 10.0%', '$4,000', '$6,000', '2 loads without loaded miles'],
    ['$2.50', '$2.78', '4,000', '10.0%', '$4,000', '$6,000', ''],
  ]);
});

it('the chart says the same: its RPM is at most the figure where miles are missing', () => {
  const driven = { ...known, grossCents: 100_000, loadedMiles: 460, deadheadMiles: 40 };
  const open = { ...driven, loadsWithoutMiles: 1 };
  const columnOf = (week: typeof driven) => ({
    week: { start: '2026-11-09', ...week },
    days: { from: '2026-11-09', to: '2026-11-15' },
    rpm: 2,
    isRunning: false,
  });
  expect(formatColumn(columnOf(driven))).toMatch(/gross \$1,000, RPM \$2\.00, 5 loads$/);
  expect(formatColumn(columnOf(open))).toMatch(/gross \$1,000, RPM at most \$2\.00, 5 loads, 1 load without loaded miles$/);
  renderWithStore(<WeekCard data={analyticsOf(open, open)} isTable={false} onTable={() => undefined} onWeek={() => undefined} />);
  expect(screen.getByText(/RPM over all miles lies between at most \$2\.00 and at most \$2\.00\./)).toBeTruthy();
});
