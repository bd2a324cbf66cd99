import { Problem } from '@headhaul/contracts/http/errors';
import type { LimitName } from '@headhaul/domain/plans';
import { createStore } from '../../shared/store.ts';

/** The limit that was reached, as the API describes it. */
export type HitLimit = NonNullable<Problem['limit']>;

interface Opened {
  limit: HitLimit | null;
}

const opened = createStore<Opened | null>(null);

/** Opens the plans over the current screen. With a limit, they say which one was reached. Returns false when no frame shows them. */
export function openPricing(limit: HitLimit | null = null): boolean {
  opened.set({ limit });
  return opened.isFollowed();
}

export function closePricing(): void {
  opened.set(null);
}

export const usePricingOpened = opened.use;

/** Every plan has the same number of broker lookups, so there is no plan to offer. The screen that asked says when they come back. */
const sameInEveryPlan = 'brokerLookupsPerDay' satisfies LimitName;

const LimitProblem = Problem.pick({ code: true, limit: true });

/** The plan's limit that a failed call reached. Null for other failures, and for limits that no plan lifts. */
export function hitLimitOf(error: unknown): HitLimit | null {
  const data = typeof error === 'object' && error !== null && 'data' in error ? error.data : null;
  const parsed = LimitProblem.safeParse(data);
  const limit = parsed.success && parsed.data.code === 'limit_reached' ? (parsed.data.limit ?? null) : null;
  return limit?.isPlanActive && limit.name === sameInEveryPlan ? null : limit;
}
