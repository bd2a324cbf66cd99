import type { LoadRow } from '@headhaul/contracts/loads/record';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { Provider } from 'react-redux';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { createStore } from '../../app/store.ts';
import { setSession } from '../../shared/session/session-store.ts';
import { json, problem, type SentCall, stubLocks, stubNetwork, stubViewport, testSession } from '../../testing/browser-doubles.ts';
import { sampleDriver, sampleLoad } from '../../testing/office-samples.ts';
import { renderInApp } from '../../testing/render-in-app.tsx';
import WeekPlanner from './week-planner.tsx';

// Thursday 10:42 in Chicago, so that all loads are in one week.
const nowMs = Date.parse('2026-11-12T16:42:00Z');
const inHours = (hours: number) => new Date(nowMs + hours * 3_600_000).toISOString();
const nate = sampleDriver(1, {
  name: 'Nate',
  familyName: 'Ferris',
  readyAt: inHours(-3),
  readyCity: 'Louisville',
  readyState: 'KY',
  readyLat: 38.25,
  readyLng: -85.76,
});
const rosa = sampleDriver(2, {
  name: 'Rosa',
  familyName: 'Delgado',
  truckNumber: '102',
  readyAt: inHours(-3),
  readyCity: 'Denver',
  readyState: 'CO',
  readyLat: 39.74,
  readyLng: -104.99,
});
const open = sampleLoad(24_830, {
  pickupCity: 'Louisville',
  pickupState: 'KY',
  pickupAt: inHours(5),
  deliveryAt: inHours(20),
  deadheadMiles: 0,
});

function company() {
  const { companyId: id } = testSession;
  const rest = { mc: null, dot: null, address: null, phone: null, seats: 10, logo: null };
  return { id, name: 'Bluff Line', timeZone: 'America/Chicago', weekStartsOn: 'MONDAY', weekCountsBy: 'DELIVERY', ...rest };
}

/** An office with two trucks and these loads. `onPut` answers a change of a load. */
function serve(loads: LoadRow[], onPut: (call: SentCall) => Response) {
  const counts = { all: 2, onLoad: 0, ready: 2, planned: 0, off: 0, inactive: 0, archived: 0 };
  const answers: Record<string, unknown> = {
    '/api/companies/myCompany': company(),
    '/api/v2/drivers/all': { drivers: [nate, rosa], nextCursor: null, counts },
    '/api/loads': { loads, nextCursor: null },
    '/api/places/locate': { points: [{ lat: 38.25, lng: -85.76, timeZone: 'America/Kentucky/Louisville' }] },
  };
  return stubNetwork((call) => {
    if (call.method === 'PUT') return onPut(call);
    const answer = answers[call.path];
    return answer === undefined ? problem(503, 'unavailable') : json(200, answer);
  });
}

function visit() {
  const page = (
    <Provider store={createStore()}>
      <WeekPlanner />
    </Provider>
  );
  return renderInApp(
    [
      { path: '/dispatcher/my-loads/week', element: page },
      { path: '*', element: <p>Elsewhere</p> },
    ],
    '/dispatcher/my-loads/week',
  );
}

function findCard(): HTMLElement {
  const card = document.querySelector<HTMLElement>(`[data-load="${open.id}"]`);
  if (card === null) throw new Error('The load is not on the shelf');
  return card;
}

const puts = (calls: readonly SentCall[]) => calls.filter(({ method }) => method === 'PUT');

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: nowMs });
  localStorage.clear();
  stubViewport(1440);
  stubLocks();
  setSession(testSession);
});

describe('the week', () => {
  it('gives a load to the nearest truck with two keys, and says what stands against it', async () => {
    let asked = 0;
    const calls = serve([open], () => {
      asked += 1;
      return asked === 1 ? problem(422, 'confirmation_needed', 'Nate Ferris has load 24799 at that time.') : problem(503, 'unavailable');
    });
    visit();
    const card = await waitFor(findCard);
    await waitFor(() => expect(calls.some(({ path }) => path === '/api/places/locate')).toBe(true));
    fireEvent.keyDown(card, { key: 'a' });
    const first = (await screen.findByText('0 mi')).closest('button');
    expect(first?.textContent).toContain('Nate Ferris');
    expect(document.activeElement).toBe(first);
    fireEvent.click(first as HTMLButtonElement);
    await screen.findByText(/Nate Ferris has load 24799 at that time/);
    expect(puts(calls)[0]).toMatchObject({
      path: `/api/loads/${open.id}/assignment`,
      body: { driverId: nate.id, coDriverId: null, confirmDoubleBooking: false, deadheadMiles: 0 },
    });
    fireEvent.click(screen.getByText('Assign anyway'));
    await waitFor(() => expect(puts(calls)).toHaveLength(2));
    expect(puts(calls)[1]?.body).toMatchObject({ confirmDoubleBooking: true });
    // The server refused, so the load is on the shelf again.
    expect((await waitFor(findCard)).textContent).toContain('24830, Booked');
  });

  it('tells trucks, double bookings and loads without a driver', async () => {
    const booked = { status: 'BOOKED' as const, driverId: nate.id };
    const first = sampleLoad(1, { ...booked, pickupAt: inHours(1), deliveryAt: inHours(12) });
    const second = sampleLoad(2, { ...booked, pickupAt: inHours(2), deliveryAt: inHours(16) });
    serve([first, second, open], () => problem(503, 'unavailable'));
    visit();
    await screen.findByText('1 double booking');
    screen.getByText('2 trucks');
    screen.getByText('1 load without a driver');
  });

  it('opens a load and turns the week', async () => {
    serve([open], () => problem(503, 'unavailable'));
    const router = visit();
    fireEvent.click(await screen.findByLabelText('The week after'));
    expect(router.state.location.search).toMatch(/^\?week=20\d\d-\d\d-\d\d$/);
    fireEvent.click(screen.getByText('Today'));
    expect(router.state.location.search).toBe('');
    fireEvent.click(await waitFor(findCard));
    await waitFor(() => expect(router.state.location.pathname).toBe(`/dispatcher/my-loads/${open.id}`));
  });
});
