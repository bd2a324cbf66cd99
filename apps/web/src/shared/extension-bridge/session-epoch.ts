import { readStored, storageKeys, writeStored } from '../storage-keys.ts';

/** Returns a number larger than every earlier epoch of this browser and of the extension. */
export function nextSessionEpoch(extensionEpoch = 0): number {
  const stored = readStored(storageKeys.sessionEpoch) ?? 0;
  const next = Math.max(Date.now(), stored + 1, extensionEpoch + 1);
  writeStored(storageKeys.sessionEpoch, next);
  return next;
}
