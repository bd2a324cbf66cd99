import { findFreePorts } from './free-ports.ts';

/** The sandbox's home port and one port for each of its services, in one row, with room for further services. */
export const sandboxPortCount = 24;

/** A home port for a sandbox of the tests. The ports of its services follow it. */
export function findSandboxPort(): Promise<number> {
  return findFreePorts(sandboxPortCount);
}
