import type { Equipment } from '../equipment.ts';
import { freeMailDomains } from '../mail/free-mail-domains.ts';
import type { BoardFreight } from './board-freight.ts';

/**
 * Identifies the same freight, wherever and whenever it is seen. Rate, age, row and posting ID are left out, because they change when a
 * load is refreshed or posted again. Each side hashes the text with its own library: SHA-256, the first 128 bits in hex.
 */
export interface FreightFacts {
  origin: { city: string | null; state: string | null };
  destination: { city: string | null; state: string | null };
  /** The earliest day of pickup. */
  pickupDay: string | null;
  /** Equipment classes of boards, or our own names. */
  equipment: readonly string[];
  tripMiles: number | null;
  brokerKey: string | null;
}

const word = (text: string | null) =>
  (text ?? '')
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

/** `DRY_VAN`, `Dry van` and a board's `VAN` mean the same. */
function equipmentClass(name: string): string {
  const plain = name.toUpperCase().replace(/[^A-Z0-9]/g, '');
  return plain === 'DRYVAN' ? 'VAN' : plain;
}

/** Null without both cities, because the text would then match unrelated loads. */
export function fingerprintText({ origin, destination, pickupDay, equipment, tripMiles, brokerKey }: FreightFacts): string | null {
  if (!word(origin.city) || !word(destination.city)) return null;
  const classes = [...new Set(equipment.map(equipmentClass))].filter((one) => one !== '').sort((one, other) => (one < other ? -1 : 1));
  const miles = tripMiles === null ? '' : String(Math.round(tripMiles / 10) * 10);
  return [
    word(origin.city),
    word(origin.state),
    word(destination.city),
    word(destination.state),
    pickupDay ?? '',
    classes.join(','),
    brokerKey ?? '',
    miles,
  ].join('|');
}

/**
 * Identifies the broker whom a second mail would reach again: by MC number, else by mail domain (at a free
 * service by the whole address), else by name.
 */
export function brokerKeyOf({ mc, email, name }: { mc: string | null; email: string | null; name: string | null }): string | null {
  if (mc !== null && mc.replace(/^0+/, '') !== '') return `mc:${mc.replace(/^0+/, '')}`;
  const address = email?.toLowerCase() ?? '';
  const domain = address.slice(address.lastIndexOf('@') + 1);
  if (domain !== '') return freeMailDomains.has(domain) ? `mail:${address}` : `mail:${domain}`;
  const plain = word(name);
  return plain === '' ? null : `name:${plain}`;
}

/**
 * Everything that the same broker may have been identified by when an earlier mail was written. Two boards may show one broker by its MC
 * number and by its address.
 */
export function brokerKeysOf({ mc, email, name }: { mc: string | null; email: string | null; name: string | null }): string[] {
  const none = { mc: null, email: null, name: null };
  const keys = [brokerKeyOf({ ...none, mc }), brokerKeyOf({ ...none, email }), brokerKeyOf({ ...none, name })];
  return keys.filter((key) => key !== null);
}

export function freightOfBoardLoad(load: BoardFreight, brokerKey: string | null): FreightFacts {
  return {
    origin: load.origin,
    destination: load.destination,
    pickupDay: load.pickupDay,
    equipment: load.equipment,
    tripMiles: load.tripMiles,
    brokerKey,
  };
}

export function freightOfLoad(
  load: {
    stops: readonly { kind: string; city: string; state: string; day: string }[];
    equipment: Equipment;
    loadedMiles: number;
  },
  brokerKey: string | null,
): FreightFacts {
  const pickup = load.stops.find(({ kind }) => kind === 'PICKUP');
  const delivery = load.stops.findLast(({ kind }) => kind === 'DELIVERY');
  const none = { city: null, state: null };
  return {
    origin: pickup ?? none,
    destination: delivery ?? none,
    pickupDay: pickup?.day ?? null,
    equipment: [load.equipment],
    tripMiles: load.loadedMiles > 0 ? load.loadedMiles : null,
    brokerKey,
  };
}
