import { z } from 'zod';

const longestDelayMs = 120_000;

/** What a developer or a test may break on purpose. A part without a key works. */
export const Faults = z
  .strictObject({
    latencyMs: z.int('Give whole milliseconds').min(0, 'Give 0 or more').max(longestDelayMs, `Give ${longestDelayMs} at most`).optional(),
    errorStatus: z
      .int('Give a whole number')
      .min(400, 'Give a status from 400 to 599')
      .max(599, 'Give a status from 400 to 599')
      .optional(),
    errorPercent: z.number('Give a number').min(0, 'Give 0 or more').max(100, 'Give 100 at most').optional(),
    refuse: z.boolean('Give true or false').optional(),
  })
  .refine((faults) => faults.errorPercent === undefined || faults.errorStatus !== undefined, {
    path: ['errorStatus'],
    message: 'Say which status to answer with',
  });
export type Faults = z.infer<typeof Faults>;

export interface FaultSwitch {
  current(): Faults;
  set(faults: Faults): void;
  /** The status this request must be answered with, or undefined when it may pass. */
  takeErrorStatus(): number | undefined;
}

const goldenRatio = 0.618_033_988_749_895;

/**
 * The position of the n-th request between 0 and 1. Steps of the golden ratio spread the failures evenly but without a fixed rhythm. So a
 * run can be repeated exactly, the share holds over a few dozen requests, and no step of a two-request flow fails every time.
 */
export function positionOf(request: number): number {
  return (request * goldenRatio) % 1;
}

export function createFaultSwitch(): FaultSwitch {
  let faults: Faults = {};
  let requests = 0;
  return {
    current: () => faults,
    set(next) {
      faults = next;
      requests = 0;
    },
    takeErrorStatus() {
      if (faults.errorStatus === undefined) return undefined;
      requests += 1;
      return positionOf(requests) < (faults.errorPercent ?? 100) / 100 ? faults.errorStatus : undefined;
    },
  };
}
