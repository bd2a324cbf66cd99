import type { LoadFitRow } from '@headhaul/contracts/fit';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { setSession } from '../../../shared/session/session-store.ts';
import { json, problem, stubLocks, stubViewport, testSession } from '../../../testing/browser-doubles.ts';
import { sampleDriver, sampleLoadFit } from '../../../testing/office-samples.ts';
import { renderWithStore } from '../../../testing/render-with-store.tsx';
import FindLoadDrawer from './drawer.tsx';

const now = Date.parse('2026-11-10T16:42:00Z');
const nate = sampleDriver(1, {
  name: 'Nate',
  familyName: 'Ferris',
  readyCity: 'Louisville',
  readyState: 'KY',
  readyLat: 38.25,
  readyLng: -85.76,
});

function serve(rows: LoadFitRow[] | null, hasMore = false): unknown[] {
  const asked: unknown[] = [];
  vi.stubGlobal('fetch', async (input: Request) => {
    const { pathname } = new URL(input.url);
    if (pathname === '/api/profits/nets') {
      const { loadIds, driverId } = (await input.json()) as { loadIds: string[]; driverId: string };
      expect(driverId).toBe(nate.id);
      const nets = loadIds.map((loadId, index) => ({ loadId, netCents: 0, netPerDayCents: 10_000 * (index + 1), before: [], missing: [] }));
      return json(200, { nets });
    }
    if (pathname !== '/api/fits/loads') return problem(503, 'unavailable');
    asked.push(await input.json());
    if (rows === null) return problem(503, 'unavailable', 'Many people are working right now.');
    const fits = { driverId: nate.id, rows, counts: { can: rows.length, notKnown: 0, cant: 0 } };
    return json(200, { drivers: [fits], looked: rows.length, hasMore });
  });
  return asked;
}

const give = vi.fn();
const open = () => renderWithStore(<FindLoadDrawer driver={nate} nowMs={now} onGive={give} onClose={() => undefined} />);
const numbers = () => screen.getAllByRole('button', { name: /^Assign / }).map((button) => button.getAttribute('aria-label'));

beforeEach(() => {
  give.mockClear();
  stubViewport(1440);
  stubLocks();
  setSession(testSession);
});

const near = sampleLoadFit(1, { deadhead: { miles: 9, source: 'ROAD' } });
const rich = sampleLoadFit(2, { deadhead: { miles: 78, source: 'ROAD' } }, { grossCents: 900_000 });
const far = sampleLoadFit(3, { deadhead: { miles: 175, source: 'ROAD' } });
const cant = sampleLoadFit(4, { verdict: 'CANT', fact: 'At pickup Wed 16:40, 2 h late' });

describe('Find a load', () => {
  it('lists what fits first, says what is too far, and gives a load to the driver', async () => {
    const asked = serve([near, rich, far, cant], true);
    open();
    await screen.findByText('2 loads fit');
    expect(asked).toEqual([{ driverIds: [nate.id] }]);
    expect(numbers()).toEqual(['Assign 1', 'Assign 2', 'Assign 4']);
    screen.getByRole('heading', { name: 'Empty in Louisville, KY' });
    screen.getByText('At pickup Wed 16:40, 2 h late');
    screen.getByText(/The 4 with the soonest pickup were checked/);
    fireEvent.click(screen.getByRole('button', { name: 'Show it' }));
    await screen.findByText('3 loads fit');
    fireEvent.click(screen.getByRole('button', { name: 'Rate per mile' }));
    expect(numbers()).toEqual(['Assign 2', 'Assign 1', 'Assign 3', 'Assign 4']);
    fireEvent.click(screen.getByRole('button', { name: 'Net a day' }));
    expect(numbers()).toEqual(['Assign 3', 'Assign 2', 'Assign 1', 'Assign 4']);
    expect(screen.getAllByText('$300')).toHaveLength(1);
    fireEvent.click(screen.getByRole('button', { name: 'Assign 2' }));
    expect(give).toHaveBeenCalledWith(nate, rich);
  });

  it('says that there is none', async () => {
    serve([]);
    open();
    await screen.findByText(/^Every booked load has a driver\./);
  });

  it('says that it failed, and tries again', async () => {
    const asked = serve(null);
    open();
    const alert = await screen.findByRole('alert');
    fireEvent.click(within(alert).getByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(asked).toHaveLength(2));
  });
});
