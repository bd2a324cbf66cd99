import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { ToastContainer, toast } from 'react-toastify/unstyled';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { toastSettings } from './notify.ts';
import { notifyUndo } from './notify-undo.tsx';

const first = vi.fn();
const second = vi.fn();

beforeEach(async () => {
  first.mockClear();
  second.mockClear();
  vi.useFakeTimers({ shouldAdvanceTime: true });
  render(<ToastContainer {...toastSettings} />);
  act(() => {
    notifyUndo({ title: '24806 is invoiced', line: 'Kestrel Freight, $1,385', onUndo: first });
  });
  await screen.findByText('24806 is invoiced');
});
afterEach(() => {
  toast.dismiss();
  cleanup();
  vi.useRealTimers();
});

it('takes the action back once, by its button', () => {
  const button = screen.getByRole('button', { name: 'Undo' });
  fireEvent.click(button);
  fireEvent.click(button);
  expect(first).toHaveBeenCalledOnce();
});

it('takes back the newest first by z, then the one before', async () => {
  act(() => {
    notifyUndo({ title: '24810 is paid', onUndo: second });
  });
  await screen.findByText('24810 is paid');
  fireEvent.keyDown(document.body, { key: 'z' });
  expect([first, second].map(({ mock }) => mock.calls.length)).toEqual([0, 1]);
  fireEvent.keyDown(document.body, { key: 'z' });
  expect([first, second].map(({ mock }) => mock.calls.length)).toEqual([1, 1]);
});

it('leaves the browser’s own undo alone', () => {
  fireEvent.keyDown(document.body, { key: 'z', ctrlKey: true });
  expect(first).not.toHaveBeenCalled();
});

it('stays eight seconds, not three', () => {
  // The progress bar of a toast is its timer, even when it is hidden.
  const clock = document.querySelector<HTMLElement>('.Toastify__progress-bar');
  expect(clock?.style.animationDuration).toBe('8000ms');
});
