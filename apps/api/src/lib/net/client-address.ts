import { isIP, isIPv4 } from 'node:net';

const mapped = '::ffff:';

/**
 * The IP address as we store it: an IPv4 address inside IPv6 becomes IPv4, and a zone ("%eth0") is cut off. Null if the text is
 * not an address, as when a proxy sends "unknown".
 */
export function readClientAddress(ip: string): string | null {
  const [address = ''] = ip.toLowerCase().split('%', 1);
  const inside = address.startsWith(mapped) ? address.slice(mapped.length) : '';
  const plain = isIPv4(inside) ? inside : address;
  return isIP(plain) === 0 ? null : plain;
}

/** The key that limits by network count by: the IPv4 address, or the /64 network that one IPv6 line has to itself. */
export function networkOf(ip: string): string {
  const address = readClientAddress(ip);
  if (address === null || isIPv4(address)) return address ?? ip;
  const [before = '', after] = address.split('::');
  const groups = (part: string) => (part === '' ? [] : part.split(':'));
  const [first, last] = [groups(before), groups(after ?? '')];
  const zeros: string[] = new Array(after === undefined ? 0 : 8 - first.length - last.length).fill('0');
  return `${[...first, ...zeros, ...last].slice(0, 4).join(':')}::/64`;
}
