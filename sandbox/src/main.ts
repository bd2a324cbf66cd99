import { z } from 'zod';
import { highestPort, PortTakenError, type Sandbox, startSandbox } from './sandbox.ts';

const Environment = z.object({
  SANDBOX_PORT: z.coerce.number().int().min(1_024).max(highestPort).default(4_100),
  SANDBOX_CLIENT_ID: z.string().min(1).default('headhaul-dev'),
  SANDBOX_CLIENT_SECRET: z.string().min(1).default('headhaul-dev-secret'),
  SANDBOX_STRIPE_WEBHOOK_URL: z.url({ protocol: /^https?$/ }).optional(),
  SANDBOX_STRIPE_FILE: z.string().min(1).optional(),
});

function describe(sandbox: Sandbox): string {
  const lines = sandbox.residents.map(({ service, address }) => `  ${service.title.padEnd(20)} ${address}`);
  return [`Sandbox ready: ${sandbox.address}`, ...lines, ''].join('\n');
}

async function main(): Promise<void> {
  const environment = Environment.safeParse(process.env);
  if (!environment.success) {
    console.error(`The sandbox cannot start with these settings:\n${z.prettifyError(environment.error)}`);
    process.exitCode = 1;
    return;
  }
  const { SANDBOX_PORT, SANDBOX_CLIENT_ID, SANDBOX_CLIENT_SECRET, SANDBOX_STRIPE_WEBHOOK_URL, SANDBOX_STRIPE_FILE } = environment.data;
  const sandbox = await startSandbox({
    basePort: SANDBOX_PORT,
    client: { id: SANDBOX_CLIENT_ID, secret: SANDBOX_CLIENT_SECRET },
    stripe: { webhookUrl: SANDBOX_STRIPE_WEBHOOK_URL, memoryFile: SANDBOX_STRIPE_FILE },
  });
  process.stdout.write(describe(sandbox));

  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    // Once only: a second signal ends the process at once, as usual.
    process.once(signal, () => {
      void sandbox.stop();
    });
  }
}

try {
  await main();
} catch (error) {
  console.error(error instanceof PortTakenError || error instanceof RangeError ? error.message : error);
  process.exitCode = 1;
}
