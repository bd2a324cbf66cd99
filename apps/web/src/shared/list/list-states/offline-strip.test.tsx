import { act, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { renderWithStore } from '../../../testing/render-with-store.tsx';
import { OfflineCopy } from './offline-strip.tsx';

const fetchedAt = new Date(2026, 10, 15, 10, 31).getTime();

function setOnline(isOnline: boolean): void {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(isOnline);
  act(() => void window.dispatchEvent(new Event(isOnline ? 'online' : 'offline')));
}

it('a screen for reading says so while the line is down, and from when it is', () => {
  renderWithStore(<OfflineCopy fetchedAt={fetchedAt} />);
  expect(screen.queryByRole('status')).toBeNull();
  setOnline(false);
  expect(screen.getByRole('status').textContent).toMatch(
    /^You are offline\. This is the copy from 10:31 \S+\. Changes can be saved once you are back\.$/,
  );
  setOnline(true);
  expect(screen.queryByRole('status')).toBeNull();
});

it('is silent where nothing has come yet', () => {
  renderWithStore(<OfflineCopy fetchedAt={undefined} />);
  setOnline(false);
  expect(screen.queryByRole('status')).toBeNull();
});
