import { render, screen } from '@testing-library/react';
import { it } from 'vitest';
import { type NavCount, useNavCount, useSupplyNavCount } from './nav-counts.ts';

function Sidebar() {
  const loads = useNavCount('/loads');
  return <p>{loads ? `${loads.count}${loads.needsAttention ? ' need attention' : ''}` : 'none'}</p>;
}

function Feature({ count }: { count: NavCount | undefined }) {
  useSupplyNavCount('/loads', count);
  return null;
}

it('shows what a feature says, as long as it says it', () => {
  const shown = (count: NavCount | undefined, isThere = true) => (
    <>
      <Sidebar />
      {isThere ? <Feature count={count} /> : null}
    </>
  );
  const { rerender } = render(shown(undefined));
  screen.getByText('none');
  rerender(shown({ count: 3, needsAttention: true }));
  screen.getByText('3 need attention');
  rerender(shown({ count: 13 }));
  screen.getByText('13');
  rerender(shown(undefined, false));
  screen.getByText('none');
});
