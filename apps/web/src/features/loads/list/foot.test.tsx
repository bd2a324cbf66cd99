import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderWithStore } from '../../../testing/render-with-store.tsx';
import { LoadsFoot } from './foot.tsx';

const known = {
  loads: 3,
  drafts: 0,
  loadedMiles: 2_000,
  deadheadMiles: 100,
  grossCents: 630_000,
  loadsWithoutMiles: 0,
  isPartial: false,
};

function show(totals: typeof known): string {
  renderWithStore(<LoadsFoot mode="list" totals={totals} isWaiting={false} />);
  return screen.getByRole('contentinfo').textContent ?? '';
}

it('says RPM as analytics does where all miles are known', () => {
  expect(show(known)).toContain('3 loads2,000 mi + 100 DHDeadhead 4.8%Gross $6,300RPM $3.00');
});

it('says “at most” where the loaded miles of some loads aren’t known, and of how many', () => {
  expect(show({ ...known, loadsWithoutMiles: 2 })).toContain(
    '3 loads2 loads without loaded milesat least 2,000 mi + 100 DHDeadhead at most 4.8%Gross $6,300RPM at most $3.00',
  );
});

it('says no RPM where no miles are known', () => {
  expect(show({ ...known, loadedMiles: 0, deadheadMiles: 0, loadsWithoutMiles: 3 })).toContain('Deadhead –Gross $6,300RPM –');
});
