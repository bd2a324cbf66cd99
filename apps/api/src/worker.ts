import * as features from './features/index.ts';
import { readEnv } from './lib/env.ts';
import { startJobRunner } from './lib/job-runner.ts';
import { isJob, type Job } from './lib/jobs.ts';
import { startMailEngine } from './lib/mail-engine/mail-engine.ts';
import { startOpsServer } from './lib/ops-server.ts';
import { createPlatform } from './lib/platform.ts';
import { drainOnSignal } from './lib/shutdown.ts';

const env = readEnv();
const platform = createPlatform(env, 'worker');
const jobs: Job[] = Object.values(features)
  .flatMap((feature) => (typeof feature === 'object' ? Object.values(feature) : []))
  .filter(isJob);

const runner = await startJobRunner(platform, jobs);
const mailEngine = startMailEngine(platform);
const ops = await startOpsServer(env.WORKER_OPS_PORT, platform);
platform.log.info({ jobs: jobs.length }, 'worker started');

drainOnSignal(platform, async () => {
  ops.markDraining();
  await Promise.all([runner.stop(), mailEngine.stop()]);
  await ops.close();
});
// Without its runner the process would look alive and do nothing. It leaves, and is started anew.
void runner.ended.then(() => process.emit('SIGTERM'));
