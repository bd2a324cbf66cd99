// @vitest-environment happy-dom
import { act, cleanup, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { renderInApp } from '../../../testing/render-in-app.tsx';
import { OfflineCopy } from './offline-strip.tsx';

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

const fetchedAt = new Date(2026, 10, 15, 10, 31).getTime();

const Fetched = () => <OfflineCopy fetchedAt={fetchedAt} />;
const Empty = () => <OfflineCopy fetchedAt={undefined} />;

function setOnline(isOnline: boolean): void {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(isOnline);
  act(() => void window.dispatchEvent(new Event(isOnline ? 'online' : 'offline')));
}

it('a screen for reading says so while the line is down, and from when it is', () => {
  renderInApp([{ path: '/', Component: Fetched }], '/');
  expect(screen.queryByRole('status')).toBeNull();
  setOnline(false);
  expect(screen.getByRole('status').textContent).toMatch(
    /^You are offline\. This is the copy from 10:31 \S+\. Changes can be saved once you are back\.$/,
  );
  setOnline(true);
  expect(screen.queryByRole('status')).toBeNull();
});

it('is silent where nothing has come yet', () => {
  renderInApp([{ path: '/', Component: Empty }], '/');
  setOnline(false);
  expect(screen.queryByRole('status')).toBeNull();
});
