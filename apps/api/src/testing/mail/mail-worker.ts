import { afterAll, afterEach, beforeAll } from 'vitest';
import { leaseMails } from '../../features/emails/engine/lease.ts';
import type { MailEngine, MailEngineOptions } from '../../features/emails/engine/mail-engine.ts';
import type { MailOutcome } from '../../features/emails/engine/outcomes.ts';
import { writeOutcomes } from '../../features/emails/engine/write-outcomes.ts';
import type { WorkerPlatform } from '../../lib/platform.ts';
import { startTestApp, type TestApp } from '../test-app.ts';
import { makeDue, type ProviderDouble, plantMailbox } from './mail.ts';

export interface MailWorker {
  api: TestApp;
  worker: WorkerPlatform;
  /** A new company with a mailbox. */
  fresh(planted?: Parameters<typeof plantMailbox>[2]): Promise<{ client: Awaited<ReturnType<TestApp['signUp']>> } & Planted>;
  /** Starts an engine, which stops when its test ends. */
  run(provider: ProviderDouble, options?: MailEngineOptions & { env?: Record<string, string> }): MailEngine;
  /** Gives every waiting mail this outcome, as if a worker had sent it to the provider. */
  finish(outcome: MailOutcome): Promise<void>;
}

type Planted = Awaited<ReturnType<typeof plantMailbox>>;

/** A test app with a worker beside it, for all tests of a file. The queue is emptied after each test. */
export function setUpMailWorker(): MailWorker {
  let engine: MailEngine | undefined;
  let ownPlatform: WorkerPlatform | undefined;
  const world = {
    async fresh(planted = {}) {
      const client = await world.api.signUp();
      return { client, ...(await plantMailbox(world.api, client, planted)) };
    },
    run(provider, { env, ...options } = {}) {
      if (env) ownPlatform = world.api.openWorker(env);
      engine = provider.start(ownPlatform ?? world.worker, options);
      return engine;
    },
    async finish(outcome) {
      await makeDue(world.api);
      for (const mail of await leaseMails(world.worker, 'test', 1_000)) {
        await world.worker.db.withTenant(mail.companyId, (tx) => writeOutcomes(tx, [{ mail, outcome, at: performance.now() }]));
      }
    },
  } as MailWorker;
  beforeAll(async () => {
    world.api = await startTestApp();
    world.worker = world.api.openWorker();
  });
  afterEach(async () => {
    await engine?.stop();
    await ownPlatform?.close();
    engine = undefined;
    ownPlatform = undefined;
    await world.api.admin.query('delete from mail_queue; delete from mail_lanes; delete from mail_schedule; delete from worker_heartbeats');
  });
  afterAll(async () => {
    await world.worker.close();
    await world.api.close();
  });
  return world;
}
