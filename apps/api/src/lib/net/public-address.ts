import { Resolver } from 'node:dns/promises';
import { BlockList, isIP, isIPv4 } from 'node:net';

/** All IPv4 ranges that are not public, from the IANA registry. At 169.254.169.254 cloud machines hand out their keys. */
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

/** In IPv6 only global unicast is public, except ranges in it that carry an IPv4 address inside or are reserved. */
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
  // Only a link-local address has a zone ("%eth0").
  return !address.includes('%') && global6.check(address, 'ipv6') && !reserved6.check(address, 'ipv6');
}

const resolveMs = 4_000;
/** DNS errors that mean: there is no such name, or it has no address of this kind. */
const certain = new Set(['ENOTFOUND', 'ENODATA', 'EBADNAME']);

/**
 * One checked address of a host name that a person typed. Connect to this address, not to the name: the name may resolve to
 * another address the next time. If one of several addresses is not public, all are refused.
 */
export async function resolvePublic(host: string): Promise<{ address: string } | 'unknown_host' | 'not_public' | 'no_answer'> {
  // Many programs read "127.1" and "2130706433" as addresses, so we do too.
  const plain = URL.canParse(`http://${host}`) ? new URL(`http://${host}`).hostname : host;
  // A name without a dot belongs to the network we run in.
  const found = isIP(plain) !== 0 ? [plain] : plain.includes('.') ? await askNameServers(plain) : [];
  if (found === null) return 'no_answer';
  const [first] = found;
  if (first === undefined) return 'unknown_host';
  return found.every(isPublicAddress) ? { address: first } : 'not_public';
}

/**
 * Null when no name server answers. We don't use the system's own lookup: it handles few names at a time, and one slow name
 * server would hold up all of them.
 */
async function askNameServers(host: string): Promise<string[] | null> {
  const resolver = new Resolver({ timeout: 1_500, tries: 2 });
  const late = setTimeout(() => resolver.cancel(), resolveMs);
  const noneIfCertain = (error: NodeJS.ErrnoException) => {
    if (certain.has(error.code ?? '')) return [];
    throw error;
  };
  try {
    const both = await Promise.all([resolver.resolve4(host).catch(noneIfCertain), resolver.resolve6(host).catch(noneIfCertain)]);
    return both.flat();
  } catch {
    return null;
  } finally {
    clearTimeout(late);
  }
}
