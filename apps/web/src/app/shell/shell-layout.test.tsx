import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { askToConfirm } from '../../shared/session/confirm-person.ts';
import { setSession } from '../../shared/session/session-store.ts';
import { json, stubLocks, stubNetwork, stubViewport, testSession } from '../../testing/browser-doubles.ts';
import { renderInApp } from '../../testing/render-in-app.tsx';
import ShellLayout from './shell-layout.tsx';

// The dialogs over the frame are still on their way, as on a slow connection.
vi.mock('./shell-overlays.tsx', () => new Promise(() => {}));

beforeEach(() => {
  localStorage.clear();
  stubLocks();
  stubViewport(1440);
  stubNetwork(() => json(200, {}));
  setSession(testSession);
});
afterEach(cleanup);

it('asks whether it is you although the other dialogs have not come yet', async () => {
  renderInApp([{ path: '*', Component: ShellLayout }], '/dispatcher/profile');
  void askToConfirm({ method: 'POST', path: '/users/me/delete' });
  expect(await screen.findByText('Confirm that it is you')).toBeTruthy();
});

it('Escape answers no, and reaches no dialog below', async () => {
  renderInApp([{ path: '*', Component: ShellLayout }], '/dispatcher/profile');
  const below = vi.fn();
  window.addEventListener('keydown', below, { capture: true });
  const answer = askToConfirm({ method: 'POST', path: '/users/me/delete' });
  await screen.findByText('Confirm that it is you');
  fireEvent.keyDown(document.body, { key: 'Escape' });
  expect(await answer).toBe(false);
  expect(below).not.toHaveBeenCalled();
  await waitFor(() => expect(screen.queryByText('Confirm that it is you')).toBeNull());
  fireEvent.keyDown(document.body, { key: 'Escape' });
  expect(below).toHaveBeenCalledOnce();
  window.removeEventListener('keydown', below, { capture: true });
});
