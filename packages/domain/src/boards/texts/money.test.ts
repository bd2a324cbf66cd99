import { describe, expect, it } from 'vitest';
import { readUsd, readUsdPerMile } from './money.ts';

describe('usd', () => {
  it.each([
    ['$2,500', 250_000],
    ['$2500', 250_000],
    [' $2,500.00 ', 250_000],
    ['$1,234.56', 123_456],
    ['$ 980', 98_000],
    ['US$2,500', 250_000],
    ['USD 2,500', 250_000],
    ['USD$2,500', 250_000],
    ['$2,500 USD', 250_000],
    ['$2.5k', 250_000],
    ['$3K', 300_000],
    ['$1,150 flat', 115_000],
    ['$1,150 all-in', 115_000],
    ['$2,300 total', 230_000],
    ['$50', 5_000],
    ['$99,999.99', 9_999_999],
    ['\u200f$2,500\u200f', 250_000],
    ['$2,500\u00a0', 250_000],
    ['$12,000', 1_200_000],
  ])('%j is %d cents', (text, cents) => {
    expect(readUsd(text)).toEqual({ cents, currency: 'USD', isEstimate: false });
  });

  it.each([
    ['CA$3,100', 310_000],
    ['C$3,100', 310_000],
    ['CAD 3,100', 310_000],
    ['$3,100 CAD', 310_000],
  ])('%j is Canadian', (text, cents) => {
    expect(readUsd(text)).toEqual({ cents, currency: 'CAD', isEstimate: false });
  });

  it.each(['~$2,310', '≈ $2,310', 'est. $2,310', 'Est $2,310', 'about $2,310', '$2,310 est.', '$2,310 (est)', '$2,310*'])(
    '%j is an estimate',
    (text) => {
      expect(readUsd(text)).toEqual({ cents: 231_000, currency: 'USD', isEstimate: true });
    },
  );

  it.each([
    '',
    '–',
    '-',
    '—',
    'N/A',
    'Call',
    'call for rate',
    '2500',
    '824',
    '$0',
    '$49.99',
    '$100,000',
    '-$2,500',
    '($2,500)',
    '$3.03/mi',
    '$2,000 - $2,400',
    '$2,50',
    '$25,00.00',
    '$1234,567',
    '$2.500',
    '2.500,00 €',
    '€2,500',
    '$2 500',
    '$2,500 + FSC',
    'USD 2,500 CAD',
    '$1e5',
    '$٢٥٠٠',
    '$2,500$2,500',
    '$',
    'NaN',
  ])('%j is none', (text) => {
    expect(readUsd(text)).toBeNull();
  });
});

describe('usdPerMile', () => {
  it.each([
    ['$3.03*/mi', 303],
    ['$3.03/mi', 303],
    ['$3.03 / mi', 303],
    ['$3.03 /mile', 303],
    ['$2.45 per mile', 245],
    ['$2.45 a mile', 245],
    ['$2.45', 245],
    ['$3/mi', 300],
    ['$3.1/mi', 310],
    ['$0.85/mi', 85],
    ['USD 2.45/mi', 245],
    ['$2.45 USD/mi', 245],
    ['US$2.45/mi', 245],
    ['$125.00/mi', 12_500],
    ['$1,000/mi', 100_000],
    ['$0.05/mi', 5],
    ['$2.449/mi', 245],
    [' $3.03* / mi. ', 303],
    ['\u200e$3.03/mi', 303],
  ])('%j is %d cents', (text, cents) => {
    expect(readUsdPerMile(text)).toEqual({ cents, isComputed: text.includes('*') });
  });

  it.each([
    '',
    '–',
    '3.03',
    '3.03/mi',
    '$0/mi',
    '$0.04/mi',
    '$1,001/mi',
    '$2,500',
    'CA$3.03/mi',
    '$3.03 CAD/mi',
    '$3.03/km',
    '$3.03 - $3.20/mi',
    '-$3.03/mi',
    '$3,03/mi',
    '$3.03/mi/mi',
    'RPM',
    '$/mi',
  ])('%j is none', (text) => {
    expect(readUsdPerMile(text)).toBeNull();
  });
});
