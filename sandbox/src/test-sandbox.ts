import { randomInt } from 'node:crypto';
import { highestPort, PortTakenError, type Sandbox, startSandbox } from './sandbox.ts';

export const testClient = { id: 'test-client', secret: 'test-secret' };
const lowestTestPort = 20_000;
const attempts = 20;

export function pickBasePort(): number {
  return randomInt(lowestTestPort, highestPort - 10);
}

/** Starts a sandbox on ports of its own, so that test files can run beside each other and beside a developer's sandbox. */
export async function startTestSandbox(): Promise<Sandbox> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await startSandbox({ basePort: pickBasePort(), client: testClient });
    } catch (error) {
      if (!(error instanceof PortTakenError) || attempt === attempts) throw error;
    }
  }
}

export function addressOf(sandbox: Sandbox, name: string): string {
  const resident = sandbox.residents.find(({ service }) => service.name === name);
  if (resident === undefined) throw new Error(`nobody named ${name} lives in the sandbox`);
  return resident.address;
}
