import type { LoadRow } from '@headhaul/contracts/loads/record';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { Provider } from 'react-redux';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { createStore } from '../../../app/store.ts';
import { setSession } from '../../../shared/session/session-store.ts';
import { storageKeys } from '../../../shared/storage-keys.ts';
import { json, problem, type SentCall, stubLocks, stubNetwork, stubViewport, testSession } from '../../../testing/browser-doubles.ts';
import { loadRow, wholeLoad } from '../../../testing/load-rows.ts';
import { renderInApp } from '../../../testing/render-in-app.tsx';
import LoadsPage from './page.tsx';

// Thursday 10:42 in Chicago.
const nowMs = Date.parse('2026-11-12T16:42:00Z');
const rolling = loadRow({ n: 1, status: 'IN_TRANSIT' });
const booked = loadRow({ n: 2, pickupCity: 'Omaha', pickupState: 'NE' });
const unsigned = loadRow({ n: 3, hasRc: false, driverId: null, driverName: null });

function company() {
  const { companyId: id } = testSession;
  const rest = { mc: null, dot: null, address: null, phone: null, seats: 10, logo: null };
  return { id, name: 'Bluff Line', timeZone: 'America/Chicago', weekStartsOn: 'MONDAY', weekCountsBy: 'DELIVERY', ...rest };
}

/** An office with these loads. A test's own answer goes first. */
function serve(loads: LoadRow[], own: (call: SentCall) => Response | Promise<Response> | null = () => null) {
  const some = {
    active: loads.length,
    needsAttention: 1,
    pickingUpToday: 0,
    deliveringToday: 0,
    toInvoice: 0,
    withoutDriver: 0,
    all: loads.length,
  };
  const answers: Record<string, unknown> = {
    '/api/companies/myCompany': company(),
    '/api/loads': { loads, nextCursor: null },
    '/api/loads/counts': some,
    '/api/loads/totals': {
      loads: loads.length,
      drafts: 0,
      loadedMiles: 2_436,
      deadheadMiles: 114,
      grossCents: 705_000,
      loadsWithoutMiles: 0,
      isPartial: false,
    },
    '/api/saved-views': { views: [] },
  };
  return stubNetwork((call) => {
    const answer = answers[call.path];
    return own(call) ?? (answer === undefined ? problem(503, 'unavailable') : json(200, answer));
  });
}

function visit(search = '') {
  const page = (
    <Provider store={createStore()}>
      <LoadsPage />
    </Provider>
  );
  const routes = [
    { path: '/dispatcher/my-loads', element: page },
    { path: '*', element: <p>Elsewhere</p> },
  ];
  return renderInApp(routes, `/dispatcher/my-loads${search}`);
}

function numbers(): string[] {
  return [...document.querySelectorAll('tr[data-row] a')].map(({ textContent }) => textContent ?? '');
}

async function rowOf(number: string): Promise<HTMLElement> {
  return (await screen.findByRole('link', { name: number })).closest('tr') as HTMLElement;
}

beforeAll(async () => {
  await Promise.all([import('./filters/filter-bar.tsx'), import('./empty-state.tsx'), import('./first-use.tsx')]);
  await Promise.all([import('./row-status-menu.tsx'), import('../status/status-dialogs.tsx'), import('./bulk-actions.tsx')]);
}, 60_000);
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: nowMs });
  localStorage.clear();
  sessionStorage.clear();
  stubViewport(1440);
  stubLocks();
  setSession(testSession);
});

describe('the list of loads', () => {
  it('shows what needs somebody first, and what it all comes to', async () => {
    serve([rolling, booked, unsigned]);
    visit();
    await rowOf('1003');
    expect(numbers()).toEqual(['1003', '1001', '1002']);
    expect(screen.getByRole('button', { name: '1 needs attention' })).toBeDefined();
    expect(await screen.findByText('3 loads')).toBeDefined();
    expect(screen.getByText('$7,050')).toBeDefined();
  });

  it('is asked for what its address says', async () => {
    const asked: string[] = [];
    serve([booked]);
    const inner = globalThis.fetch;
    vi.stubGlobal('fetch', (input: Request, init?: RequestInit) => {
      asked.push(decodeURIComponent(new URL(input.url).search));
      return inner(input, init);
    });
    visit('?view=all&dates=this-week&equipment=DRY_VAN&sort=gross.desc');
    await rowOf('1002');
    expect(asked).toContain('?equipment=DRY_VAN&dateBy=PICKUP&from=2026-11-09&to=2026-11-15&sort=GROSS&order=desc&limit=100');
  });

  it('narrows what is on screen while the server is still looking', async () => {
    let asked = 0;
    serve([rolling, booked], ({ path }) => {
      if (path !== '/api/loads') return null;
      asked += 1;
      return asked === 1 ? null : new Promise(() => {});
    });
    visit('?view=all');
    await rowOf('1002');
    fireEvent.change(await screen.findByRole('searchbox'), { target: { value: 'omaha' } });
    await waitFor(() => expect(numbers()).toEqual(['1002']));
  });

  it('walks with j and k, picks with x and says what is picked', async () => {
    serve([rolling, booked]);
    visit('?view=all');
    await rowOf('1002');
    fireEvent.keyDown(document.body, { key: 'j' });
    fireEvent.keyDown(document.body, { key: 'j' });
    expect((await rowOf('1002')).dataset.focused).toBe('true');
    fireEvent.keyDown(document.body, { key: 'x' });
    expect(await screen.findByText('1 selected')).toBeDefined();
    fireEvent.keyDown(document.body, { key: 'Escape' });
    await waitFor(() => expect(screen.queryByText('1 selected')).toBeNull());
  });

  it('opens the load that Enter is pressed on, in its address', async () => {
    serve([rolling, booked]);
    const router = visit('?view=all');
    await rowOf('1001');
    fireEvent.keyDown(document.body, { key: 'j' });
    fireEvent.keyDown(document.body, { key: 'Enter' });
    await waitFor(() => expect(router.state.location.search).toBe(`?view=all&load=${rolling.id}`));
  });
});

describe('a status in the list', () => {
  it('changes by its menu at once and is sent', async () => {
    const calls = serve([rolling], ({ method }) => (method === 'PUT' ? json(200, wholeLoad(rolling, 'AT_DELIVERY')) : null));
    visit();
    const row = await rowOf('1001');
    fireEvent.click(within(row).getByRole('button', { name: 'In transit, change status' }));
    fireEvent.click(await screen.findByRole('menuitem', { name: /At delivery/ }));
    await waitFor(() => within(row).getByRole('button', { name: 'At delivery, change status' }));
    await waitFor(() => expect(calls.filter(({ method }) => method === 'PUT')).toMatchObject([{ body: { newStatus: 'AT_DELIVERY' } }]));
  });

  it('asks what happened before a problem is made', async () => {
    const calls = serve([rolling], ({ method }) => (method === 'PUT' ? json(200, wholeLoad(rolling, 'PROBLEM')) : null));
    visit();
    fireEvent.click(within(await rowOf('1001')).getByRole('button', { name: 'In transit, change status' }));
    fireEvent.click(await screen.findByRole('menuitem', { name: /Problem/ }));
    const dialog = await screen.findByRole('dialog', { name: 'What happened to 1001?' });
    fireEvent.click(within(dialog).getByRole('button', { name: 'Mark as problem' }));
    expect(await within(dialog).findByText(/Say what happened/)).toBeDefined();
    fireEvent.change(within(dialog).getByLabelText('In your words'), { target: { value: 'Refused: 2 pallets wet' } });
    fireEvent.click(within(dialog).getByRole('button', { name: 'Mark as problem' }));
    await waitFor(() =>
      expect(calls.find(({ method }) => method === 'PUT')?.body).toMatchObject({ newStatus: 'PROBLEM', reason: 'Refused: 2 pallets wet' }),
    );
  });

  it('without an answer waits in the browser and stands in the list', async () => {
    serve([rolling], ({ method }) => {
      if (method === 'PUT') throw new TypeError('Failed to fetch');
      return null;
    });
    visit();
    const row = await rowOf('1001');
    fireEvent.click(within(row).getByRole('button', { name: 'In transit, change status' }));
    fireEvent.click(await screen.findByRole('menuitem', { name: /At delivery/ }));
    await waitFor(() => expect(localStorage.getItem(storageKeys.offlineQueue.name)).toContain('AT_DELIVERY'));
    expect(within(row).getByRole('button', { name: 'At delivery, change status' })).toBeDefined();
    expect(navigator.onLine).toBe(true);
    expect((await screen.findByText(/1 change/)).textContent).toBe(
      'Not saved yet. 1 change is sent automatically as soon as Headhaul answers.',
    );
    fireEvent.click(screen.getByRole('button', { name: 'See changes' }));
    expect(await screen.findByRole('dialog', { name: 'Changes that wait' })).toBeDefined();
  });
});

describe('a list with nothing in it', () => {
  it('shows the ways in before the first load', async () => {
    serve([]);
    visit();
    expect(await screen.findByRole('heading', { name: 'Put the first load on the road' })).toBeDefined();
    expect(screen.getByText('Nothing booked yet')).toBeDefined();
    // The extension makes no loads.
    expect(screen.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent)).toEqual([
      'Drop a spreadsheet',
      'Type it in',
    ]);
  });

  it('lets filters go when nothing matches', async () => {
    serve([], ({ path }) =>
      path === '/api/loads/counts'
        ? json(200, { active: 2, needsAttention: 0, pickingUpToday: 0, deliveringToday: 0, toInvoice: 0, withoutDriver: 0, all: 2 })
        : null,
    );
    const router = visit('?tag=hot');
    fireEvent.click(await screen.findByRole('button', { name: 'Clear filters' }));
    await waitFor(() => expect(router.state.location.search).toBe(''));
  });

  it('says on the board too that the server did not answer, and offers to try again', async () => {
    serve([], ({ path }) => (path === '/api/loads' ? problem(503, 'unavailable') : null));
    visit('?mode=board&tag=hot');
    expect(await screen.findByText('Couldn’t load your loads')).toBeDefined();
    expect(screen.getByRole('button', { name: 'Try again' })).toBeDefined();
  });

  it('says that the server did not answer', async () => {
    serve([], ({ path }) => (path === '/api/loads' ? problem(503, 'unavailable') : null));
    visit('?view=all&tag=hot');
    expect(await screen.findByText('Couldn’t load your loads')).toBeDefined();
    expect(screen.getByText('Not up to date')).toBeDefined();
  });
});
