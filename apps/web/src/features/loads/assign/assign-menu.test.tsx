import type { FitRow, Fits } from '@headhaul/contracts/fit';
import type { LoadRow } from '@headhaul/contracts/loads/record';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { Provider } from 'react-redux';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { createStore } from '../../../app/store.ts';
import { setSession } from '../../../shared/session/session-store.ts';
import { json, problem, type SentCall, stubLocks, stubNetwork, stubViewport, testSession } from '../../../testing/browser-doubles.ts';
import { loadRow, wholeLoad } from '../../../testing/load-rows.ts';
import { sampleFit, sampleFits } from '../../../testing/office-samples.ts';
import { renderInApp } from '../../../testing/render-in-app.tsx';
import AssignMenu from './assign-menu.tsx';

const load = loadRow({ n: 1, driverId: null, driverName: null, deadheadMiles: 0 });
const wayne = sampleFit(1);
const dmitri = sampleFit(2, {
  name: 'Dmitri Volkov',
  verdict: 'NOT_KNOWN',
  fact: 'Hours not known',
  detail: '192 mi. On time if 3:20 or more is left',
  reasons: [{ kind: 'HOURS_UNKNOWN', words: 'Hours not known', minutes: null }],
  action: 'ASK_DRIVER',
});
const bekzod = sampleFit(3, {
  name: 'Bekzod Karimov',
  verdict: 'CANT',
  fact: 'Next load 24830 would be 3 h late',
  detail: '380 mi from Atlanta',
  reasons: [{ kind: 'NEXT_LATE', words: 'Next load 24830 would be 3 h late', minutes: 180 }],
  conflict: {
    loadNumber: '24830',
    startsAt: '2026-11-18T20:30:00.000Z',
    endsAt: '2026-11-19T14:00:00.000Z',
    timeZone: 'America/Chicago',
    arriveAt: '2026-11-18T23:30:00.000Z',
    miles: 380,
    words: 'In Jackson, MS Wed 17:30, pickup is 14:30 CST',
  },
});
const joan = sampleFit(4, {
  name: 'Joan Pruitt',
  verdict: 'CANT',
  fact: 'Flatbed, load needs a van',
  detail: 'Empty in Houston, TX',
  reasons: [{ kind: 'EQUIPMENT', words: 'Flatbed, load needs a van', minutes: null }],
});

/** An API with these fits for every load, unless a load has its own. */
function serve(rows: FitRow[], own: (loadId: string) => Fits | null = () => null, onPut = () => json(200, wholeLoad(load, 'BOOKED'))) {
  return stubNetwork(({ method, path, body }) => {
    if (path === '/api/fits') return json(200, own((body as { loadId: string }).loadId) ?? sampleFits(rows));
    return method === 'PUT' ? onPut() : problem(404, 'not_found');
  });
}

function open(loads: readonly LoadRow[] = [load]) {
  const onClose = vi.fn();
  const menu = (
    <Provider store={createStore()}>
      <AssignMenu rows={loads} box={{ left: 0, top: 0, width: 10, height: 10 }} onClose={onClose} />
    </Provider>
  );
  renderInApp([{ path: '*', element: menu }], '/');
  return onClose;
}

const puts = (calls: readonly SentCall[]) => calls.filter(({ method }) => method === 'PUT').map(({ body }) => body);
const row = (name: RegExp) => screen.findByRole('button', { name });

beforeEach(() => {
  stubViewport(1440);
  stubLocks();
  setSession(testSession);
});

describe('the assign menu', () => {
  it('shows groups with counts, facts and what would make it known', async () => {
    serve([wayne, dmitri, bekzod]);
    open();
    const can = await screen.findByRole('region', { name: /Can make it/ });
    expect(within(can).getByRole('button', { name: /Wayne Kowalczyk/ }).textContent).toContain('At pickup 20 h early');
    expect(within(can).getByText('10:20 after rest')).toBeDefined();
    const notKnown = screen.getByRole('region', { name: /Not known/ });
    expect(within(notKnown).getByRole('link', { name: 'Ask Dmitri' }).getAttribute('href')).toBe(
      `/dispatcher/my-drivers/${dmitri.driverId}`,
    );
    expect(within(screen.getByRole('region', { name: /Can’t/ })).getByText('Next load 24830 would be 3 h late')).toBeDefined();
    expect(screen.getByText(/Planned at 55 mph, 2 h at a live dock/)).toBeDefined();
  });

  it('Enter assigns the first, with measured miles and without a question', async () => {
    const calls = serve([wayne, dmitri]);
    const onClose = open();
    await row(/Wayne/);
    fireEvent.keyDown(screen.getByLabelText('Find a driver'), { key: 'Enter' });
    await waitFor(() => expect(onClose).toHaveBeenCalled());
    expect(puts(calls)).toMatchObject([{ driverId: wayne.driverId, deadheadMiles: 33, confirmDoubleBooking: false }]);
  });

  it('the arrows walk through the rows and back to the field', async () => {
    serve([wayne, bekzod]);
    open();
    const first = await row(/Wayne/);
    const field = screen.getByLabelText('Find a driver');
    field.focus();
    fireEvent.keyDown(field, { key: 'ArrowDown' });
    expect(document.activeElement).toBe(first);
    fireEvent.keyDown(first, { key: 'ArrowUp' });
    fireEvent.keyDown(field, { key: 'ArrowUp' });
    expect(document.activeElement).toBe(await row(/Bekzod/));
  });

  it('asks before a driver who can’t, and offers the best who can', async () => {
    const calls = serve([wayne, bekzod]);
    const onClose = open();
    fireEvent.click(await row(/Bekzod/));
    const dialog = await screen.findByRole('dialog', { name: 'Bekzod can’t make both' });
    expect(dialog.textContent).toContain('Next load 24830 would be 3 h late');
    expect(within(dialog).getByText('In Jackson, MS Wed 17:30, pickup is 14:30 CST')).toBeDefined();
    expect(within(dialog).getByText('Wayne Kowalczyk can')).toBeDefined();
    expect(puts(calls)).toEqual([]);
    fireEvent.click(within(dialog).getByRole('button', { name: 'Assign Wayne instead' }));
    await waitFor(() => expect(onClose).toHaveBeenCalled());
    expect(puts(calls)).toMatchObject([{ driverId: wayne.driverId }]);
  });

  it('assigns anyway when somebody wants it so', async () => {
    const calls = serve([dmitri]);
    const onClose = open();
    fireEvent.click(await row(/Dmitri Volkov/));
    const dialog = await screen.findByRole('dialog', { name: 'Hours not known. Assign anyway?' });
    fireEvent.click(within(dialog).getByRole('button', { name: 'Assign anyway' }));
    await waitFor(() => expect(onClose).toHaveBeenCalled());
    expect(puts(calls)).toMatchObject([{ driverId: dmitri.driverId, confirmDoubleBooking: false, anyway: { reason: null } }]);
  });

  it('asks again when the API finds a worse reason, and sends what it was told at last', async () => {
    const late = {
      ...dmitri,
      verdict: 'CANT',
      fact: 'At pickup 2 h late',
      reasons: [{ kind: 'PICKUP_LATE', words: 'late', minutes: 120 }],
    };
    const calls = serve([dmitri], undefined, () =>
      puts(calls).length === 1
        ? problem(422, 'confirmation_needed', 'Dmitri Volkov: late.', { confirm: 'FIT', current: late })
        : json(200, wholeLoad(load, 'BOOKED')),
    );
    const onClose = open();
    fireEvent.click(await row(/Dmitri Volkov/));
    fireEvent.click(await screen.findByRole('button', { name: 'Assign anyway' }));
    const dialog = await screen.findByRole('dialog', { name: `Dmitri can’t make ${load.loadNumber}` });
    expect(dialog.textContent).toContain('At pickup 2 h late');
    fireEvent.click(within(dialog).getByRole('button', { name: 'Assign anyway' }));
    await waitFor(() => expect(onClose).toHaveBeenCalled());
    expect(puts(calls)).toMatchObject([{ anyway: { seen: ['HOURS_UNKNOWN'] } }, { anyway: { seen: ['PICKUP_LATE'] } }]);
  });

  it('shows every load at the same time, and sends which it showed, also after the API found one more', async () => {
    const onLoad = (loadNumber: string) => ({
      kind: 'ON_LOAD' as const,
      words: `Has ${loadNumber} at the same time`,
      minutes: null,
      loadNumber,
    });
    const conflict = bekzod.conflict && { ...bekzod.conflict, loadNumber: '24830', arriveAt: null, words: 'Memphis to Atlanta' };
    const busy = (...numbers: string[]) =>
      sampleFit(5, { name: 'Ann Volkov', verdict: 'CANT', fact: 'Has 24830 at the same time', reasons: numbers.map(onLoad), conflict });
    const calls = serve([busy('24830', '24831')], undefined, () =>
      puts(calls).length === 1
        ? problem(422, 'confirmation_needed', 'Ann Volkov: has 24832 at the same time.', {
            confirm: 'FIT',
            current: busy('24830', '24831', '24832'),
          })
        : json(200, wholeLoad(load, 'BOOKED')),
    );
    const onClose = open();
    fireEvent.click(await row(/Ann Volkov/));
    const first = await screen.findByRole('dialog', { name: 'Ann can’t make both' });
    expect(within(first).getByText('Load 24830')).toBeDefined();
    expect(within(first).getByText('Has 24831 at the same time')).toBeDefined();
    fireEvent.click(within(first).getByRole('button', { name: 'Assign anyway' }));
    const again = (await screen.findByText('Has 24832 at the same time')).closest<HTMLElement>('[role="dialog"]');
    fireEvent.click(within(again ?? document.body).getByRole('button', { name: 'Assign anyway' }));
    await waitFor(() => expect(onClose).toHaveBeenCalled());
    expect(puts(calls)).toMatchObject([
      { anyway: { seen: ['ON_LOAD'], seenLoads: ['24830', '24831'] } },
      { anyway: { seen: ['ON_LOAD'], seenLoads: ['24830', '24831', '24832'] } },
    ]);
  });

  it('asks about the partner’s other load after the question about the driver, and sends both answers', async () => {
    const isSure = () => (puts(calls).at(-1) as { confirmDoubleBooking: boolean }).confirmDoubleBooking;
    const words = 'Ann Volkov has load 24799 at that time.';
    const calls = serve([dmitri], undefined, () =>
      isSure() ? json(200, wholeLoad(load, 'BOOKED')) : problem(422, 'confirmation_needed', words),
    );
    const onClose = open();
    fireEvent.click(await row(/Dmitri Volkov/));
    fireEvent.click(await screen.findByRole('button', { name: 'Assign anyway' }));
    const dialog = await screen.findByRole('dialog', { name: 'Dmitri Volkov is on another load then' });
    expect(within(dialog).getByText(words)).toBeDefined();
    fireEvent.click(within(dialog).getByRole('button', { name: 'Assign anyway' }));
    await waitFor(() => expect(onClose).toHaveBeenCalled());
    const anyway = { reason: null };
    expect(puts(calls)).toMatchObject([
      { confirmDoubleBooking: false, anyway },
      { confirmDoubleBooking: true, anyway },
    ]);
  });

  it('a trailer of the wrong kind needs a typed reason', async () => {
    const calls = serve([joan]);
    const onClose = open();
    fireEvent.click(await row(/Joan Pruitt/));
    const dialog = await screen.findByRole('dialog', { name: `Joan can’t make ${load.loadNumber}` });
    fireEvent.click(within(dialog).getByRole('button', { name: 'Assign anyway' }));
    expect(within(dialog).getByText('Say why this trailer is fine')).toBeDefined();
    expect(puts(calls)).toEqual([]);
    fireEvent.change(within(dialog).getByLabelText('Reason to assign it anyway'), { target: { value: 'Broker takes a flatbed' } });
    fireEvent.click(within(dialog).getByRole('button', { name: 'Assign anyway' }));
    await waitFor(() => expect(onClose).toHaveBeenCalled());
    expect(puts(calls)).toMatchObject([{ driverId: joan.driverId, anyway: { reason: 'Broker takes a flatbed' } }]);
  });

  it('asks to keep or replace when somebody assigned it meanwhile', async () => {
    let answer = () => problem(412, 'version_stale', 'Ann gave 24835 to Tiana Okafor 20 s ago.');
    const calls = serve([wayne], undefined, () => answer());
    const onClose = open();
    fireEvent.click(await row(/Wayne/));
    const dialog = await screen.findByRole('dialog', { name: 'Ann gave 24835 to Tiana Okafor 20 s ago' });
    expect(puts(calls)).toMatchObject([{ driverId: wayne.driverId, seenDriverId: null }]);
    answer = () => json(200, wholeLoad(load, 'BOOKED'));
    fireEvent.click(within(dialog).getByRole('button', { name: 'Replace' }));
    await waitFor(() => expect(onClose).toHaveBeenCalled());
    expect(puts(calls)[1]).not.toHaveProperty('seenDriverId');
  });

  it('keeps what somebody else assigned', async () => {
    const calls = serve([wayne], undefined, () => problem(412, 'version_stale', 'Ann gave 24835 to Tiana Okafor 20 s ago.'));
    const onClose = open();
    fireEvent.click(await row(/Wayne/));
    fireEvent.click(await screen.findByRole('button', { name: 'Keep' }));
    expect(onClose).toHaveBeenCalled();
    expect(puts(calls)).toHaveLength(1);
  });

  it('checks each of several loads before it is given', async () => {
    const second = loadRow({ n: 2, driverId: null, driverName: null });
    const late = { ...wayne, verdict: 'CANT' as const, fact: 'At pickup Fri 10:00, 2 h late' };
    const calls = serve([wayne], (loadId) => (loadId === second.id ? sampleFits([late]) : null));
    open([load, second]);
    fireEvent.click(await row(/Wayne/));
    await screen.findByRole('dialog', { name: `Wayne can’t make ${second.loadNumber}` });
    expect(puts(calls)).toHaveLength(1);
  });

  it('says that it failed and tries again', async () => {
    let answer = () => problem(503, 'unavailable');
    stubNetwork(() => answer());
    open();
    const again = await screen.findByRole('button', { name: 'Try again' });
    answer = () => json(200, sampleFits([wayne]));
    fireEvent.click(again);
    await row(/Wayne/);
  });

  it('says so without drivers and without a name that matches', async () => {
    serve([]);
    open();
    await screen.findByText('No drivers yet. Add one on the Drivers screen.');
  });

  it('fills the screen of a phone', async () => {
    stubViewport(390);
    serve([wayne]);
    const onClose = open();
    await row(/Wayne/);
    fireEvent.click(screen.getByRole('button', { name: 'Close' }));
    expect(onClose).toHaveBeenCalled();
  });
});
