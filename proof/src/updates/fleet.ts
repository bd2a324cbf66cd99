import { setTimeout as pause } from 'node:timers/promises';
import type { ProofDatabase } from '../lib/database.ts';
import type { Reply } from '../lib/http-client.ts';
import type { Stage } from '../lib/stage.ts';
import { type Api, startApi } from '../lib/start-api.ts';

const answerMs = 15_000;

/** Several APIs, one of which is killed now and then. A caller asks until one of them answers. */
export interface Fleet {
  /** Gives the answer to a request that may have been cut off and sent again. `cuts` counts how often. */
  ask(send: (origin: string, signal: AbortSignal) => Promise<Reply>): Promise<{ reply: Reply; cuts: number }>;
  /** The address of an API, in turns. */
  origin(): string;
  kills(): number;
  /** Kills one API at a time, with a pause between, until `count` were killed or the work is done. */
  killUntil(count: number, isDone: () => boolean): Promise<void>;
  stop(): Promise<void>;
}

export async function startFleet(stage: Stage, database: ProofDatabase, size: number, source?: string): Promise<Fleet> {
  let started = 0;
  let kills = 0;
  const start = () => startApi(stage, database, { label: `api-${started++}`, ...(source === undefined ? {} : { source }) });
  const apis: Api[] = await Promise.all(Array.from({ length: size }, start));
  let turn = 0;
  return {
    async ask(send) {
      let cuts = 0;
      for (const giveUp = performance.now() + 120_000; performance.now() < giveUp; ) {
        const api = apis[turn++ % apis.length] as Api;
        try {
          const reply = await send(api.origin, AbortSignal.timeout(answerMs));
          // 503: it is shutting down or has no free connection. Nothing was done, so ask the next one.
          if (reply.status !== 503) return { reply, cuts };
        } catch {
          cuts += 1;
        }
        await pause(20 + 20 * Math.min(cuts, 10));
      }
      throw new Error('no API answered for two minutes');
    },
    origin: () => (apis[turn++ % apis.length] as Api).origin,
    kills: () => kills,
    async killUntil(count, isDone) {
      for (let index = 0; kills < count && !isDone(); index++) {
        const victim = index % apis.length;
        // A random pause, so that the kills hit requests at different points.
        await pause(50 + stage.random.below(200));
        await (apis[victim] as Api).kill();
        kills += 1;
        apis[victim] = await start();
      }
    },
    async stop() {
      await Promise.all(apis.map((api) => api.stop()));
    },
  };
}
