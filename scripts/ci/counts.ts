import { readReport } from './reports.ts';

export interface Counts {
  passed: number;
  failed: number;
  skipped: number;
}

export const noneCounted: Counts = { passed: 0, failed: 0, skipped: 0 };
export const onePassed: Counts = { passed: 1, failed: 0, skipped: 0 };
export const oneFailed: Counts = { passed: 0, failed: 1, skipped: 0 };

export function addCounts(a: Counts, b: Counts): Counts {
  return { passed: a.passed + b.passed, failed: a.failed + b.failed, skipped: a.skipped + b.skipped };
}

interface VitestJson {
  numPassedTests: number;
  numFailedTests: number;
  numPendingTests: number;
  numTodoTests: number;
}

interface PlaywrightJson {
  stats: { expected: number; unexpected: number; flaky: number; skipped: number };
}

/** A runner that failed without naming a test (a file that doesn't load, a missing report) still counts as one failure. */
function withExitCode(counts: Counts, code: number): Counts {
  return code !== 0 && counts.failed === 0 ? { ...counts, failed: 1 } : counts;
}

export function readVitestCounts(file: string, code: number): Counts {
  const report = readReport<VitestJson>(file);
  if (!report) return oneFailed;
  const skipped = report.numPendingTests + report.numTodoTests;
  return withExitCode({ passed: report.numPassedTests, failed: report.numFailedTests, skipped }, code);
}

/** A flaky test passed only on a later try. It counts as failed, because users get no second try. */
export function readPlaywrightCounts(file: string, code: number): Counts {
  const report = readReport<PlaywrightJson>(file);
  if (!report) return oneFailed;
  const { expected, unexpected, flaky, skipped } = report.stats;
  return withExitCode({ passed: expected, failed: unexpected + flaky, skipped }, code);
}

export function formatCounts({ passed, failed, skipped }: Counts): string {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
}
