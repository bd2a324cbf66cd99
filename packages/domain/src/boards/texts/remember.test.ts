import { expect, test, vi } from 'vitest';
import { remember } from './remember.ts';

test('a text is read once, also one that isn’t understood', () => {
  const read = vi.fn((text: string) => (text === '' ? null : { length: text.length }));
  const remembered = remember(read);
  expect(remembered('Ohio')).toBe(remembered('Ohio'));
  expect([remembered(''), remembered('')]).toEqual([null, null]);
  expect(read).toHaveBeenCalledTimes(2);
});

test('what many rows share can’t be changed by one of them', () => {
  expect(Object.isFrozen(remember((city: string) => ({ city }))('Ohio'))).toBe(true);
});

test('more texts than are kept, and long ones, are read again and right', () => {
  const read = vi.fn((text: string) => Number(text));
  const remembered = remember(read);
  const numbers = Array.from({ length: 5_000 }, (_, at) => at);
  for (let round = 0; round < 2; round += 1) expect(numbers.map((at) => remembered(String(at)))).toEqual(numbers);
  expect(read).toHaveBeenCalledTimes(10_000);
  const long = '1'.padStart(300, '0');
  expect([remembered(long), remembered(long)]).toEqual([1, 1]);
  expect(read).toHaveBeenCalledTimes(10_002);
});
