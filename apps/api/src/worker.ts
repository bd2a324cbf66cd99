import * as features from './features/index.ts';
import { readWorkerEnv } from './lib/env.ts';
import { isEngine } from './lib/jobs/engines.ts';
import { startJobRunner } from './lib/jobs/job-runner.ts';
import { isJob } from './lib/jobs/jobs.ts';
import { createWorkerPlatform } from './lib/platform.ts';
import { drainOnSignal } from './lib/shutdown.ts';
import { startOpsServer } from './lib/telemetry/ops-server.ts';

const env = readWorkerEnv();
const platform = createWorkerPlatform(env);
const background: unknown[] = Object.values(features).flatMap((feature) => (typeof feature === 'object' ? Object.values(feature) : []));
const jobs = background.filter(isJob);

const runner = await startJobRunner(platform, jobs);
const engines = background.filter(isEngine).map((engine) => engine.start(platform));
const ops = await startOpsServer(env.WORKER_OPS_PORT, platform);
platform.log.info({ jobs: jobs.length, engines: engines.length }, 'worker started');

drainOnSignal(platform, async () => {
  ops.markDraining();
  await Promise.all([runner.stop(), ...engines.map((engine) => engine.stop())]);
  await ops.close();
});
// Without its job runner the process would look alive and do nothing. So it exits, to be started again.
void runner.ended.then(() => process.emit('SIGTERM'));
