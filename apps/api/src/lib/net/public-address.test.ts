import { describe, expect, it } from 'vitest';
import { isPublicAddress, resolvePublic } from './public-address.ts';

describe('isPublicAddress', () => {
  it.each(['8.8.8.8', '142.250.72.14', '172.15.255.255', '172.32.0.1', '192.167.1.1', '2607:f8b0:4004::1b', '2a00:1450:400c::1'])(
    '%s is',
    (address) => {
      expect(isPublicAddress(address)).toBe(true);
    },
  );

  it.each([
    '0.0.0.0',
    '10.1.2.3',
    '100.64.0.1',
    '127.0.0.1',
    '127.255.255.254',
    '169.254.169.254',
    '172.16.0.1',
    '172.31.255.255',
    '192.0.0.192',
    '192.0.2.7',
    '192.168.1.1',
    '198.18.0.1',
    '198.51.100.1',
    '203.0.113.9',
    '224.0.0.1',
    '240.0.0.1',
    '255.255.255.255',
    '::',
    '::1',
    '::ffff:127.0.0.1',
    '::ffff:8.8.8.8',
    '::127.0.0.1',
    '64:ff9b::7f00:1',
    'fc00::1',
    'fd00:ec2::254',
    'fe80::1',
    'fe80::1%eth0',
    'fec0::1',
    'ff02::1',
    '2001::1',
    '2001:db8::1',
    '2002:7f00:1::',
    '3fff::1',
    '100::1',
  ])('%s is not', (address) => {
    expect(isPublicAddress(address)).toBe(false);
  });
});

describe('resolvePublic', () => {
  it.each(['localhost', '127.0.0.1', '127.1', '2130706433', '0177.0.0.1', '0x7f.1', '0', '169.254.169.254', '10.0.0.1'])(
    'refuses %s, however it is written',
    async (host) => {
      expect(await resolvePublic(host)).toMatch(/^(not_public|unknown_host)$/);
    },
  );

  it.each(['localhost.localdomain', 'nobody.invalid', 'a.localhost'])('never leads inside by the name %s', async (host) => {
    // Without a name server the result is `no_answer`.
    expect(await resolvePublic(host)).toMatch(/^(not_public|unknown_host|no_answer)$/);
  });

  it('gives the address of a public one', async () => {
    expect(await resolvePublic('8.8.4.4')).toEqual({ address: '8.8.4.4' });
  });
});
