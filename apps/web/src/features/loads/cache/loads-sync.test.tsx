import type { LoadRow } from '@headhaul/contracts/loads/record';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { ToastContainer } from 'react-toastify/unstyled';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { toastSettings } from '../../../shared/notify.ts';
import { setSession } from '../../../shared/session/session-store.ts';
import { json, problem, stubFullStorage, stubLocks, stubNetwork, stubViewport, testSession } from '../../../testing/browser-doubles.ts';
import { loadRow, wholeLoad } from '../../../testing/load-rows.ts';
import { renderWithStore } from '../../../testing/render-with-store.tsx';
import { loadsApi } from '../loads.api.ts';
import { getQueuedMoves, queueMoves } from '../status/offline-queue.ts';
import { useStatusChange } from '../status/use-status-change.tsx';
import LoadsSync from './loads-sync.tsx';

const row = loadRow({ status: 'IN_TRANSIT' });

interface Server {
  isReachable: boolean;
  /** Its driver is on another load. */
  asksConfirmation: boolean;
  status: LoadRow['status'];
  tries: number;
}

/** A server that can be cut off. It keeps one load. */
function serve() {
  const server: Server = { isReachable: true, asksConfirmation: false, status: 'IN_TRANSIT', tries: 0 };
  const calls = stubNetwork(({ method, path, body }) => {
    if (!path.startsWith(`/api/loads/${row.id}`)) return problem(503, 'unavailable');
    server.tries += 1;
    if (!server.isReachable) throw new TypeError('Failed to fetch');
    const isConfirmed = (body as { confirmDoubleBooking?: boolean } | null)?.confirmDoubleBooking === true;
    if (method === 'PUT' && server.asksConfirmation && !isConfirmed) return problem(422, 'confirmation_needed');
    if (method === 'PUT') server.status = (body as { newStatus: LoadRow['status'] }).newStatus;
    if (method === 'POST') server.status = 'IN_TRANSIT';
    return json(200, wholeLoad(row, server.status));
  });
  return { server, calls };
}

function wait() {
  return act(() =>
    queueMoves([{ loadId: row.id, loadNumber: row.loadNumber, from: 'IN_TRANSIT', to: 'AT_DELIVERY', reason: '', paidAmountCents: null }]),
  );
}

const later = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

beforeEach(() => {
  stubLocks();
  stubViewport(1440);
  setSession(testSession);
  vi.useFakeTimers({ shouldAdvanceTime: true, advanceTimeDelta: 500 });
});

describe('a status change without an answer, in a browser that says it is online', () => {
  it('goes out when the server answers again, without a reload', async () => {
    const { server, calls } = serve();
    server.isReachable = false;
    renderWithStore(<LoadsSync />);
    wait();
    await later(5_000);
    expect(server.tries).toBeGreaterThan(1);
    expect(getQueuedMoves()).toHaveLength(1);
    server.isReachable = true;
    await later(5_000);
    await waitFor(() => expect(getQueuedMoves()).toEqual([]));
    expect(server.status).toBe('AT_DELIVERY');
    expect(calls.filter(({ method }) => method === 'PUT')).toHaveLength(1);
  });

  it('is tried ever more seldom, and nothing is asked once nothing waits', async () => {
    const { server } = serve();
    server.isReachable = false;
    renderWithStore(<LoadsSync />);
    wait();
    await waitFor(() => expect(server.tries).toBe(1));
    await later(120_000);
    const inFirstMinutes = server.tries;
    expect(inFirstMinutes).toBeGreaterThan(4);
    await later(120_000);
    expect(server.tries - inFirstMinutes).toBeLessThan(inFirstMinutes);
    server.isReachable = true;
    act(() => void window.dispatchEvent(new Event('online')));
    await waitFor(() => expect(getQueuedMoves()).toEqual([]));
    const untilSent = server.tries;
    await later(600_000);
    expect(server.tries).toBe(untilSent);
  });

  it('can still be undone after it went out', async () => {
    const { server, calls } = serve();
    renderWithStore(
      <>
        <LoadsSync />
        <Mover />
        <ToastContainer {...toastSettings} />
      </>,
    );
    await screen.findByText('IN_TRANSIT');
    server.isReachable = false;
    fireEvent.click(screen.getByRole('button', { name: 'Move' }));
    await screen.findByText('Not saved yet. Sent automatically as soon as Headhaul answers');
    server.isReachable = true;
    await later(3_000);
    await waitFor(() => expect(server.status).toBe('AT_DELIVERY'));
    await waitFor(() => expect(getQueuedMoves()).toEqual([]));
    fireEvent.click(screen.getByRole('button', { name: /Undo/ }));
    await waitFor(() =>
      expect(calls.filter(({ method }) => method === 'POST').map(({ path }) => path)).toEqual([`/api/loads/${row.id}/status/undo`]),
    );
  });
});

describe('a double booking that was confirmed', () => {
  it('stays confirmed while it waits', async () => {
    const { server, calls } = serve();
    server.asksConfirmation = true;
    renderWithStore(
      <>
        <LoadsSync />
        <Mover />
      </>,
    );
    fireEvent.click(screen.getByRole('button', { name: 'Move' }));
    const confirm = await screen.findByRole('button', { name: 'Dispatch anyway' });
    server.isReachable = false;
    fireEvent.click(confirm);
    await waitFor(() => expect(getQueuedMoves()).toHaveLength(1));
    server.isReachable = true;
    act(() => void window.dispatchEvent(new Event('online')));
    await waitFor(() => expect(getQueuedMoves()).toEqual([]));
    expect(server.status).toBe('AT_DELIVERY');
    expect(calls.findLast(({ method }) => method === 'PUT')?.body).toMatchObject({ confirmDoubleBooking: true });
  });
});

describe('a status change that no answer came to and the browser has no room for', () => {
  it('is told as not saved and not shown as if it were', async () => {
    const { server } = serve();
    renderWithStore(
      <>
        <Mover />
        <ToastContainer {...toastSettings} />
      </>,
    );
    await screen.findByText('IN_TRANSIT');
    server.isReachable = false;
    stubFullStorage();
    fireEvent.click(screen.getByRole('button', { name: 'Move' }));
    await screen.findByText(
      "Change not saved. Headhaul couldn't be reached, and this browser has no room to keep the change. Try again when you're back online.",
    );
    expect(screen.getByText('IN_TRANSIT')).toBeDefined();
  });
});

function Mover() {
  const { data } = loadsApi.useGetLoadQuery({ params: { id: row.id } });
  const { change, dialogs } = useStatusChange();
  return (
    <>
      <p>{data?.status}</p>
      <button type="button" onClick={() => change([row], 'AT_DELIVERY')}>
        Move
      </button>
      {dialogs}
    </>
  );
}
