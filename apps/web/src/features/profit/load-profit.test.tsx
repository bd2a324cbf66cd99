import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { useState } from 'react';
import { beforeEach, expect, it } from 'vitest';
import { setSession } from '../../shared/session/session-store.ts';
import { json, problem, stubLocks, stubNetwork, stubViewport, testSession } from '../../testing/browser-doubles.ts';
import { sampleProfit } from '../../testing/office-samples.ts';
import { renderWithStore } from '../../testing/render-with-store.tsx';
import { LoadProfitSection } from './load-profit.public.tsx';

const load = { id: '0190a000-0000-7000-8000-000000000001', version: 1, deletedAt: null };

function Changing() {
  const [version, setVersion] = useState(1);
  return (
    <>
      <button type="button" onClick={() => setVersion(version + 1)}>
        Change
      </button>
      <LoadProfitSection load={{ ...load, version }} />
    </>
  );
}

beforeEach(() => {
  stubLocks();
  stubViewport(1440);
  setSession({ ...testSession, isTeamOwner: false });
});

it('shows the net with whose figures these are, and asks again when the load has changed', async () => {
  let netText = '$454.69';
  stubNetwork(({ path }) => {
    if (path !== `/api/loads/${load.id}/profit`) return problem(404, 'not_found');
    const { ledger } = sampleProfit();
    return json(200, sampleProfit({ ledger: ledger.map((row) => (row.name.startsWith('Net') ? { ...row, amount: netText } : row)) }));
  });
  renderWithStore(<Changing />);
  const section = await screen.findByRole('region', { name: 'Profit' });
  await within(section).findByText('$454.69');
  within(section).getByText('Omar Haddad, truck 126');
  expect(within(section).queryByRole('link', { name: 'Change' })).toBeNull();
  netText = '$400.00';
  screen.getByRole('button', { name: 'Change' }).click();
  await within(section).findByText('$400.00');
});

it('says that a canceled load counts as zero, and shows nothing for one in the trash', async () => {
  const calls = stubNetwork(() => json(200, sampleProfit({ isCounted: false, ledger: [] })));
  renderWithStore(<LoadProfitSection load={load} />);
  await screen.findByText('This load counts as zero.');
  cleanup();
  const before = calls.length;
  renderWithStore(<LoadProfitSection load={{ ...load, deletedAt: '2026-11-15T12:00:00Z' }} />);
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Profit' })).toBeNull());
  expect(calls.slice(before).filter(({ path }) => path.includes('/profit'))).toEqual([]);
});
