import { isIP, isIPv4 } from 'node:net';

const mapped = '::ffff:';

/** An address as it is kept: IPv4 as IPv4, without a network card's name. Null for what is none; a proxy may say "unknown". */
export function readClientAddress(ip: string): string | null {
  const [address = ''] = ip.toLowerCase().split('%', 1);
  const inside = address.startsWith(mapped) ? address.slice(mapped.length) : '';
  const plain = isIPv4(inside) ? inside : address;
  return isIP(plain) === 0 ? null : plain;
}
