import { existsSync, readdirSync, readFileSync } from 'node:fs';
import type pg from 'pg';

// The unit of /proc on every Linux that Node runs on.
const ticksPerSecond = 100;

/** User and system time of one process so far. CPU time, not wall time: the machine may be shared. */
function readCpuMs(pid: number): number {
  return readOneThreadMs(pid) ?? readTicksMs(pid);
}

/** Precise to the nanosecond. The kernel gives this for single threads only, and a database backend is a single thread. */
function readOneThreadMs(pid: number): number | undefined {
  const file = `/proc/${pid}/schedstat`;
  if (readdirSync(`/proc/${pid}/task`).length > 1 || !existsSync(file)) return undefined;
  return Number(readFileSync(file, 'utf8').split(' ')[0]) / 1_000_000;
}

function readTicksMs(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  // The second field is the program's name in parentheses and may contain spaces.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return ((Number(fields[11]) + Number(fields[12])) / ticksPerSecond) * 1_000;
}

/** The database processes that serve the application. They must run on this machine. */
export async function findBackends(admin: pg.Pool, databaseName: string): Promise<number[]> {
  const { rows } = await admin.query<{ pid: number }>(`select pid from pg_stat_activity where datname = $1 and usename = 'app'`, [
    databaseName,
  ]);
  return rows.map(({ pid }) => pid);
}

export function sumCpuMs(pids: readonly number[]): number {
  return pids.reduce((sum, pid) => sum + readCpuMs(pid), 0);
}

/** Undefined if the process has ended since it was found. */
function readIfThere(pid: number): number | undefined {
  try {
    return readCpuMs(pid);
  } catch (error) {
    if (['ENOENT', 'ESRCH'].includes((error as NodeJS.ErrnoException).code ?? '')) return undefined;
    throw error;
  }
}

/**
 * CPU time that a server and its database connections use until the returned function is called. A pool may close and open connections, so
 * a new connection counts from its start.
 */
export async function watchCpu(pid: number, findPids: () => Promise<number[]>): Promise<() => Promise<{ node: number; postgres: number }>> {
  const node = readCpuMs(pid);
  const before = new Map((await findPids()).map((backend) => [backend, readIfThere(backend) ?? 0]));
  return async () => ({
    node: readCpuMs(pid) - node,
    postgres: (await findPids()).reduce((sum, backend) => sum + Math.max((readIfThere(backend) ?? 0) - (before.get(backend) ?? 0), 0), 0),
  });
}
