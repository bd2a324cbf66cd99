import type { Storage } from '@headhaul/contracts/limits';
import { MantineProvider } from '@mantine/core';
import { configureStore } from '@reduxjs/toolkit';
import { fireEvent, render, screen, within } from '@testing-library/react';
import { Provider } from 'react-redux';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { api } from '../../shared/api/api.ts';
import { setSession } from '../../shared/session/session-store.ts';
import { json, stubLocks, stubNetwork, testSession } from '../../testing/browser-doubles.ts';
import { StorageCard } from './storage-card.tsx';

const gigabyte = 1024 ** 3;
const storage: Storage = {
  planName: 'Pro',
  usedBytes: 21.6 * gigabyte,
  quotaBytes: 25 * gigabyte,
  kinds: [
    { kind: 'TRIP_DOCUMENTS', files: 38_204, bytes: 16.2 * gigabyte },
    { kind: 'DRIVER_DOCUMENTS', files: 1, bytes: 5.4 * gigabyte },
  ],
  fullOn: '2027-01-04',
};

function show(...answers: [Storage, ...Storage[]]) {
  let at = 0;
  const calls = stubNetwork(({ method }) => {
    if (method === 'GET') return json(200, answers[at]);
    at = answers.length - 1;
    return new Response(null, { status: 204 });
  });
  const store = configureStore({
    reducer: { [api.reducerPath]: api.reducer },
    middleware: (defaults) => defaults().concat(api.middleware),
  });
  render(
    <Provider store={store}>
      <MantineProvider env="test">
        <StorageCard />
      </MantineProvider>
    </Provider>,
  );
  return calls;
}

afterEach(() => vi.useRealTimers());
beforeEach(() => {
  stubLocks();
  setSession({ ...testSession, id: crypto.randomUUID() });
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: () => undefined, removeEventListener: () => undefined }));
});

describe('storage', () => {
  it('shows what is used, by kind, and when it will be full', async () => {
    show(storage);
    expect(await screen.findByText('86% full')).toBeDefined();
    expect(screen.getByText('21.6 GB')).toBeDefined();
    expect(screen.getByText('38,204 files')).toBeDefined();
    expect(screen.getByText('1 file')).toBeDefined();
    expect(screen.getByText(/it’s full around/).textContent).toContain('Jan 4');
  });

  it('says nothing of a date that is not known', async () => {
    show({ ...storage, usedBytes: 0, kinds: [], fullOn: null });
    expect(await screen.findByText('0% full')).toBeDefined();
    expect(screen.queryByText(/full around/)).toBeNull();
    expect(screen.getByText(/will show here/)).toBeDefined();
  });

  it('says what happens when it is full', async () => {
    show({ ...storage, usedBytes: 26 * gigabyte });
    expect((await screen.findByText(/can’t be added until there is room/)).textContent).toContain('nothing is deleted');
  });

  it('offers no trash to empty when there is none', async () => {
    show(storage);
    await screen.findByText('86% full');
    expect(screen.queryByRole('button', { name: /Empty Trash/ })).toBeNull();
  });

  it('empties the trash after a question, and shows what is left', async () => {
    const trash = { kind: 'TRASH', files: 1_204, bytes: gigabyte } as const;
    const calls = show({ ...storage, kinds: [...storage.kinds, trash] }, { ...storage, usedBytes: 20.6 * gigabyte });
    fireEvent.click(await screen.findByRole('button', { name: 'Empty Trash, 1.0 GB' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Empty the trash?' }));
    dialog.getByText(/1,204 documents of deleted loads, 1.0 GB, are deleted for the whole team/);
    expect(calls.some(({ method }) => method === 'POST')).toBe(false);
    fireEvent.click(dialog.getByRole('button', { name: 'Empty Trash' }));
    await screen.findByText('20.6 GB');
    expect(calls.filter(({ method }) => method === 'POST').map(({ path }) => path)).toEqual(['/api/documents/empty-trash']);
    expect(screen.queryByText('Trash')).toBeNull();
    expect(screen.queryByRole('button', { name: /Empty Trash/ })).toBeNull();
  });

  it.each([
    ['a teammate deleted another load meanwhile', 10],
    ['nothing was removed', 1_204],
  ])('lets one empty the trash again when %s, and asks no more', async (_case, files) => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const inTrash = (count: number) => ({ ...storage, kinds: [{ kind: 'TRASH', files: count, bytes: count * 1_048_576 } as const] });
    const calls = show(inTrash(1_204), inTrash(files));
    const asked = () => calls.filter(({ method }) => method === 'GET').length;
    fireEvent.click(await screen.findByRole('button', { name: /^Empty Trash/ }));
    fireEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Empty Trash' }));
    const button = await screen.findByRole('button', { name: /^Empty Trash, / });
    await vi.waitFor(() => expect(button.dataset.loading).toBe('true'));
    await vi.advanceTimersByTimeAsync(files < 1_204 ? 20_000 : 80_000);
    expect(button.dataset.loading).toBeUndefined();
    const before = asked();
    await vi.advanceTimersByTimeAsync(20_000);
    expect(asked()).toBe(before);
  });
});
