import { AppError } from './errors.ts';

const retryAfterSeconds = 5;

export interface FairQueue {
  /** Does the work when all before it is done. Refused when too many wait already: their files are in memory meanwhile. */
  take<T>(work: () => Promise<T>): Promise<T>;
  isTaken(): boolean;
}

/** Heavy work of one kind, one at a time in this process. */
export function createFairQueue(maxWaiting: number): FairQueue {
  let last: Promise<unknown> = Promise.resolve();
  let inside = 0;
  return {
    async take(work) {
      if (inside > maxWaiting) {
        const detail = 'Many files are being read right now. Please try again in a moment.';
        throw new AppError('unavailable', { detail, retryAfterSeconds });
      }
      inside += 1;
      const done = last.then(work).finally(() => {
        inside -= 1;
      });
      last = done.catch(() => {});
      return done;
    },
    isTaken: () => inside > 0,
  };
}
