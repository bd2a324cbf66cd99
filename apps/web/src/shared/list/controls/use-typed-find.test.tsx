import { act, fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { beforeEach, expect, it, vi } from 'vitest';
import { useTypedFind } from './use-typed-find.ts';

/** How long the address takes to change after `send`. */
const addressMs = 400;

function Field() {
  const [address, setAddress] = useState('');
  const [typed, setTyped] = useTypedFind(address, (text) => void setTimeout(() => setAddress(text), addressMs));
  return (
    <>
      <input value={typed} onChange={(event) => setTyped(event.currentTarget.value)} />
      <output>{address}</output>
      <button type="button" onClick={() => setAddress('')}>
        Clear
      </button>
    </>
  );
}

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
const field = () => screen.getByRole<HTMLInputElement>('textbox');
const type = (letters: string) => fireEvent.change(field(), { target: { value: field().value + letters } });

beforeEach(() => {
  vi.useFakeTimers();
  render(<Field />);
});

it.each([60, 160, 250, 390, 450])('keeps every letter at %i ms a key, however late the address is', async (msAKey) => {
  for (const letter of 'T2014 Omaha') {
    type(letter);
    await pass(msAKey);
  }
  await pass(2_000);
  expect(field().value).toBe('T2014 Omaha');
  expect(screen.getByRole('status').textContent).toBe('T2014 Omaha');
});

it('takes over what was not typed here', async () => {
  type('1002');
  await pass(1_000);
  fireEvent.click(screen.getByRole('button'));
  await pass(1_000);
  expect(field().value).toBe('');
});

it('sends what was taken away again', async () => {
  type('1');
  await pass(160);
  fireEvent.change(field(), { target: { value: '' } });
  await pass(2_000);
  expect(screen.getByRole('status').textContent).toBe('');
  expect(field().value).toBe('');
});
