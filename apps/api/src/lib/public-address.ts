import { lookup } from 'node:dns/promises';
import { BlockList, isIPv4 } from 'node:net';

/** Everything of IPv4 that is not the public Internet, by the IANA's registry; cloud machines keep their keys at 169.254.169.254. */
const reserved4 = new BlockList();
for (const range of [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.31.196.0/24',
  '192.52.193.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '192.175.48.0/24',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
]) {
  const [network = '', bits = ''] = range.split('/');
  reserved4.addSubnet(network, Number(bits), 'ipv4');
}

/** Of IPv6 only global unicast is public; within it, what carries an IPv4 address inside or is set apart is not. */
const global6 = new BlockList();
global6.addSubnet('2000::', 3, 'ipv6');
const reserved6 = new BlockList();
for (const [network, bits] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const) {
  reserved6.addSubnet(network, bits, 'ipv6');
}

export function isPublicAddress(address: string): boolean {
  if (isIPv4(address)) return !reserved4.check(address, 'ipv4');
  // A zone ("%eth0") is a link-local matter.
  return !address.includes('%') && global6.check(address, 'ipv6') && !reserved6.check(address, 'ipv6');
}

/**
 * One address of a name somebody typed, checked; connect to this very address, not to the name, which may say something else the next
 * time. One private address among several refuses them all.
 */
export async function resolvePublic(host: string): Promise<{ address: string } | 'unknown_host' | 'not_public'> {
  const found = await lookup(host, { all: true, order: 'ipv4first' }).catch(() => []);
  const [first] = found;
  if (!first) return 'unknown_host';
  return found.every(({ address }) => isPublicAddress(address)) ? { address: first.address } : 'not_public';
}
