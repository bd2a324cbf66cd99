import { createHash } from 'node:crypto';
import { brokerKeysOf, type FreightFacts, fingerprintText } from '@headhaul/domain/loads/fingerprint';

/** What makes a second mail a duplicate: the same freight of the same broker on any board, or the same load of ours, to any address. */
export interface Freight {
  /** Kept with the mail. */
  fingerprint: string | null;
  /** All under which an earlier mail may be kept, this mail's own among them. */
  fingerprints: readonly string[];
  brokerKey: string | null;
  /** All that the broker may have been identified by. */
  brokerKeys: readonly string[];
  loadId: string | null;
}

export function hashFreight(text: string | null): string | null {
  return text && createHash('sha256').update(text).digest('hex').slice(0, 32);
}

/** One freight has several fingerprints, because one board shows the broker's MC number and another only an address or a name. */
export function listFingerprints(
  own: string | null,
  freight: FreightFacts | null,
  broker: { mc: string | null; email: string | null; name: string | null },
): string[] {
  const texts = freight === null ? [] : brokerKeysOf(broker).map((brokerKey) => fingerprintText({ ...freight, brokerKey }));
  return [...new Set([own, ...texts.map(hashFreight)])].filter((one) => one !== null);
}
