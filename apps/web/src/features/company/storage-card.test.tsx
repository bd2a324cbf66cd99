import type { Storage } from '@headhaul/contracts/limits';
import { MantineProvider } from '@mantine/core';
import { configureStore } from '@reduxjs/toolkit';
import { render, screen } from '@testing-library/react';
import { Provider } from 'react-redux';
import { beforeEach, describe, expect, it, vi } from 'vitest';
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
    { kind: 'TRIP_PAPERS', files: 38_204, bytes: 16.2 * gigabyte },
    { kind: 'DRIVER_PAPERS', files: 1, bytes: 5.4 * gigabyte },
  ],
  fullOn: '2027-01-04',
};

function show(answer: Storage) {
  stubNetwork(() => json(200, answer));
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
}

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
});
