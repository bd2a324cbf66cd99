import type { Redis } from 'ioredis';

export function wakeChannel(companyId: string): string {
  return `live:${companyId}`;
}

/** Redis only wakes the readers. A reader that misses the message finds the row at its next poll. */
export function wakeReaders(redis: Redis, companyId: string): void {
  void redis.publish(wakeChannel(companyId), '').catch(() => {});
}
