/** Who was told to come back and did not for so long has been served elsewhere, or has gone. */
const forgetAfterMs = 6_000;

export interface ImportLine {
  /** Whether this company's import may begin. If not, it has its place in the line and asks again. */
  mayBegin(companyId: string, isTaken: boolean): boolean;
  hasOthers(companyId: string): boolean;
}

/**
 * The companies whose imports wait for the one place of this process, in the order in which they come next. They don't wait in it, which
 * would keep other jobs from running, but come back; the order keeps one with a hundred files from taking the place each time it
 * happens to be free.
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
      // One that is in the line already keeps its place.
      askedAt.set(companyId, now());
      return false;
    },
    hasOthers(companyId) {
      forgetGone();
      return askedAt.size > (askedAt.has(companyId) ? 1 : 0);
    },
  };
}
