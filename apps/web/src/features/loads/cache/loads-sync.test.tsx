import type { LoadRow } from '@headhaul/contracts/loads/record';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { ToastContainer, toast } from 'react-toastify/unstyled';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { toastSettings } from '../../../shared/notify.ts';
import { setSession } from '../../../shared/session/session-store.ts';
import { json, problem, stubFullStorage, stubLocks, stubNetwork, stubViewport, testSession } from '../../../testing/browser-doubles.ts';
import { loadRow, wholeLoad } from '../../../testing/load-rows.ts';
import { renderWithStore } from '../../../testing/render-with-store.tsx';
import { loadsApi } from '../loads.api.ts';
import { getQueuedMoves, mostFaults, queueMoves } from '../status/offline-queue.ts';
import { useStatusChange } from '../status/use-status-change.tsx';
import LoadsSync from './loads-sync.tsx';

const row = loadRow({ status: 'IN_TRANSIT' });
/** The server answers 503 for this load. */
const otherRow = loadRow({ n: 2, status: 'IN_TRANSIT' });

interface Server {
  isReachable: boolean;
  /** When a call fails while the server can't be reached. By default it fails at once. */
  breaks: Promise<void>;
  /** The server answers every change with a 500. */
  isFaulty: boolean;
  /** The driver of the load is on another load. */
  asksConfirmation: boolean;
  status: LoadRow['status'];
  tries: number;
}

/** A server that can be cut off. It keeps one load. */
function serve() {
  const server: Server = {
    isReachable: true,
    breaks: Promise.resolve(),
    isFaulty: false,
    asksConfirmation: false,
    status: 'IN_TRANSIT',
    tries: 0,
  };
  const calls = stubNetwork(async ({ method, path, body }) => {
    if (!path.startsWith(`/api/loads/${row.id}`)) return problem(503, 'unavailable');
    server.tries += 1;
    if (!server.isReachable) {
      await server.breaks;
      throw new TypeError('Failed to fetch');
    }
    if (method === 'PUT' && server.isFaulty) return problem(500, 'internal');
    const isConfirmed = (body as { confirmDoubleBooking?: boolean } | null)?.confirmDoubleBooking === true;
    if (method === 'PUT' && server.asksConfirmation && !isConfirmed) return problem(422, 'confirmation_needed');
    if (method === 'PUT') server.status = (body as { newStatus: LoadRow['status'] }).newStatus;
    if (method === 'POST') server.status = 'IN_TRANSIT';
    return json(200, wholeLoad(row, server.status));
  });
  return { server, calls };
}

function wait({ id: loadId, loadNumber } = row) {
  return act(() => queueMoves([{ loadId, loadNumber, from: 'IN_TRANSIT', to: 'AT_DELIVERY', reason: '', paidAmountCents: null }]));
}

const later = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

beforeEach(() => {
  stubLocks();
  stubViewport(1440);
  setSession(testSession);
  vi.useFakeTimers({ shouldAdvanceTime: true, advanceTimeDelta: 500 });
});

afterEach(() => toast.dismiss());

/** Shows a load, then moves it while the server can't be reached. */
async function moveWithoutAnswer(server: { isReachable: boolean }) {
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
}

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
    await moveWithoutAnswer(server);
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

describe('a status change of a load of which another one waits', () => {
  it('goes out at once behind it, so that the last word wins', async () => {
    const { server, calls } = serve();
    server.isReachable = false;
    renderWithStore(
      <>
        <LoadsSync />
        <Mover />
      </>,
    );
    wait();
    await later(240_000);
    const untilNow = calls.length;
    server.isReachable = true;
    // The button passes the row as the server has it, as if the list was fetched again after the first change.
    fireEvent.click(screen.getByRole('button', { name: 'Deliver' }));
    await waitFor(() => expect(server.status).toBe('DELIVERED'));
    await waitFor(() => expect(getQueuedMoves()).toEqual([]));
    const moves = calls.slice(untilNow).filter(({ method }) => method === 'PUT');
    expect(moves.map(({ body }) => (body as { newStatus: string }).newStatus)).toEqual(['AT_DELIVERY', 'DELIVERED']);
  });

  it('goes out at once behind it, also when it came while that one was under way', async () => {
    const { server, calls } = serve();
    server.isReachable = false;
    renderWithStore(<LoadsSync />);
    wait();
    await later(240_000);
    const isBroken = Promise.withResolvers<void>();
    server.breaks = isBroken.promise;
    const untilNow = calls.length;
    act(() => void window.dispatchEvent(new Event('online')));
    await waitFor(() => expect(calls.length).toBeGreaterThan(untilNow));
    wait();
    server.isReachable = true;
    isBroken.resolve();
    await waitFor(() => expect(getQueuedMoves()).toEqual([]));
  });

  it('leaves the others of the selection free', async () => {
    const { server, calls } = serve();
    server.isReachable = false;
    wait();
    renderWithStore(<Mover />);
    fireEvent.click(screen.getByRole('button', { name: 'Deliver both' }));
    await waitFor(() => expect(calls.filter(({ method }) => method === 'PUT')).toHaveLength(1));
    expect(calls.find(({ method }) => method === 'PUT')?.path).toBe(`/api/loads/${otherRow.id}/status`);
    expect(getQueuedMoves().map(({ loadId, to }) => [loadId, to])).toEqual([
      [row.id, 'AT_DELIVERY'],
      [row.id, 'DELIVERED'],
    ]);
  });
});

describe('a status change without an answer after others were answered', () => {
  it('is tried again soon', async () => {
    const { server, calls } = serve();
    const triesOfOther = () => calls.filter(({ path }) => path === `/api/loads/${otherRow.id}`).length;
    server.isReachable = false;
    renderWithStore(<LoadsSync />);
    wait();
    wait(otherRow);
    await later(240_000);
    server.isReachable = true;
    act(() => void window.dispatchEvent(new Event('online')));
    await waitFor(() => expect(getQueuedMoves()).toHaveLength(1));
    const untilNow = triesOfOther();
    await later(2_000);
    expect(triesOfOther()).toBeGreaterThan(untilNow);
  });
});

describe('a status change that the server fails over for ever', () => {
  it('is told in the end, and the load is shown as it is', async () => {
    const { server } = serve();
    await moveWithoutAnswer(server);
    await screen.findByText('AT_DELIVERY');
    await waitFor(() => expect(getQueuedMoves()).toHaveLength(1));
    server.isReachable = true;
    server.isFaulty = true;
    for (let tries = 0; tries < mostFaults && getQueuedMoves().length > 0; tries += 1) await later(60_000);
    await screen.findByText("Couldn't confirm that 1001 is At delivery. Check the load and change it again if needed.");
    await screen.findByText('IN_TRANSIT');
    expect(getQueuedMoves()).toEqual([]);
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
    stubFullStorage('localStorage');
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
      <button type="button" onClick={() => change([row], 'DELIVERED')}>
        Deliver
      </button>
      <button type="button" onClick={() => change([row, otherRow], 'DELIVERED')}>
        Deliver both
      </button>
      {dialogs}
    </>
  );
}
