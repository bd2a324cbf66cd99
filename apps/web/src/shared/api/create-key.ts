import type { WireRequest } from '@headhaul/contracts/http/call';
import { getSession } from '../session/session-store.ts';
import { readStored, storageKeys, writeStored } from '../storage-keys.ts';

const stored = storageKeys.unansweredCreates;
/** Far more than anybody tries in vain. */
const keptCount = 50;

/**
 * The idempotency key of a create. Until it is done, the same person sends the same body with the same key, also after a reload: a
 * create whose answer was lost is not done twice. Only a hash of the body is stored, as it may hold what must not be.
 */
export async function keyOfCreate({ path, body }: WireRequest): Promise<{ key: string; forget: () => void }> {
  const session = getSession();
  const text = JSON.stringify([session?.id, session?.companyId, path, body]);
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))).join('.');
  const keys = readStored(stored) ?? {};
  const key = keys[hash] ?? crypto.randomUUID();
  const { [hash]: _known, ...others } = keys;
  writeStored(stored, Object.fromEntries([...Object.entries(others).slice(1 - keptCount), [hash, key]]));
  const forget = () => {
    const { [hash]: _done, ...rest } = readStored(stored) ?? {};
    writeStored(stored, rest);
  };
  return { key, forget };
}
