import type { FitRow, Fits } from '@headhaul/contracts/fit';
import type { LoadRow } from '@headhaul/contracts/loads/record';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { Provider } from 'react-redux';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { createStore } from '../../app/store.ts';
import { setSession } from '../../shared/session/session-store.ts';
import { json, problem, type SentCall, stubLocks, stubNetwork, stubViewport, testSession } from '../../testing/browser-doubles.ts';
import { sampleDriver, sampleFit, sampleFits, sampleLoad } from '../../testing/office-samples.ts';
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

const canRosa = { ...sampleFit(2), driverId: rosa.id, name: 'Rosa Delgado' };
const cantNate: FitRow = {
  ...sampleFit(1),
  driverId: nate.id,
  name: 'Nate Ferris',
  verdict: 'CANT',
  fact: 'Next load 24840 would be 3 h late',
  brief: { fact: '24840: 3 h late', detail: 'Next load would slip' },
  reasons: [{ kind: 'NEXT_LATE', words: 'Next load 24840 would be 3 h late', minutes: 180 }],
};

/** An office with two trucks and these loads. `onPut` answers a change of a load. Without fits the API can't say who can make it. */
function serve(loads: LoadRow[], onPut: (call: SentCall) => Response, fits: Fits | null = null) {
  const counts = { all: 2, onLoad: 0, ready: 2, planned: 0, off: 0, inactive: 0, archived: 0 };
  const answers: Record<string, unknown> = {
    '/api/companies/myCompany': company(),
    '/api/v2/drivers/all': { drivers: [nate, rosa], nextCursor: null, counts },
    '/api/loads': { loads, nextCursor: null },
    ...(fits === null ? {} : { '/api/fits': fits }),
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

const rowOf = (driverId: string) => document.querySelector<HTMLElement>(`[data-plan-row="${driverId}"]`);
const puts = (calls: readonly SentCall[]) => calls.filter(({ method }) => method === 'PUT');

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: nowMs });
  localStorage.clear();
  stubViewport(1440);
  stubLocks();
  setSession(testSession);
});

describe('the week', () => {
  it('lifts a load with `a`, walks the trucks in the order of the fit, and assigns with Enter', async () => {
    const calls = serve([open], () => problem(503, 'unavailable'), sampleFits([canRosa, cantNate]));
    visit();
    const card = await waitFor(findCard);
    card.focus();
    fireEvent.keyDown(card, { key: 'a' });
    await screen.findByText('Can make it, 1');
    screen.getByText('Can’t, 1');
    expect(rowOf(rosa.id)?.dataset).toMatchObject({ verdict: 'CAN', over: 'true' });
    expect(rowOf(nate.id)?.dataset.verdict).toBe('CANT');
    expect(rowOf(nate.id)?.textContent).toContain('24840: 3 h late');
    expect(screen.getByText(/^Rosa Delgado, 1 of 2\. Can make it: at pickup 20 h early$/)).toBeDefined();
    fireEvent.keyDown(card, { key: 'ArrowDown' });
    expect(rowOf(nate.id)?.dataset.over).toBe('true');
    fireEvent.keyDown(card, { key: 'ArrowDown' });
    fireEvent.keyDown(card, { key: 'Enter' });
    await waitFor(() => expect(puts(calls)).toHaveLength(1));
    expect(puts(calls)[0]).toMatchObject({
      path: `/api/loads/${open.id}/assignment`,
      body: { driverId: rosa.id, coDriverId: null, confirmDoubleBooking: false, deadheadMiles: 33, seenDriverId: null },
    });
    expect(calls.filter(({ path }) => path === '/api/fits')).toHaveLength(1);
    // The server refused, so the load is on the shelf again.
    expect((await waitFor(findCard)).textContent).toContain('24830, Booked');
  });

  it('asks before a load goes to a truck that can’t, and Escape puts it back', async () => {
    const calls = serve([open], () => problem(503, 'unavailable'), sampleFits([canRosa, cantNate]));
    visit();
    const card = await waitFor(findCard);
    fireEvent.keyDown(card, { key: 'a' });
    await screen.findByText('Can make it, 1');
    fireEvent.keyDown(card, { key: 'Escape' });
    expect(screen.queryByText('Can make it, 1')).toBeNull();
    fireEvent.keyDown(card, { key: 'a' });
    await screen.findByText('Can make it, 1');
    fireEvent.keyDown(card, { key: 'ArrowUp' });
    fireEvent.keyDown(card, { key: 'Enter' });
    const dialog = await screen.findByRole('dialog', { name: 'Nate can’t make both' });
    expect(puts(calls)).toEqual([]);
    fireEvent.click(within(dialog).getByRole('button', { name: 'Assign anyway' }));
    await waitFor(() => expect(puts(calls)).toHaveLength(1));
    expect(puts(calls)[0]?.body).toMatchObject({ driverId: nate.id, confirmDoubleBooking: false, anyway: { reason: null } });
  });

  it('says that it can’t be checked, and still lets the load be dropped with a question', async () => {
    const calls = serve([open], () => problem(503, 'unavailable'), null);
    visit();
    const card = await waitFor(findCard);
    fireEvent.keyDown(card, { key: 'a' });
    await screen.findByText('We can’t check who can make it right now');
    fireEvent.keyDown(card, { key: 'Enter' });
    const question = await screen.findByRole('dialog', { name: 'We can’t check who can make it right now. Assign anyway?' });
    expect(puts(calls)).toEqual([]);
    fireEvent.click(within(question).getByRole('button', { name: 'Assign anyway' }));
    await waitFor(() => expect(puts(calls)).toHaveLength(1));
    expect(puts(calls)[0]?.body).toMatchObject({ driverId: nate.id, anyway: { reason: null } });
  });

  it('Fix lists the best trucks for each of the two loads by the same fit', async () => {
    const booked = { status: 'BOOKED' as const, driverId: nate.id };
    const first = sampleLoad(1, { ...booked, pickupAt: inHours(1), deliveryAt: inHours(12) });
    const second = sampleLoad(2, { ...booked, pickupAt: inHours(2), deliveryAt: inHours(16) });
    const calls = serve([first, second], () => problem(503, 'unavailable'), sampleFits([canRosa, cantNate]));
    visit();
    fireEvent.click(await screen.findByRole('button', { name: 'Fix' }));
    const options = await screen.findAllByRole('button', { name: /Rosa Delgado/ });
    expect(options.map((option) => option.dataset.verdict)).toEqual(['CAN', 'CAN']);
    // Who has the load already is no option.
    expect(screen.queryByRole('button', { name: /Nate Ferris/ })).toBeNull();
    fireEvent.click(options[1] as HTMLElement);
    await waitFor(() => expect(puts(calls)).toHaveLength(1));
    expect(puts(calls)[0]).toMatchObject({
      path: `/api/loads/${second.id}/assignment`,
      body: { driverId: rosa.id, seenDriverId: nate.id },
    });
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
