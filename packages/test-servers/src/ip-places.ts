import { writeFile } from 'node:fs/promises';

/** The values in a MaxMind file of IP addresses and places: https://maxmind.github.io/MaxMind-DB/ */
export type PlaceValue = string | number | bigint | PlaceValue[] | { [key: string]: PlaceValue };

const typeOf = { string: 2, map: 7, uint16: 5, uint32: 6, uint64: 9, array: 11 } as const;

function control(type: number, size: number): Buffer {
  const [first, extra] = size < 29 ? [size, []] : [29, [size - 29]];
  return type <= 7 ? Buffer.from([(type << 5) | first, ...extra]) : Buffer.from([first, type - 7, ...extra]);
}

function number(type: number, value: number | bigint): Buffer {
  const hex = value.toString(16);
  const bytes = BigInt(value) === 0n ? Buffer.alloc(0) : Buffer.from(hex.length % 2 === 0 ? hex : `0${hex}`, 'hex');
  return Buffer.concat([control(type, bytes.length), bytes]);
}

function encode(value: PlaceValue): Buffer {
  if (typeof value === 'string') {
    const bytes = Buffer.from(value);
    return Buffer.concat([control(typeOf.string, bytes.length), bytes]);
  }
  if (typeof value === 'bigint') return number(typeOf.uint64, value);
  if (typeof value === 'number') return number(value < 65_536 ? typeOf.uint16 : typeOf.uint32, value);
  if (Array.isArray(value)) return Buffer.concat([control(typeOf.array, value.length), ...value.map(encode)]);
  const entries = Object.entries(value);
  return Buffer.concat([control(typeOf.map, entries.length), ...entries.flatMap(([key, inner]) => [encode(key), encode(inner)])]);
}

/** 128 bits; an IPv4 address is the last 32 of them. */
function bitsOf(ip: string): string {
  if (ip.includes('.')) {
    const bits = ip.split('.').map((part) => Number(part).toString(2).padStart(8, '0'));
    return bits.join('').padStart(128, '0');
  }
  const [head = '', tail = ''] = ip.split('::');
  const groups = (text: string) => (text === '' ? [] : text.split(':'));
  const missing = 8 - groups(head).length - groups(tail).length;
  const all = [...groups(head), ...new Array<string>(ip.includes('::') ? missing : 0).fill('0'), ...groups(tail)];
  return all.map((group) => Number.parseInt(group, 16).toString(2).padStart(16, '0')).join('');
}

interface Leaf {
  offset: number;
}
type TreeNode = [TreeNode | Leaf | null, TreeNode | Leaf | null];

/** Writes a MaxMind file with one record per address. */
export async function writeIpPlaces(path: string, places: Record<string, PlaceValue>): Promise<void> {
  const root: TreeNode = [null, null];
  const data: Buffer[] = [];
  let written = 0;
  for (const [ip, place] of Object.entries(places)) {
    const bits = bitsOf(ip);
    let node = root;
    for (const bit of bits.slice(0, -1)) {
      const side = Number(bit) as 0 | 1;
      const next = node[side];
      const child: TreeNode = Array.isArray(next) ? next : [null, null];
      node[side] = child;
      node = child;
    }
    node[Number(bits.at(-1)) as 0 | 1] = { offset: written };
    const bytes = encode(place);
    data.push(bytes);
    written += bytes.length;
  }
  const nodes: TreeNode[] = [root];
  for (const node of nodes) for (const side of node) if (Array.isArray(side)) nodes.push(side);
  const tree = nodes.map((node) => {
    const record = Buffer.alloc(6);
    for (const [at, side] of node.entries()) {
      const value = side === null ? nodes.length : Array.isArray(side) ? nodes.indexOf(side) : nodes.length + 16 + side.offset;
      record.writeUIntBE(value, at * 3, 3);
    }
    return record;
  });
  const metadata = encode({
    node_count: nodes.length,
    record_size: 24,
    ip_version: 6,
    database_type: 'GeoLite2-City',
    languages: ['en'],
    binary_format_major_version: 2,
    binary_format_minor_version: 0,
    build_epoch: 1_790_000_000n,
    description: { en: 'Places of a test' },
  });
  const marker = Buffer.concat([Buffer.from([0xab, 0xcd, 0xef]), Buffer.from('MaxMind.com')]);
  await writeFile(path, Buffer.concat([...tree, Buffer.alloc(16), ...data, marker, metadata]));
}

/** A US city as MaxMind writes it. */
export function usCity(name: string, state: string): PlaceValue {
  return {
    city: { names: { en: name } },
    country: { iso_code: 'US', names: { en: 'United States' } },
    subdivisions: [{ iso_code: state, names: { en: state } }],
  };
}
