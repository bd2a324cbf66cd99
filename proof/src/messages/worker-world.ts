import { once } from 'node:events';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { repository, type Stage } from '../lib/stage.ts';
import type { Delivered, Delivery, ThreadData } from './worker-thread.ts';

export const extensionHome = join(repository, 'apps/extension');

export interface WorkerWorld {
  deliver(deliveries: readonly Delivery[]): Promise<Delivered[]>;
  /** The stored session, as JSON. */
  readState(): Promise<string>;
  close(): Promise<void>;
}

/** Starts the extension's background worker from this folder. */
export async function startWorkerWorld(stage: Stage, folder = extensionHome): Promise<WorkerWorld> {
  const data: ThreadData = { folder, home: extensionHome };
  const worker = new Worker(new URL('./worker-thread.ts', import.meta.url), { workerData: data, stderr: true });
  // The worker reports each failure that a message causes. Here many are caused on purpose.
  worker.stderr.resume();
  const close = async () => void (await worker.terminate());
  stage.defer(close);
  const next = async <T>(): Promise<T> => {
    const [message] = (await once(worker, 'message')) as [T];
    return message;
  };
  await next();
  const ask = <T>(question: object): Promise<T> => {
    const answer = next<T>();
    worker.postMessage(question);
    return answer;
  };
  return {
    deliver: (deliveries) => ask<Delivered[]>({ kind: 'deliver', deliveries }),
    readState: () => ask<string>({ kind: 'state' }),
    close,
  };
}
