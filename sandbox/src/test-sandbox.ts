import { findSandboxPort } from '@headhaul/test-servers/sandbox-ports';
import { type Sandbox, startSandbox } from './sandbox.ts';

export const testClient = { id: 'test-client', secret: 'test-secret' };

/** Starts a sandbox on free ports, so that test files can run beside each other and beside a developer's sandbox. */
export async function startTestSandbox(): Promise<Sandbox> {
  return startSandbox({ basePort: await findSandboxPort(), client: testClient });
}

export function addressOf(sandbox: Sandbox, name: string): string {
  const resident = sandbox.residents.find(({ service }) => service.name === name);
  if (resident === undefined) throw new Error(`nobody named ${name} lives in the sandbox`);
  return resident.address;
}
