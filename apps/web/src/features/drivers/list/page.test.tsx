import type { Driver } from '@headhaul/contracts/drivers';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { Provider } from 'react-redux';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { createStore } from '../../../app/store.ts';
import { setSession } from '../../../shared/session/session-store.ts';
import { json, problem, stubLocks, stubViewport, testSession } from '../../../testing/browser-doubles.ts';
import { sampleDriver } from '../../../testing/office-samples.ts';
import { renderInApp } from '../../../testing/render-in-app.tsx';
import DriversPage from './page.tsx';

const nate = sampleDriver(1, { name: 'Nate', familyName: 'Ferris', readyCity: 'Louisville', readyState: 'KY' });

/** The company has these drivers, and the user has none. Returns the changes that were sent. */
function serve(drivers: Driver[]) {
  const changes: { path: string; body: unknown }[] = [];
  const counts = (all: number) => ({ all, onLoad: 0, ready: all, planned: 0, off: 0, inactive: 0, archived: 0 });
  vi.stubGlobal('fetch', async (input: Request) => {
    const { pathname, searchParams } = new URL(input.url);
    if (input.method === 'PUT') {
      changes.push({ path: pathname, body: await input.json() });
      return json(200, nate);
    }
    if (pathname !== '/api/v2/drivers/all') return problem(503, 'unavailable');
    const found = searchParams.has('dispatcherId') ? [] : drivers;
    return json(200, { drivers: found, nextCursor: null, counts: counts(found.length) });
  });
  return changes;
}

function visit(path = '/dispatcher/my-drivers') {
  const page = (
    <Provider store={createStore()}>
      <DriversPage />
    </Provider>
  );
  return renderInApp(
    [
      { path: '/dispatcher/my-drivers', element: page },
      { path: '/dispatcher/company-drivers', element: page },
      { path: '*', element: <p>Elsewhere</p> },
    ],
    path,
  );
}

beforeEach(() => {
  // In winter, so that Chicago's time is called CST.
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-11-12T16:42:00Z') });
  localStorage.clear();
  stubViewport(1440);
  stubLocks();
  setSession(testSession);
});

describe('drivers', () => {
  it('are everyone’s for who has none of their own', async () => {
    serve([nate]);
    visit();
    await screen.findByRole('link', { name: 'Nate Ferris' });
    expect(screen.queryByText('Dispatcher')).toBeNull();
    screen.getByText('1 empty now');
  });

  it('of an office without any show the ways in', async () => {
    serve([]);
    visit('/dispatcher/company-drivers');
    await screen.findByRole('heading', { name: 'Who drives for you?' });
    screen.getByRole('heading', { name: 'Company drivers' });
  });

  it('walk by j and k, and open by Enter', async () => {
    serve([nate, sampleDriver(2)]);
    const router = visit();
    await screen.findByRole('link', { name: 'Nate Ferris' });
    for (const key of ['j', 'j', 'k']) fireEvent.keyDown(document.body, { key });
    fireEvent.keyDown(document.body, { key: 'Enter' });
    await waitFor(() => expect(router.state.location.pathname).toBe(`/dispatcher/my-drivers/${nate.id}`));
  });

  it('get a status with a note, a time and a place from their pill', async () => {
    const changes = serve([nate]);
    visit();
    fireEvent.click(await screen.findByRole('button', { name: 'Ready, change status of Nate Ferris' }));
    fireEvent.click(await screen.findByRole('radio', { name: /In shop/ }));
    const type = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } });
    type('Note', 'Brakes');
    type('Where', 'Houston, TX');
    type('Empty again', '2026-11-16');
    type('At, CST', '2pm');
    fireEvent.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(changes).toHaveLength(1));
    expect(changes[0]).toMatchObject({
      path: `/api/drivers/${nate.id}/status`,
      body: { newStatus: 'IN_SHOP', note: 'Brakes', readyAt: '2026-11-16T20:00:00.000Z', readyCity: 'Houston', readyState: 'TX' },
    });
  });
});
