import { type Endpoint, fixedCost, isForm, replyKind } from '@headhaul/contracts/http/endpoint';
import { createFairQueue, type FairQueue } from './fair-queue.ts';

/** What a process does for many companies at once, so that one of them can't have all of it. */
export interface CompanyQueues {
  /** Every request of a signed-in person, while it is worked on. */
  requests: FairQueue;
  /** Those that take long, and each page of a long export. */
  heavy: FairQueue;
  /** Forms with files, from the first byte until they are dealt with. Many, because they may come slowly; what they hold has a bound of its own. */
  uploads: FairQueue;
  /** Files on their way out, until the last byte has left. */
  downloads: FairQueue;
}

const heavyCost = 10;

/**
 * Runs once at a time for a company, and few at once in a process. Not what waits for a file to arrive: that has turns of its own; and a file
 * that is made while it leaves takes one for each of its pages.
 */
export function isHeavy(endpoint: Endpoint, cost = fixedCost(endpoint)): boolean {
  return cost >= heavyCost && !isForm(endpoint.body) && replyKind(endpoint.reply) !== 'file';
}

const busy = 'Many people are working right now. Please try again in a moment.';

export function createCompanyQueues(): CompanyQueues {
  return {
    requests: createFairQueue({ atOnce: 1_000, atOncePerCompany: 6, waiting: 2_000, waitingPerCompany: 200, maxWaitMs: 10_000, busy }),
    heavy: createFairQueue({ atOnce: 4, atOncePerCompany: 1, waiting: 100, waitingPerCompany: 4, maxWaitMs: 15_000, busy }),
    uploads: createFairQueue({ atOnce: 200, atOncePerCompany: 3, waiting: 100, waitingPerCompany: 12, maxWaitMs: 30_000, busy }),
    downloads: createFairQueue({ atOnce: 500, atOncePerCompany: 6, waiting: 500, waitingPerCompany: 24, maxWaitMs: 10_000, busy }),
  };
}
