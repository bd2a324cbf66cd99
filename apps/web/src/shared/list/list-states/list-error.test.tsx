import { act, fireEvent, screen } from '@testing-library/react';
import { useState } from 'react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { renderInApp } from '../../../testing/render-in-app.tsx';
import { ListError } from './list-error.tsx';
import { retryWaitS } from './use-retry-clock.ts';

const tries = vi.fn();

function Failing() {
  const [isRetrying, setIsRetrying] = useState(false);
  return (
    <ListError
      title="Couldn’t load your loads"
      error={{ status: 503, data: { detail: 'No database.', requestId: '7f3a-c21e' } }}
      isRetrying={isRetrying}
      onRetry={() => {
        tries();
        setIsRetrying(true);
        setTimeout(() => setIsRetrying(false), 500);
      }}
    />
  );
}

const wait = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

beforeEach(() => {
  tries.mockClear();
  vi.useFakeTimers();
  renderInApp([{ path: '/', Component: Failing }], '/');
});

describe('a list that did not come', () => {
  it('says what happened and the code', () => {
    expect(screen.getByRole('alert').textContent).toContain('Our server did not answer. Nothing is lost');
    screen.getByText('503, request 7f3a-c21e');
  });

  it('counts down and tries by itself, waiting longer each time', async () => {
    screen.getByText('8 s');
    await wait(3_000);
    screen.getByText('5 s');
    await wait(5_000);
    expect(tries).toHaveBeenCalledTimes(1);
    await wait(500);
    screen.getByText('16 s');
    await wait(16_000);
    expect(tries).toHaveBeenCalledTimes(2);
  });

  it('tries at once when asked', () => {
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(tries).toHaveBeenCalledTimes(1);
    screen.getByText('Trying again now…');
  });
});

it('never waits longer than a minute', () => {
  expect([1, 2, 3, 4, 9].map(retryWaitS)).toEqual([8, 16, 32, 60, 60]);
});
