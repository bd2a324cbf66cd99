import { act, render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { createListeners, createStore } from './store.ts';

const store = createStore(1);

function Shown() {
  return <p>{store.use()}</p>;
}

it('a store is followed by every screen that uses it, and by none that is gone', () => {
  expect(store.isFollowed()).toBe(false);
  const { unmount } = render(<Shown />);
  expect(store.isFollowed()).toBe(true);
  act(() => store.set(2));
  screen.getByText('2');
  unmount();
  expect([store.isFollowed(), store.get()]).toEqual([false, 2]);
});

it('listeners hear each announcement until they stop', () => {
  const { announce, subscribe } = createListeners();
  let heard = 0;
  const stop = subscribe(() => {
    heard += 1;
  });
  announce();
  announce();
  stop();
  announce();
  expect(heard).toBe(2);
});
