import { startJobRunner } from '../lib/jobs/job-runner.ts';
import type { WorkerPlatform } from '../lib/platform.ts';
import { startTestApp, type TestApp } from './test-app.ts';

export interface AppWithJobs {
  api: TestApp;
  /** The worker's platform, which connects to the database with the worker's role. */
  workerPlatform: WorkerPlatform;
  close(): Promise<void>;
}

/** A test app with a worker beside it that does these jobs. */
export async function startAppWithJobs(jobs: Parameters<typeof startJobRunner>[1]): Promise<AppWithJobs> {
  const api = await startTestApp();
  const workerPlatform = api.openWorker();
  const worker = await startJobRunner(workerPlatform, jobs);
  return {
    api,
    workerPlatform,
    async close() {
      await worker.stop();
      await workerPlatform.close();
      await api.close();
    },
  };
}
