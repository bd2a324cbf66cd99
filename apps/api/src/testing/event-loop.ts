/**
 * The longest stretch without a turn of the event loop, as a share of the CPU time of the work. 1 means that
 * everything else had to wait for all of it.
 */
export async function longestHold(work: () => Promise<unknown>): Promise<number> {
  let [longest, total] = [0, 0];
  let before = process.threadCpuUsage();
  const look = () => {
    const { user, system } = process.threadCpuUsage(before);
    longest = Math.max(longest, user + system);
    total += user + system;
    before = process.threadCpuUsage();
  };
  const turn = () => {
    look();
    next = setImmediate(turn);
  };
  let next = setImmediate(turn);
  try {
    await work();
    look();
  } finally {
    clearImmediate(next);
  }
  return longest / total;
}
