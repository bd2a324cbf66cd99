import { type Endpoint, fixedCost, isForm, replyKind } from '@headhaul/contracts/http/endpoint';
import { createFairQueue, type FairQueue } from './fair-queue.ts';

/** The queues of a process. They keep one company from taking the whole process. */
export interface CompanyQueues {
  /** Every request of a signed-in person, while it is worked on. */
  requests: FairQueue;
  /** Those that take long, and each page of a long export. */
  heavy: FairQueue;
  /**
   * Forms with files, from the first byte until they are processed. Many at once, because they may arrive slowly. upload-budget.ts
   * limits their memory.
   */
  uploads: FairQueue;
  /** Files on their way out, until the last byte has left. */
  downloads: FairQueue;
}

const heavyCost = 10;

/**
 * Heavy requests run one at a time per company and a few at once per process. Uploads are not heavy: they have their own queue.
 * A download that is made while it is sent takes a turn in the heavy queue for each of its pages.
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
