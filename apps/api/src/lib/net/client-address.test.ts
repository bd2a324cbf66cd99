import { expect, it } from 'vitest';
import { readClientAddress } from './client-address.ts';

it.each([
  ['203.0.113.18', '203.0.113.18'],
  ['::ffff:203.0.113.18', '203.0.113.18'],
  ['2001:db8::4c', '2001:db8::4c'],
  ['fe80::1%eth0', 'fe80::1'],
  ['unknown', null],
  ['203.0.113.18:4711', null],
  ['', null],
])('%j is kept as %j', (ip, kept) => {
  expect(readClientAddress(ip)).toBe(kept);
});
