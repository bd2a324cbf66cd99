import { readStored, storageKeys } from '../storage-keys.ts';

/** The warning for a person who signs out or leaves: their unsent changes would be lost. Null when there are none. */
export function describeUnsent(userId: string): string | null {
  const count = (readStored(storageKeys.offlineQueue) ?? []).filter(
    (move) => (move as { userId?: string } | null)?.userId === userId,
  ).length;
  if (count === 0) return null;
  return count === 1
    ? '1 status change isn’t saved yet. It’s lost if you go on.'
    : `${count} status changes aren’t saved yet. They’re lost if you go on.`;
}
