import { pathToFileURL } from 'node:url';

/**
 * The product's mail engine in a separate process, with a provider that accepts everything at once, so that the engine is measured and not
 * the network. The parent tells it when to begin. It ends when the queue is empty or when the parent is gone.
 */
process.once('disconnect', () => process.exit(1));
const [source = '', batch = '1'] = process.argv.slice(2);

interface Engine {
  stop(): Promise<void>;
}
interface Platform {
  db: { readGlobal(read: { name: string; text: string; values: unknown[] }): Promise<(string | null)[][]> };
  close(): Promise<void>;
}
const load = async <T>(file: string): Promise<T> => (await import(pathToFileURL(`${source}/${file}`).href)) as T;
const { readWorkerEnv } = await load<{ readWorkerEnv(): unknown }>('lib/env.ts');
const { createWorkerPlatform } = await load<{ createWorkerPlatform(env: unknown): Platform }>('lib/platform.ts');
const { startMailEngine } = await load<{ startMailEngine(platform: Platform, options: object): Engine }>(
  'features/emails/engine/mail-engine.ts',
);

const platform = createWorkerPlatform(readWorkerEnv());
const sender = { send: async () => ({ kind: 'sent', providerMessageId: null }), revoke: async () => {}, close: () => {} };
process.send?.('ready');
await new Promise((resolve) => process.once('message', resolve));
const size = Number(batch);
const engine = startMailEngine(platform, { open: async () => sender, batch: size, concurrency: size === 1 ? 32 : 4 * size });
for (;;) {
  const [row] = await platform.db.readGlobal({ name: 'bench_left', text: 'select exists (select from mail_queue)', values: [] });
  if (row?.[0] === 'f') break;
  await new Promise((resolve) => setTimeout(resolve, 20));
}
process.send?.('done');
await engine.stop();
await platform.close();
process.exit(0);
