import { expect, it } from 'vitest';
import { blankDraft } from './draft/draft.ts';
import { formatFormRpm, formFigures } from './figures.ts';

const facts = { loaded: null, deadhead: null, payTerms: { model: 'PER_MILE' as const, rate: 65 }, isUnused: false };
const payOf = (deadheadMiles: number | null, more: Partial<typeof facts> = {}) => {
  const draft = { ...blankDraft(), deadheadMiles: String(deadheadMiles ?? '') };
  return formFigures(draft, { ...facts, ...more }).driverPayCents;
};

it('knows no pay by the mile before the loaded miles are known', () => {
  expect(payOf(40)).toBeNull();
});

it('pays a truck that was not used for its way to the pickup', () => {
  expect(payOf(40, { isUnused: true })).toBe(2_600);
  expect(payOf(null, { isUnused: true })).toBeNull();
});

it('knows no share of the rate before the rate is known', () => {
  const terms = { model: 'PERCENTAGE' as const, rate: 2_500 };
  const pay = (linehaul: string) =>
    formFigures({ ...blankDraft(), linehaul, fuelSurcharge: '200' }, { ...facts, payTerms: terms }).driverPayCents;
  expect(pay('')).toBeNull();
  expect(pay('1,000')).toBe(30_000);
});

it('counts no RPM over all miles before the deadhead is known', () => {
  const typed = (deadheadMiles: string) => ({ ...blankDraft(), linehaul: '2,400', loadedMiles: '800', deadheadMiles });
  const rpm = (deadheadMiles: string, deadhead: { miles: number; source: 'NETWORK' } | null = null) =>
    formatFormRpm(formFigures(typed(deadheadMiles), { ...facts, deadhead }));
  expect(rpm('')).toBe('$3.00 a loaded mile');
  expect(rpm('0')).toBe('$3.00 a loaded mile');
  expect(rpm('200')).toBe('$2.40 a mile');
  expect(rpm('', { miles: 0, source: 'NETWORK' })).toBe('$3.00 a mile');
});
