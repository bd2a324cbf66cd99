/** One promise, and how often it was tried. */
export interface Check {
  what: string;
  tried: number;
  /** Fewer tries than this prove nothing. */
  bar: number;
  expected: string;
  found: string;
  passed: boolean;
}

export interface Report {
  check(check: Check): void;
  /** A fault that was put in on purpose during the run. */
  injected(what: string, count: number): void;
  /** A product with a planted fault. The proof is worth something only if it notices the fault. */
  mutant(what: string, caught: boolean, found: string): void;
  /** A measured number that is not a promise. */
  note(text: string): void;
  /** The run failed with an error. It does not count, whatever passed before. */
  broke(error: unknown): void;
  /** Prints the progress every ten seconds until the returned function is called. */
  showProgress(say: () => string): () => void;
  finish(): boolean;
}

const progressMs = 10_000;

function write(line: string): void {
  process.stdout.write(`${line}\n`);
}

export function formatCount(count: number): string {
  return count.toLocaleString('en-US');
}

export function createReport(name: string, isFull: boolean, seed: number): Report {
  const startedAt = performance.now();
  const elapsed = () => `${((performance.now() - startedAt) / 1_000).toFixed(1)} s`;
  const count = { failures: 0, checks: 0, mutants: 0 };
  write(`proof ${name}, ${isFull ? 'full size' : 'short form'}, seed ${seed}`);
  return {
    check({ what, tried, bar, expected, found, passed }) {
      count.checks += 1;
      const isEnough = tried >= bar && bar > 0;
      const holds = passed && isEnough;
      if (!holds) count.failures += 1;
      write(`${holds ? 'pass' : 'FAIL'}  ${what}`);
      write(`      tried ${formatCount(tried)} (bar ${formatCount(bar)})${isEnough ? '' : ', too few'}`);
      write(`      expected ${expected}`);
      write(`      found    ${found}`);
    },
    injected: (what, count) => write(`      injected ${formatCount(count)} ${what}`),
    mutant(what, caught, found) {
      count.mutants += 1;
      if (!caught) count.failures += 1;
      write(`${caught ? 'pass' : 'FAIL'}  mutant ${caught ? 'caught' : 'NOT caught'}: ${what}`);
      write(`      found    ${found}`);
    },
    broke(error) {
      count.failures += 1;
      write(`FAIL  the run broke off: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
    },
    note: (text) => write(`      ${text}`),
    showProgress(say) {
      const timer = setInterval(() => write(`  ... ${elapsed()}  ${say()}`), progressMs);
      return () => clearInterval(timer);
    },
    finish() {
      if (count.mutants === 0) {
        count.failures += 1;
        write('FAIL  no mutant was tried');
      }
      const passed = count.failures === 0 && count.checks > 0;
      write(
        `${passed ? 'PASS' : 'FAIL'}  proof ${name}: ${count.checks} checks, ${count.mutants} mutants, ${count.failures} failed, ${elapsed()}, seed ${seed}`,
      );
      return passed;
    },
  };
}
