import type { Redis } from 'ioredis';

export function wakeChannel(companyId: string): string {
  return `live:${companyId}`;
}

/** Redis only wakes the readers; one that misses the call finds the row at its next look. */
export function wakeReaders(redis: Redis, companyId: string): void {
  void redis.publish(wakeChannel(companyId), '').catch(() => {});
}
