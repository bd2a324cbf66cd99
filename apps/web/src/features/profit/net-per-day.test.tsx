import type { LoadNet } from '@headhaul/contracts/profit';
import { render, screen } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { setSession } from '../../shared/session/session-store.ts';
import { json, stubLocks, stubNetwork, stubViewport, testSession } from '../../testing/browser-doubles.ts';
import { renderWithStore } from '../../testing/render-with-store.tsx';
import { NetLine, NetPerDay } from './net-per-day.public.tsx';

const ids = Array.from({ length: 51 }, (_, at) => `0190a000-0000-7000-8000-${String(at).padStart(12, '0')}`);
const net = (loadId: string, netPerDayCents: number | null): LoadNet => ({
  loadId,
  netCents: netPerDayCents,
  netPerDayCents,
  before: [],
  missing: netPerDayCents === null ? ['TOLLS', 'DRIVER_PAY'] : [],
});

beforeEach(() => {
  stubLocks();
  stubViewport(1440);
  setSession(testSession);
});

it('asks once for all cards of a list, and in a second call for those over fifty', async () => {
  const calls = stubNetwork(({ body }) => json(200, { nets: (body as { loadIds: string[] }).loadIds.map((id) => net(id, 68_802)) }));
  renderWithStore(
    <>
      {[ids[0], ids[1], ids[50]].map((id) => (
        <NetPerDay key={id} loadId={id ?? ''} listIds={ids} />
      ))}
    </>,
  );
  expect(await screen.findAllByText('$688')).toHaveLength(3);
  expect(
    calls.filter(({ path }) => path === '/api/profits/nets').map(({ body }) => (body as { loadIds: string[] }).loadIds.length),
  ).toEqual([50, 1]);
});

it('says that a net isn’t known, and what is missing', () => {
  render(<NetLine net={net(ids[0] ?? '', null)} />);
  expect(screen.getByText('Net not known').title).toBe('Net not known: driver pay missing');
});
