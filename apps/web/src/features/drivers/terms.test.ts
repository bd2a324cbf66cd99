import type { DispatchFeeTerms } from '@headhaul/domain/drivers/pay';
import { expect, it } from 'vitest';
import { formatDispatchFee, formatPay } from './terms.ts';

it.each([
  [{ model: 'PER_MILE' as const, rate: 65 }, '65¢ a mile, all miles'],
  [{ model: 'PER_MILE' as const, rate: 120 }, '$1.20 a mile, all miles'],
  [{ model: 'PERCENTAGE' as const, rate: 2_850 }, '28.5% of gross'],
  [{ model: 'WEEKLY' as const, rate: 180_000 }, '$1,800 a week'],
  [null, 'Not agreed yet'],
])('%j is %s', (pay, words) => {
  expect(formatPay(pay)).toBe(words);
});

const fee: DispatchFeeTerms = {
  model: 'PERCENT',
  percentBps: 800,
  amountCents: 0,
  base: 'LINEHAUL',
  minimumCents: 10_000,
  appliesToTonu: true,
};
it.each([
  [fee, '8% of linehaul, at least $100'],
  [{ ...fee, minimumCents: 0, base: 'GROSS_EX_LUMPER' as const }, '8% of gross without lumper'],
  [{ ...fee, model: 'FLAT_PER_LOAD' as const, amountCents: 15_000 }, '$150 a load'],
  [{ ...fee, model: 'NONE' as const }, 'None'],
  [null, 'None'],
])('%j is %s', (terms, words) => {
  expect(formatDispatchFee(terms)).toBe(words);
});
