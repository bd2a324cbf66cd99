import { isIP, isIPv4 } from 'node:net';

const mapped = '::ffff:';

/** An address as it is kept: IPv4 as IPv4, without a network card's name. Null for what is none; a proxy may say "unknown". */
export function readClientAddress(ip: string): string | null {
  const [address = ''] = ip.toLowerCase().split('%', 1);
  const inside = address.startsWith(mapped) ? address.slice(mapped.length) : '';
  const plain = isIPv4(inside) ? inside : address;
  return isIP(plain) === 0 ? null : plain;
}

/** Whom a limit for signed-out callers counts: an IPv4 address, or the /64 that one line of IPv6 has all to itself. */
export function networkOf(ip: string): string {
  const address = readClientAddress(ip);
  if (address === null || isIPv4(address)) return address ?? ip;
  const [before = '', after] = address.split('::');
  const groups = (part: string) => (part === '' ? [] : part.split(':'));
  const [first, last] = [groups(before), groups(after ?? '')];
  const zeros: string[] = new Array(after === undefined ? 0 : 8 - first.length - last.length).fill('0');
  return `${[...first, ...zeros, ...last].slice(0, 4).join(':')}::/64`;
}
