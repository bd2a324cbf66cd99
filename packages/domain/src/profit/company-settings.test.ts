import { expect, it } from 'vitest';
import { knownFacts } from '../testing/profit-facts.ts';
import { newCompanySettings, payFacts, truckFacts } from './company-settings.ts';
import { loadProfit } from './profit.ts';
import { rateScale } from './rate-scale.ts';

const settings = { ...newCompanySettings, mpgLoaded: 6.5, mpgEmpty: 7.5, driverPay: { model: 'PER_MILE' as const, rate: 60 } };

it('a truck’s own figures come first, each of them alone', () => {
  const truck = { mpgLoaded: 6.8, mpgEmpty: null, fixedCostPerDayCents: 0 };
  expect(truckFacts(truck, { ...settings, fixedCostPerDayCents: 9_500 })).toEqual({
    mpgLoaded: { value: 6.8, source: 'TRUCK' },
    mpgEmpty: { value: 7.5, source: 'COMPANY' },
    fixedCostPerDay: { value: 0, source: 'TRUCK' },
  });
});

it('without a truck the company’s figures count, and what nobody set is not known', () => {
  expect(truckFacts(null, settings)).toEqual({
    mpgLoaded: { value: 6.5, source: 'COMPANY' },
    mpgEmpty: { value: 7.5, source: 'COMPANY' },
    fixedCostPerDay: null,
  });
});

it('a driver’s own terms come before the company’s', () => {
  expect(payFacts({ model: 'PERCENTAGE', rate: 2_800 }, settings)).toEqual({
    terms: { model: 'PERCENTAGE', rate: 2_800 },
    source: 'DRIVER',
  });
  expect(payFacts(null, settings)).toEqual({ terms: { model: 'PER_MILE', rate: 60 }, source: 'COMPANY' });
  expect(payFacts(null, newCompanySettings).terms).toBeNull();
});

it('a company that has set nothing gets no net, no floor and no ask', () => {
  const facts = {
    ...knownFacts,
    ...truckFacts(null, newCompanySettings),
    driver: payFacts(null, newCompanySettings),
    factoring: newCompanySettings.factoring,
  };
  expect(loadProfit(facts).netCents).toBeNull();
  expect(loadProfit(facts).missing).toEqual(['MPG_LOADED', 'MPG_EMPTY', 'DRIVER_PAY', 'FACTORING', 'FIXED_COST']);
  expect(rateScale(facts, newCompanySettings.rateRule, [])).toMatchObject({ floor: null, target: null, ask: null });
});
