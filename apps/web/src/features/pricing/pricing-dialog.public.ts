import { Problem } from '@headhaul/contracts/http/errors';
import { useSyncExternalStore } from 'react';

/** The limit that somebody ran into, as the API names it. */
export type HitLimit = NonNullable<Problem['limit']>;

interface Opened {
  limit: HitLimit | null;
}

let opened: Opened | null = null;
const listeners = new Set<() => void>();

function set(next: Opened | null): void {
  opened = next;
  for (const listener of listeners) listener();
}

/** Opens the plans over whatever screen one is on; with a limit, they say which one was reached. False where no frame shows them. */
export function openPricing(limit: HitLimit | null = null): boolean {
  set({ limit });
  return listeners.size > 0;
}

export function closePricing(): void {
  set(null);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function usePricingOpened(): Opened | null {
  return useSyncExternalStore(subscribe, () => opened);
}

const LimitProblem = Problem.pick({ code: true, limit: true });

/** The limit of the plan that a failed call ran into; null for any other failure, and for limits no plan lifts. */
export function hitLimitOf(error: unknown): HitLimit | null {
  const data = typeof error === 'object' && error !== null && 'data' in error ? error.data : null;
  const parsed = LimitProblem.safeParse(data);
  return parsed.success && parsed.data.code === 'limit_reached' ? (parsed.data.limit ?? null) : null;
}
