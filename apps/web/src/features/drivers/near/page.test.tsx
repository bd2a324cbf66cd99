import type { EmptyNear } from '@headhaul/contracts/fit';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { setSession } from '../../../shared/session/session-store.ts';
import { json, problem, stubLocks, stubViewport, testSession } from '../../../testing/browser-doubles.ts';
import { sampleCompany, sampleEmptyNear, sampleEmptyRow } from '../../../testing/office-samples.ts';
import { renderWithStore } from '../../../testing/render-with-store.tsx';
import EmptyNearPage from './page.tsx';

/** The API gives this answer. Returns the searches that were asked for. */
function serve(answer: (query: URLSearchParams) => EmptyNear | null): URLSearchParams[] {
  const asked: URLSearchParams[] = [];
  vi.stubGlobal('fetch', async (input: Request) => {
    const { pathname, searchParams } = new URL(input.url);
    if (pathname === '/api/fits/empty') {
      asked.push(searchParams);
      const found = answer(searchParams);
      return found === null ? problem(503, 'unavailable') : json(200, found);
    }
    if (pathname === '/api/companies/myCompany') return json(200, sampleCompany);
    const counts = { all: 15, onLoad: 0, ready: 15, planned: 0, off: 0, inactive: 0, archived: 0 };
    if (pathname === '/api/v2/drivers/all') return json(200, { drivers: [], nextCursor: null, counts });
    return problem(503, 'unavailable');
  });
  return asked;
}

const visit = (query: string) => renderWithStore(<EmptyNearPage />, `/dispatcher/my-drivers?view=near${query}`);
const found = sampleEmptyNear({
  matches: [sampleEmptyRow(1)],
  notKnown: [
    sampleEmptyRow(
      2,
      {
        name: 'Carla Dunn',
        verdict: 'NOT_KNOWN',
        miles: null,
        action: 'SET_LOCATION',
        unknown: [{ kind: 'LOCATION_UNKNOWN', words: 'Location not known', minutes: null }],
      },
      { at: null, isNow: false, point: null, city: null, state: null },
    ),
  ],
  justOutside: [sampleEmptyRow(3, { name: 'Luis Herrera', verdict: 'CANT', overMiles: 28, miles: { miles: 128, source: 'ROAD' } })],
});

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-11-16T16:42:00Z') });
  stubViewport(1440);
  stubLocks();
  setSession(testSession);
});

describe('Empty near', () => {
  it('asks for what the address says, and lists the three groups', async () => {
    const asked = serve(() => found);
    visit('&near=Dallas, TX&within=150&trailer=DRY_VAN&by=2026-11-17T14:00:00Z');
    await screen.findByRole('link', { name: 'Wayne Kowalczyk' });
    expect(Object.fromEntries(asked[0] ?? [])).toEqual({
      place: 'Dallas, TX',
      radiusMiles: '150',
      equipment: 'DRY_VAN',
      by: '2026-11-17T14:00:00.000Z',
    });
    screen.getByRole('columnheader', { name: 'Not known 1' });
    screen.getByRole('columnheader', { name: 'Just outside 1' });
    screen.getByText('28 mi over');
    screen.getByText('Location not known');
    screen.getByRole('link', { name: 'Set location' });
    screen.getByText(/1 empty near Dallas, TX by Tue 08:00/);
    await screen.findByText('15 drivers');
  });

  it('keeps its chips in the address: removed, changed, and by [ and ]', async () => {
    serve(() => found);
    const router = visit('&near=Dallas&within=150&trailer=DRY_VAN');
    await screen.findByRole('link', { name: 'Wayne Kowalczyk' });
    fireEvent.click(screen.getByRole('button', { name: 'Remove filter Equipment' }));
    await waitFor(() => expect(router.state.location.search).toBe('?view=near&near=Dallas&within=150'));
    fireEvent.keyDown(document.body, { key: ']' });
    await waitFor(() => expect(router.state.location.search).toContain('within=175'));
    for (let press = 0; press < 3; press += 1) fireEvent.keyDown(document.body, { key: '[' });
    await waitFor(() => expect(router.state.location.search).toBe('?view=near&near=Dallas'));
    fireEvent.click(screen.getByRole('button', { name: /^Empty by/ }));
    const by = await screen.findByRole('textbox', { name: 'Empty by' });
    fireEvent.change(by, { target: { value: 'whenever' } });
    fireEvent.click(screen.getByRole('button', { name: 'Show' }));
    await screen.findByText('Enter a day and a time, such as tue 8am.');
    fireEvent.change(by, { target: { value: 'wed 6pm' } });
    fireEvent.click(screen.getByRole('button', { name: 'Show' }));
    await waitFor(() => expect(router.state.location.search).toContain('by=2026-11-19T00%3A00%3A00.000Z'));
  });

  it('asks for a place while there is none, and nobody else', async () => {
    const asked = serve(() => found);
    const router = visit('');
    await screen.findByText('Enter a city or a ZIP to see who is empty near it.');
    fireEvent.change(await screen.findByRole('textbox', { name: 'City or ZIP' }), { target: { value: '75201' } });
    fireEvent.click(screen.getByRole('button', { name: 'Show' }));
    await screen.findByRole('link', { name: 'Wayne Kowalczyk' });
    expect(router.state.location.search).toBe('?view=near&near=75201');
    expect(asked).toHaveLength(1);
  });

  it('says who is nearest when nobody is, and widens the ring', async () => {
    const nobody = sampleEmptyNear({
      matches: [],
      nearest: sampleEmptyRow(3, { name: 'Luis Herrera', miles: { miles: 128, source: 'ROAD' } }),
    });
    serve((query) => (query.get('radiusMiles') === '100' ? nobody : found));
    visit('&near=Dallas&trailer=DRY_VAN');
    await screen.findByText('No van is empty within 100 mi of Dallas, TX by Tue 08:00.');
    screen.getByText(/The nearest is Luis Herrera, 128 mi, empty now\./);
    fireEvent.click(screen.getByRole('button', { name: 'Widen to 200 mi' }));
    await screen.findByRole('link', { name: 'Wayne Kowalczyk' });
  });

  it('offers the place that was meant', async () => {
    serve((query) => (query.get('place') === 'Dalas' ? sampleEmptyNear({ place: null, suggestion: 'Dallas, TX', matches: [] }) : found));
    const router = visit('&near=Dalas');
    fireEvent.click(await screen.findByRole('button', { name: 'Dallas, TX' }));
    await screen.findByRole('link', { name: 'Wayne Kowalczyk' });
    expect(router.state.location.search).toBe('?view=near&near=Dallas%2C+TX');
  });

  it('says that it could not find out', async () => {
    serve(() => null);
    visit('&near=Dallas');
    await screen.findByRole('heading', { name: 'Couldn’t find out who is empty' });
  });

  it('walks by j and k, and opens by Enter', async () => {
    serve(() => found);
    const router = visit('&near=Dallas');
    await screen.findByRole('link', { name: 'Wayne Kowalczyk' });
    for (const key of ['j', 'j', 'k', 'Enter']) fireEvent.keyDown(document.body, { key });
    await waitFor(() => expect(router.state.location.pathname).toBe(`/dispatcher/my-drivers/${sampleEmptyRow(1).driverId}`));
  });

  it('is cards on a phone', async () => {
    stubViewport(390);
    serve(() => found);
    visit('&near=Dallas');
    await screen.findByRole('link', { name: /Wayne Kowalczyk/ });
    expect(screen.queryByRole('table')).toBeNull();
    screen.getByRole('heading', { name: 'Not known 1' });
  });
});
