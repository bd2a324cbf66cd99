import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { ReactNode } from 'react';
import { Provider } from 'react-redux';
import { ToastContainer, toast } from 'react-toastify/unstyled';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createStore } from '../../../app/store.ts';
import { toastSettings } from '../../../shared/notify.ts';
import { setSession } from '../../../shared/session/session-store.ts';
import { json, problem, type SentCall, stubLocks, stubNetwork, stubViewport, testSession } from '../../../testing/browser-doubles.ts';
import { loadRow, wholeLoad } from '../../../testing/load-rows.ts';
import { renderInApp } from '../../../testing/render-in-app.tsx';
import { loadsApi } from '../loads.api.ts';
import RestoreDialog from './restore-dialog.tsx';
import { useRestoreLoad, useRestoreQuestion } from './restore-loads.ts';
import { useStatusChange } from './use-status-change.tsx';

const rolling = loadRow({ n: 1, status: 'IN_TRANSIT' });
const movedAt = '2026-11-12T16:42:00.123Z';

/** Collects the paths and query strings of all POST requests. */
function serve(answer: (call: SentCall) => Response): string[] {
  stubNetwork(answer);
  const asked: string[] = [];
  const inner = globalThis.fetch;
  vi.stubGlobal('fetch', (input: Request, init?: RequestInit) => {
    const { pathname, search } = new URL(input.url);
    if (input.method === 'POST') asked.push(`${pathname}${decodeURIComponent(search)}`);
    return inner(input, init);
  });
  return asked;
}

function show(part: ReactNode) {
  const element = (
    <Provider store={createStore()}>
      {part}
      <ToastContainer {...toastSettings} />
    </Provider>
  );
  renderInApp([{ path: '*', element }], '/');
}

function Mover() {
  const { change, dialogs } = useStatusChange();
  return (
    <>
      <button type="button" onClick={() => change([rolling], 'AT_DELIVERY')}>
        Move
      </button>
      {dialogs}
    </>
  );
}

function Restorer() {
  const { restore } = useRestoreLoad();
  const question = useRestoreQuestion();
  return (
    <>
      <button type="button" onClick={() => void restore(rolling)}>
        Restore
      </button>
      {question === undefined ? null : <RestoreDialog question={question} />}
    </>
  );
}

const saved = loadRow({ n: 951, status: 'IN_TRANSIT' });

function Shown() {
  const { data } = loadsApi.useGetLoadQuery({ params: { id: saved.id } });
  const { change } = useStatusChange();
  return (
    <button type="button" onClick={() => change([saved], 'AT_DELIVERY')}>
      {data?.status}
    </button>
  );
}

beforeEach(() => {
  localStorage.clear();
  stubViewport(1440);
  stubLocks();
  setSession(testSession);
});
afterEach(() => {
  toast.dismiss();
  cleanup();
  vi.unstubAllGlobals();
});

describe('the undo of a status', () => {
  it('names the move it takes back, and says when another one came since', async () => {
    const asked = serve(({ method }) => {
      if (method === 'PUT') return json(200, { ...wholeLoad(rolling, 'AT_DELIVERY'), statusChangedAt: movedAt });
      return method === 'POST'
        ? problem(412, 'version_stale', 'Load 1001 has another status since then')
        : json(200, wholeLoad(rolling, 'PAID'));
    });
    show(<Mover />);
    fireEvent.click(screen.getByRole('button', { name: 'Move' }));
    fireEvent.click(await screen.findByRole('button', { name: /Undo/ }));
    await waitFor(() => expect(asked).toEqual([`/api/loads/${rolling.id}/status/undo?movedAt=${movedAt}`]));
    expect(await screen.findByText('Load 1001 has another status since then')).toBeDefined();
  });
});

describe('the undo of a status that was saved', () => {
  it('is shown before the server has answered', async () => {
    const answered = Promise.withResolvers<Response>();
    const calls = stubNetwork(({ method }) => {
      if (method === 'POST') return answered.promise;
      return json(200, method === 'PUT' ? { ...wholeLoad(saved, 'AT_DELIVERY'), version: 2 } : wholeLoad(saved, 'IN_TRANSIT'));
    });
    show(<Shown />);
    fireEvent.click(await screen.findByRole('button', { name: 'IN_TRANSIT' }));
    await screen.findByRole('button', { name: 'AT_DELIVERY' });
    fireEvent.click(await screen.findByRole('button', { name: /Undo/ }));
    await screen.findByRole('button', { name: 'IN_TRANSIT' });
    await waitFor(() => expect(calls.filter(({ method }) => method === 'POST')).toHaveLength(1));
    answered.resolve(json(200, { ...wholeLoad(saved, 'IN_TRANSIT'), version: 3 }));
  });
});

describe('a load on its way out of the bin', () => {
  it('asks when its driver has another load, and comes out when it is meant so', async () => {
    const words = 'Nate Ferris has load 24799 at that time.';
    const asked = serve(({ method }) =>
      method === 'POST' && asked.length === 1 ? problem(422, 'confirmation_needed', words) : json(200, wholeLoad(rolling, 'BOOKED')),
    );
    show(<Restorer />);
    fireEvent.click(screen.getByRole('button', { name: 'Restore' }));
    const dialog = await screen.findByRole('dialog', { name: 'The driver is on another load then' });
    expect(within(dialog).getByText(`1001 is still in the trash. ${words}`)).toBeDefined();
    fireEvent.click(within(dialog).getByRole('button', { name: 'Restore anyway' }));
    const path = `/api/loads/${rolling.id}/restore`;
    await waitFor(() => expect(asked).toEqual([path, `${path}?confirmDoubleBooking=true`]));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('asks when the factor speaks against it, and keeps what was confirmed before', async () => {
    const words = 'Ridgeway declined Quickturn on Nov 12, 2026.';
    const question = (confirm: string, detail: string) =>
      json(422, { type: 'x', title: 'x', status: 422, code: 'confirmation_needed', detail, instance: '/', confirm });
    const asked = serve(({ method }) => {
      if (method !== 'POST' || asked.length > 2) return json(200, wholeLoad(rolling, 'BOOKED'));
      return asked.length === 1 ? question('DOUBLE_BOOKING', 'Nate Ferris has load 24799 at that time.') : question('FACTOR', words);
    });
    show(<Restorer />);
    fireEvent.click(screen.getByRole('button', { name: 'Restore' }));
    const first = await screen.findByRole('dialog', { name: 'The driver is on another load then' });
    fireEvent.click(within(first).getByRole('button', { name: 'Restore anyway' }));
    const second = await screen.findByRole('dialog', { name: 'Your factor may not buy this invoice' });
    expect(within(second).getByText(`1001 is still in the trash. ${words}`)).toBeDefined();
    fireEvent.click(within(second).getByRole('button', { name: 'Restore anyway' }));
    const path = `/api/loads/${rolling.id}/restore`;
    const confirmed = `${path}?confirmDoubleBooking=true`;
    await waitFor(() => expect(asked).toEqual([path, confirmed, `${confirmed}&confirmFactor=true`]));
  });
});
