import { act, cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { driversApi } from '../features/drivers/drivers.api.ts';
import { closePricing, usePricingOpened } from '../features/pricing/pricing-dialog.public.ts';
import { suppressToast } from '../shared/api/api-failure.ts';
import { notify } from '../shared/notify.ts';
import { setSession } from '../shared/session/session-store.ts';
import { json, stubLocks, stubNetwork, testSession } from '../testing/browser-doubles.ts';
import { createStore } from './store.ts';

vi.mock('../shared/notify.ts', () => ({ notify: vi.fn() }));

const limit = { name: 'drivers', current: 5, max: 5, isPlanActive: true };
const id = testSession.id;

function refuse(extra: object): void {
  stubNetwork(() =>
    json(422, { type: 'x', title: 'x', status: 422, code: 'limit_reached', detail: 'Enough.', instance: '/api/drivers', ...extra }),
  );
}

function Frame() {
  const opened = usePricingOpened();
  return <p>{opened === null ? 'closed' : `open: ${opened.limit?.name}`}</p>;
}

const restore = (input: object = {}) =>
  act(async () => {
    await createStore().dispatch(driversApi.endpoints.restoreDriver.initiate({ ...input, params: { id } }));
  });

beforeEach(() => {
  localStorage.clear();
  vi.clearAllMocks();
  stubLocks();
  setSession(testSession);
});
afterEach(() => {
  cleanup();
  closePricing();
});

describe('a call that ran into a limit', () => {
  it.each([{}, suppressToast])('of the plan opens the plans instead of a toast', async (input) => {
    refuse({ limit });
    render(<Frame />);
    await restore(input);
    screen.getByText('open: drivers');
    expect(notify).not.toHaveBeenCalled();
  });

  it('that no plan lifts is told as any other failure', async () => {
    refuse({});
    render(<Frame />);
    await restore();
    screen.getByText('closed');
    expect(notify).toHaveBeenCalledWith('error', 'Enough.');
  });

  it('where no frame shows the plans is told in a toast', async () => {
    refuse({ limit });
    await restore(suppressToast);
    expect(notify).toHaveBeenCalledWith('error', 'Enough.');
  });
});

it('says nothing of a call that somebody was asked to confirm and would not', async () => {
  refuse({ code: 'sign_in_again' });
  await restore();
  expect(notify).not.toHaveBeenCalled();
});
