import type { WireRequest } from '@headhaul/contracts/http/call';
import { getSession } from '../session/session-store.ts';
import { readStored, removeStored, storageKeys, writeStored } from '../storage-keys.ts';

const stored = storageKeys.unansweredCreates;
/** A person never has this many unanswered creates. */
const keptCount = 50;
/**
 * Long enough to wait for a dead connection, to sign in again and to press the button once more. The same body sent later is a new create,
 * for example a note that was removed in between. The server remembers a key for a day and would answer without creating anything.
 */
export const keyLifeMs = 5 * 60_000;

/**
 * The idempotency key of a create. Until the create has succeeded, the same person sends the same body with the same key, also after a
 * reload, so a create whose answer was lost is not done twice. Only a hash of the body is stored, because the body may hold data that must
 * not be stored.
 */
export async function keyOfCreate({ path, body }: WireRequest): Promise<{ key: string; forget: () => void }> {
  const session = getSession();
  const text = JSON.stringify([session?.id, session?.companyId, path, body]);
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))).join('.');
  const sentAt = Date.now();
  const { [hash]: known, ...others } = readStored(stored) ?? {};
  const key = known !== undefined && sentAt - known.sentAt < keyLifeMs ? known.key : crypto.randomUUID();
  keep(Object.fromEntries([...Object.entries(others).slice(1 - keptCount), [hash, { key, sentAt }]]));
  const forget = () => {
    const { [hash]: _done, ...rest } = readStored(stored) ?? {};
    keep(rest);
  };
  return { key, forget };
}

function keep(keys: Parameters<typeof writeStored<typeof stored.schema>>[1]): void {
  try {
    writeStored(stored, keys);
  } catch {
    // The browser's storage is full. The create matters more than its key, so each try then gets its own key.
    removeStored(stored);
  }
}
