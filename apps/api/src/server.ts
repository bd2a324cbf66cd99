import { setTimeout as pause } from 'node:timers/promises';
import { createApp } from './app.ts';
import { readApiEnv } from './lib/env.ts';
import { createApiPlatform } from './lib/platform.ts';
import { drainOnSignal } from './lib/shutdown.ts';
import { startOpsServer } from './lib/telemetry/ops-server.ts';

const env = readApiEnv();
const platform = createApiPlatform(env);
const { server } = await createApp(platform);
// The keys of development are public, so a server that runs with them by mistake must not be reachable from outside.
await server.listen({ port: env.PORT, host: env.NODE_ENV === 'production' ? '::' : 'localhost' });
// After that, because its readiness says that requests are served.
const ops = await startOpsServer(env.OPS_PORT, platform);

drainOnSignal(platform, async () => {
  ops.markDraining();
  // Gives the load balancer time to notice. Requests that still arrive are served.
  await pause(env.DRAIN_SECONDS * 1_000);
  await server.close();
  await ops.close();
});
