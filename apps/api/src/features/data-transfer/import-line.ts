/** A company that has not asked again for this long was served by another process, or has given up. */
const forgetAfterMs = 6_000;

export interface ImportLine {
  /** Whether this company's import may begin. If not, the company gets a place in the line and has to ask again. */
  mayBegin(companyId: string, isTaken: boolean): boolean;
  hasOthers(companyId: string): boolean;
}

/**
 * The companies whose imports wait for this process's only import slot, in order. Their jobs don't wait inside the process, which
 * would block other jobs. They end and come back later. The order keeps a company with a hundred files from taking the slot each
 * time it happens to be free.
 */
export function createImportLine(now: () => number = Date.now): ImportLine {
  const askedAt = new Map<string, number>();
  const forgetGone = () => {
    for (const [companyId, at] of askedAt) if (now() - at > forgetAfterMs) askedAt.delete(companyId);
  };
  return {
    mayBegin(companyId, isTaken) {
      forgetGone();
      const [first = companyId] = askedAt.keys();
      if (!isTaken && first === companyId) {
        askedAt.delete(companyId);
        return true;
      }
      // A company that is in the line already keeps its place.
      askedAt.set(companyId, now());
      return false;
    },
    hasOthers(companyId) {
      forgetGone();
      return askedAt.size > (askedAt.has(companyId) ? 1 : 0);
    },
  };
}
