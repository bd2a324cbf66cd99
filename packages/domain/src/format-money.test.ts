import { expect, it } from 'vitest';
import { formatCents, formatDollars, formatMoney } from './format-money.ts';

it.each([
  [235_000, '$2,350', '$2,350.00', '$2,350'],
  [60_250, '$602.50', '$602.50', '$603'],
  [-6_063, '−$60.63', '−$60.63', '−$61'],
  [7, '$0.07', '$0.07', '$0'],
  [-7, '−$0.07', '−$0.07', '$0'],
  [0, '$0', '$0.00', '$0'],
])('%i cents', (cents, money, withCents, dollars) => {
  expect(formatMoney(cents)).toBe(money);
  expect(formatCents(cents)).toBe(withCents);
  expect(formatDollars(cents)).toBe(dollars);
});
