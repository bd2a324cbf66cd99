import type { Random } from '../lib/random.ts';
import type { KeyPair, Place, Sealed, Sealing, StoredSecret } from './sealing.ts';

export interface SwapResult {
  tried: number;
  opened: Record<string, number>;
}

const kinds = ['company', 'mailbox', 'field', 'server', 'whole row', 'ciphertext', 'wrapped key', 'key name'] as const;

/** Moves parts of stored secrets to other places and tries to open them with every private key. */
export function trySwaps(
  sealing: Sealing,
  keys: readonly KeyPair[],
  stored: readonly StoredSecret[],
  random: Random,
  count: number,
): SwapResult {
  const result: SwapResult = { tried: 0, opened: {} };
  const opening = keys.map((pair) => pair.opening);
  while (result.tried < count) {
    const kind = kinds[result.tried % kinds.length] ?? 'company';
    const [one, other] = [random.pick(stored), random.pick(stored)];
    const swapped = swap(kind, one, other, keys);
    if (!swapped) continue;
    result.tried += 1;
    try {
      sealing.openSecret(opening, swapped.place, swapped.secret);
      result.opened[kind] = (result.opened[kind] ?? 0) + 1;
    } catch {
      // It must fail.
    }
  }
  return result;
}

/** Undefined when the two have nothing to swap. */
function swap(
  kind: (typeof kinds)[number],
  one: StoredSecret,
  other: StoredSecret,
  keys: readonly KeyPair[],
): { place: Place; secret: Sealed } | undefined {
  const { place } = one;
  const isSameRow = place.accountId === other.place.accountId && place.field === other.place.field;
  switch (kind) {
    case 'company':
      return place.companyId === other.place.companyId ? undefined : { place: { ...place, companyId: other.place.companyId }, secret: one };
    case 'mailbox':
      return place.accountId === other.place.accountId ? undefined : { place: { ...place, accountId: other.place.accountId }, secret: one };
    case 'field':
      return place.field === other.place.field ? undefined : { place: { ...place, field: other.place.field }, secret: one };
    case 'server':
      return place.server === null ? undefined : { place: { ...place, server: { ...place.server, host: 'evil.example' } }, secret: one };
    case 'whole row':
      return isSameRow ? undefined : { place, secret: other };
    case 'ciphertext':
      return isSameRow ? undefined : { place, secret: { ...one, sealed: other.sealed } };
    case 'wrapped key':
      return isSameRow ? undefined : { place, secret: { ...one, wrappedKey: other.wrappedKey } };
    case 'key name': {
      const kid = keys.map((pair) => pair.opening.kid).find((name) => name !== one.keyId);
      return kid === undefined ? undefined : { place, secret: { ...one, keyId: kid } };
    }
  }
}
