import { expect, it } from 'vitest';
import { userInitial } from './user-initial.ts';

it.each([
  [{ name: 'nina', email: 'x@y.example' }, 'N'],
  [{ name: '', email: 'ann@bluffline.example' }, 'A'],
  [{ name: '   ', email: 'ann@bluffline.example' }, 'A'],
  [{ name: '', email: '' }, 'U'],
  [{ name: 'Élodie', email: 'x@y.example' }, 'É'],
])('the initial of %j is %s', (user, initial) => {
  expect(userInitial(user)).toBe(initial);
});
