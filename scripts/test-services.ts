import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { makeTemplate, startTestServices } from './test-services/servers.ts';

/**
 * `pnpm test:services [command]`: runs a command, by default `pnpm test`, with a PostgreSQL and a Redis that are started for it and removed
 * afterwards. For example, `pnpm test:services pnpm proof mail` does not touch the databases of this machine.
 */
const [command = 'pnpm', ...args] = process.argv.length > 2 ? process.argv.slice(2) : ['pnpm', 'test'];
const services = await startTestServices();
try {
  const env = { ...process.env, ...services.env };
  const child = spawn(command, args, { stdio: 'inherit', env: { ...env, ...(await makeTemplate(env)) } });
  // Ctrl-C reaches the command too. This process waits for its end.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => child.kill(signal));
  const [code] = (await once(child, 'exit')) as [number | null];
  process.exitCode = code ?? 1;
} finally {
  await services.stop();
}
