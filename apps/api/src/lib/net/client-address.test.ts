import { expect, it } from 'vitest';
import { networkOf, readClientAddress } from './client-address.ts';

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

it.each([
  ['203.0.113.18', '203.0.113.18'],
  ['::ffff:203.0.113.18', '203.0.113.18'],
  ['2001:db8:1:2:a:b:c:d', '2001:db8:1:2::/64'],
  ['2001:db8:1:2::9', '2001:db8:1:2::/64'],
  ['2001:db8::9', '2001:db8:0:0::/64'],
  ['2001:db8:0:0:9::', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['unknown', 'unknown'],
])('%j is counted as %j', (ip, counted) => {
  expect(networkOf(ip)).toBe(counted);
});
