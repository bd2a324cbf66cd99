import { noFigures } from '@headhaul/domain/loads/money';
import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderWithStore } from '../../../testing/render-with-store.tsx';
import type { Analytics } from '../use-analytics.ts';
import { WeekTable } from './week-table.tsx';

const known = { ...noFigures, loads: 5, grossCents: 1_000_000, driverPayCents: 400_000, cutCents: 600_000 };
const open = { ...known, loadsWithoutPay: 3, loadsWithoutFactorFee: 1 };

function show(totals: Analytics['totals'], week: Analytics['totals']): string[][] {
  const data: Analytics = {
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
  renderWithStore(<WeekTable data={data} />);
  const rows = within(screen.getByRole('table')).getAllByRole('row');
  return rows.map((row) => [...row.children].slice(7).map(({ textContent }) => textContent ?? ''));
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
