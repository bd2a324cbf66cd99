import { act, cleanup, render, screen } from '@testing-library/react';
import { ToastContainer, toast } from 'react-toastify/unstyled';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { isBackdropShown } from './backdrop.ts';
import { type NoticeType, notify, notifyPending, toastSettings } from './notify.ts';

function toastWith(text: string): string {
  return screen.getByText(text).closest('.Toastify__toast')?.className ?? '';
}

beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  render(<ToastContainer {...toastSettings} />);
});
afterEach(() => {
  toast.dismiss();
  cleanup();
  vi.useRealTimers();
});

describe('a notice', () => {
  it.each<[NoticeType, string]>([
    ['success', 'All is good'],
    ['error', 'Something went wrong'],
    ['warning', 'Error'],
    ['info', 'Please wait...'],
    ['default', 'Please wait...'],
  ])('of type %s says "%s" by itself', async (type, text) => {
    act(() => notify(type));
    await screen.findByText(text);
    expect(toastWith(text)).toContain(`Toastify__toast--${type}`);
  });

  it('is not shown twice at once', async () => {
    act(() => {
      notify('error', 'No answer');
      notify('error', 'No answer');
    });
    expect(await screen.findAllByText('No answer')).toHaveLength(1);
  });
});

describe('a pending notice', () => {
  it('warns "Please wait...", stays, and can be updated', async () => {
    const pending = notifyPending();
    await screen.findByText('Please wait...');
    expect(toastWith('Please wait...')).toContain('Toastify__toast--warning');
    expect(isBackdropShown()).toBe(false);
    await act(() => vi.advanceTimersByTimeAsync(20_000));
    screen.getByText('Please wait...');
    act(() => pending.update('success'));
    await screen.findByText('All is good');
    expect(toastWith('All is good')).toContain('Toastify__toast--success');
  });

  it('covers the page while it lasts, when asked to', () => {
    const pending = notifyPending({ hideBackdrop: false });
    expect(isBackdropShown()).toBe(true);
    act(() => pending.close());
    expect(isBackdropShown()).toBe(false);
  });
});
