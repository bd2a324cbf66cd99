import { setTimeout as pause } from 'node:timers/promises';
import type { Child } from '../lib/children.ts';
import type { ProofDatabase } from '../lib/database.ts';
import type { Stage } from '../lib/stage.ts';
import { type Api, startApi, startWorker } from '../lib/start-api.ts';
import { post, sign, webhookSecret } from './post.ts';

const answerMs = 20_000;
const noLimit = '1000000000';

/** APIs that receive messages and workers that ask Stripe. One of them is killed now and then. */
export interface Workers {
  origin(): string;
  /** Sends the message until the API accepts it, as Stripe does. */
  deliver(body: string): Promise<void>;
  kills(): number;
  refusals(): string[];
  /** Kills one after another at a fixed rate until the work is done. */
  killWhile(everyMs: number, isDone: () => boolean): Promise<void>;
  stop(): Promise<void>;
}

export async function startWorkers(stage: Stage, database: ProofDatabase, stripeBase: string, source?: string): Promise<Workers> {
  let started = 0;
  let kills = 0;
  let turn = 0;
  const refusals: string[] = [];
  const env = {
    STRIPE_API_BASE: stripeBase,
    STRIPE_SECRET_KEY: 'sk_test_of_this_proof',
    STRIPE_WEBHOOK_SECRET: webhookSecret,
    RATE_LIMIT_STRIPE_EVENTS_PER_MINUTE: noLimit,
    LOG_LEVEL: 'silent',
  };
  const options = (kind: string) => ({ label: `${kind}-${started++}`, env, ...(source === undefined ? {} : { source }) });
  const startOneApi = () => patiently(() => startApi(stage, database, options('api')));
  const startOneWorker = () => patiently(() => startWorker(stage, database, options('worker')));
  const apis: Api[] = await Promise.all([startOneApi(), startOneApi()]);
  const workers: Child[] = await Promise.all([startOneWorker(), startOneWorker()]);
  const origin = () => (apis[turn++ % apis.length] as Api).origin;
  return {
    origin,
    kills: () => kills,
    refusals: () => refusals,
    async deliver(body) {
      for (let attempt = 0; attempt < 200; attempt++) {
        const status = await post(origin(), body, sign(body), AbortSignal.timeout(answerMs)).then(
          (reply) => reply.status,
          () => 0,
        );
        if (status === 200) return;
        if (status !== 0 && status !== 503) refusals.push(`${status}`);
        await pause(20 + 20 * Math.min(attempt, 25));
      }
      throw new Error('a good message was never taken');
    },
    async killWhile(everyMs, isDone) {
      for (let number = 0; ; number++) {
        for (const until = performance.now() + everyMs; performance.now() < until; ) {
          if (isDone()) return;
          await pause(50);
        }
        // Kills an API and a worker in turns. There are two of each, so the work goes on.
        const at = Math.floor(number / 2) % 2;
        if (number % 2 === 0) {
          await (apis[at] as Api).kill();
          apis[at] = await startOneApi();
        } else {
          await (workers[at] as Child).kill();
          workers[at] = await startOneWorker();
        }
        kills += 1;
      }
    },
    async stop() {
      await Promise.all([...apis, ...workers].map((child) => child.stop()));
    },
  };
}

/** On a busy machine, starting one more process may need a second try. */
async function patiently<T>(start: () => Promise<T>): Promise<T> {
  try {
    return await start();
  } catch {
    return start();
  }
}
