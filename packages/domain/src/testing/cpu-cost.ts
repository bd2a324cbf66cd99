/** Long enough for the resolution of the system's CPU time. */
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
 * The lowest CPU time of one run on this thread, in microseconds. CPU time, because the clock goes on while other processes run. Only
 * the ratio of two costs from the same machine in the same hour means anything.
 */
export function cpuCost(work: () => unknown): number {
  // The first run includes compiling.
  work();
  return Math.min(costOfRound(work), costOfRound(work), costOfRound(work));
}
