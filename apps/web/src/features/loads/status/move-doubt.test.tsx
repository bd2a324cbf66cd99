import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { Provider } from 'react-redux';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createStore } from '../../../app/store.ts';
import { setSession } from '../../../shared/session/session-store.ts';
import { json, problem, type SentCall, stubLocks, stubNetwork, stubViewport, testSession } from '../../../testing/browser-doubles.ts';
import { loadRow, wholeLoad } from '../../../testing/load-rows.ts';
import { sampleFit } from '../../../testing/office-samples.ts';
import { renderInApp } from '../../../testing/render-in-app.tsx';
import { getQueuedMoves, sendQueuedMoves } from './offline-queue.ts';
import { useStatusChange } from './use-status-change.tsx';

const draft = loadRow({ n: 1, status: 'DRAFT' });
const unknown = sampleFit(2, {
  name: 'Dmitri Volkov',
  verdict: 'NOT_KNOWN',
  fact: 'Hours not known',
  reasons: [{ kind: 'HOURS_UNKNOWN', words: 'Hours not known', minutes: null }],
});
const doubt = () => problem(422, 'confirmation_needed', 'Dmitri Volkov: hours not known.', { confirm: 'FIT', current: unknown });

function Mover() {
  const { change, dialogs } = useStatusChange();
  return (
    <>
      <button type="button" onClick={() => change([draft], 'BOOKED')}>
        Book
      </button>
      {dialogs}
    </>
  );
}

function bookWith(answer: (call: SentCall) => Response): SentCall[] {
  const calls = stubNetwork(answer);
  renderInApp(
    [
      {
        path: '*',
        element: (
          <Provider store={createStore()}>
            <Mover />
          </Provider>
        ),
      },
    ],
    '/',
  );
  fireEvent.click(screen.getByRole('button', { name: 'Book' }));
  return calls;
}

const sent = (calls: readonly SentCall[]) => calls.filter(({ method }) => method === 'PUT').map(({ body }) => body);

beforeEach(() => {
  localStorage.clear();
  stubViewport(1440);
  stubLocks();
  setSession(testSession);
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

describe('a draft that is booked', () => {
  it('asks about a driver who isn’t known as the assign menu does, then about the other load, and sends both answers', async () => {
    const calls = bookWith(({ body }) => {
      const { anyway, confirmDoubleBooking } = body as { anyway?: object; confirmDoubleBooking?: boolean };
      if (anyway === undefined) return doubt();
      if (confirmDoubleBooking !== true) return problem(422, 'confirmation_needed', 'Ann Volkov has load 24799 at that time.');
      return json(200, wholeLoad(draft, 'BOOKED'));
    });
    const dialog = await screen.findByRole('dialog', { name: 'Hours not known. Assign anyway?' });
    expect(within(dialog).getByText(/^1001, .+ for Dmitri Volkov\./)).toBeDefined();
    fireEvent.click(within(dialog).getByRole('button', { name: 'Assign anyway' }));
    await screen.findByText('Ann Volkov has load 24799 at that time.');
    fireEvent.click(screen.getByRole('button', { name: 'Book anyway' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await waitFor(() => expect(sent(calls)).toHaveLength(3));
    expect(sent(calls)[2]).toEqual({
      newStatus: 'BOOKED',
      anyway: { reason: null, seen: ['HOURS_UNKNOWN'], seenLoads: [] },
      confirmDoubleBooking: true,
    });
  });

  it('stays a draft when the question is canceled', async () => {
    const calls = bookWith(doubt);
    const dialog = await screen.findByRole('dialog', { name: 'Hours not known. Assign anyway?' });
    fireEvent.click(within(dialog).getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(sent(calls)).toHaveLength(1);
  });

  it('keeps what was confirmed when the answer waits for the network', async () => {
    const onLoad = { kind: 'ON_LOAD' as const, words: 'Has 24799 at the same time', minutes: null, loadNumber: '24799' };
    const busy = { ...unknown, verdict: 'CANT', fact: onLoad.words, reasons: [onLoad] };
    const calls = bookWith(({ method, body }) => {
      if (method === 'GET') return json(200, wholeLoad(draft, 'DRAFT'));
      if ((body as { anyway?: object }).anyway === undefined) {
        return problem(422, 'confirmation_needed', 'Dmitri Volkov: has 24799 at the same time.', { confirm: 'FIT', current: busy });
      }
      if (sent(calls).length > 2) return json(200, wholeLoad(draft, 'BOOKED'));
      throw new TypeError('Failed to fetch');
    });
    fireEvent.click(await screen.findByRole('button', { name: 'Assign anyway' }));
    const anyway = { reason: null, seen: ['ON_LOAD'], seenLoads: ['24799'] };
    await waitFor(() => expect(getQueuedMoves()).toMatchObject([{ loadId: draft.id, to: 'BOOKED', anyway }]));
    await sendQueuedMoves(() => {});
    expect(sent(calls)[2]).toMatchObject({ newStatus: 'BOOKED', anyway });
  });
});
