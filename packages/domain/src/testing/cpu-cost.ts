/** Long enough for the steps in which the system counts. */
const roundMicroseconds = 10_000;

function costOfRound(work: () => unknown): number {
  const from = process.threadCpuUsage();
  for (let times = 1; ; times += 1) {
    work();
    const { user, system } = process.threadCpuUsage(from);
    if (user + system >= roundMicroseconds) return (user + system) / times;
  }
}

/**
 * What doing it once costs at least, in microseconds of this thread's processor; the clock goes on while others have the processor.
 * Only the ratio of two costs means anything: both come from the same machine in the same hour.
 */
export function cpuCost(work: () => unknown): number {
  // The first time is spent on compiling.
  work();
  return Math.min(costOfRound(work), costOfRound(work), costOfRound(work));
}
