import { readStored, storageKeys } from '../storage-keys.ts';

/** What somebody who signs out or leaves is told first: it would go with them. Null when nothing waits. */
export function describeUnsent(userId: string): string | null {
  const count = (readStored(storageKeys.offlineQueue) ?? []).filter(
    (move) => (move as { userId?: string } | null)?.userId === userId,
  ).length;
  if (count === 0) return null;
  return count === 1
    ? '1 status change isn’t saved yet. It’s lost if you go on.'
    : `${count} status changes aren’t saved yet. They’re lost if you go on.`;
}
