import { AppError } from '../errors.ts';

const retryAfterSeconds = 5;

export interface FairQueue {
  /** Does the work when it is this company's turn. */
  take<T>(companyId: string, work: () => Promise<T>): Promise<T>;
  /** The same for work that ends elsewhere. The caller gives the turn back by calling the returned function, once or more often. */
  hold(companyId: string): Promise<() => void>;
  isTaken(): boolean;
}

export interface FairQueueOptions {
  /** How many run at once in this process. */
  atOnce: number;
  atOncePerCompany: number;
  /** How many may wait. More are refused, because each holds its request, often with a file, in memory. */
  waiting: number;
  waitingPerCompany: number;
  /** A request that has waited this long is refused. */
  maxWaitMs: number;
  /** The message for a request that is refused because of other companies. */
  busy: string;
}

interface Waiting {
  begin(): void;
}

/**
 * Runs work of one kind, a few pieces at once in this process. Companies take turns: a company with a hundred requests and a
 * company with one request get the next free places alternately. So before its next turn a company waits for at most one piece
 * of work of each other company.
 */
export function createFairQueue({ atOnce, atOncePerCompany, waiting, waitingPerCompany, maxWaitMs, busy }: FairQueueOptions): FairQueue {
  const runningOf = new Map<string, number>();
  // Waiting work by company, in the order of their turns. A company that gets a place moves to the end.
  const lines = new Map<string, Waiting[]>();
  let running = 0;
  let inLines = 0;

  function leaveLine(companyId: string, one: Waiting): boolean {
    const line = lines.get(companyId);
    const at = line?.indexOf(one) ?? -1;
    if (!line || at === -1) return false;
    line.splice(at, 1);
    inLines -= 1;
    if (line.length === 0) lines.delete(companyId);
    return true;
  }

  function occupy(companyId: string): () => void {
    running += 1;
    runningOf.set(companyId, (runningOf.get(companyId) ?? 0) + 1);
    let isHeld = true;
    return () => {
      if (!isHeld) return;
      isHeld = false;
      running -= 1;
      const left = (runningOf.get(companyId) ?? 1) - 1;
      if (left === 0) runningOf.delete(companyId);
      else runningOf.set(companyId, left);
      giveNext();
    };
  }

  const hasPlace = (companyId: string) => running < atOnce && (runningOf.get(companyId) ?? 0) < atOncePerCompany;

  function giveNext(): void {
    for (const [companyId, line] of lines) {
      if (running >= atOnce) return;
      if (!hasPlace(companyId)) continue;
      const [next] = line;
      if (!next) continue;
      leaveLine(companyId, next);
      if (line.length > 0) {
        lines.delete(companyId);
        lines.set(companyId, line);
      }
      next.begin();
    }
  }

  function hold(companyId: string): Promise<() => void> {
    const own = lines.get(companyId)?.length ?? 0;
    if (own === 0 && hasPlace(companyId)) return Promise.resolve(occupy(companyId));
    if (own >= waitingPerCompany) {
      const detail = 'Your team asks for a lot at once. Please try again in a moment.';
      return Promise.reject(new AppError('too_many_requests', { detail, retryAfterSeconds }));
    }
    if (inLines >= waiting) return Promise.reject(new AppError('unavailable', { detail: busy, retryAfterSeconds }));
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        if (leaveLine(companyId, one)) reject(new AppError('unavailable', { detail: busy, retryAfterSeconds }));
      }, maxWaitMs);
      const one: Waiting = {
        begin() {
          clearTimeout(timer);
          resolve(occupy(companyId));
        },
      };
      const line = lines.get(companyId);
      if (line) line.push(one);
      else lines.set(companyId, [one]);
      inLines += 1;
    });
  }

  return {
    hold,
    async take(companyId, work) {
      const giveBack = await hold(companyId);
      try {
        return await work();
      } finally {
        giveBack();
      }
    },
    isTaken: () => running > 0,
  };
}
