import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parentPort, workerData } from 'node:worker_threads';
import { createFakeBrowser } from './fake-browser.ts';
import { answerApi, apiBase, extensionId, webOrigin } from './people.ts';

/**
 * The extension's real background worker in a thread of its own. The browser around it is ours: what it is told comes from the proof, and
 * what it does is noted.
 */
export interface Delivery {
  channel: 'external' | 'internal';
  sender: object;
  raw: unknown;
  atMs: number;
}

export interface Delivered {
  /** As the sender gets it: JSON, or `undefined` for no answer. */
  reply: string;
  effects: string[];
}

export interface ThreadData {
  /** The extension's folder, or a copy of it with a fault. */
  folder: string;
  /** Where its packages are found. */
  home: string;
}

const { folder, home } = workerData as ThreadData;
let effects: string[] = [];
const note = (effect: string) => void effects.push(effect);
const clock = { nowMs: Date.now() };
const { chrome, deliver } = createFakeBrowser(extensionId, note);

function fakeFetch(input: Request | string | URL): Promise<Response> {
  const { pathname } = new URL(input instanceof Request ? input.url : input);
  note(`fetch ${pathname}`);
  const body = answerApi(pathname);
  return Promise.resolve(body === null ? new Response('', { status: 404 }) : Response.json(body));
}

async function start(): Promise<void> {
  const require = createRequire(join(home, 'package.json'));
  await import(pathToFileURL(require.resolve('fake-indexeddb/auto')).href);
  Date.now = () => clock.nowMs;
  Object.assign(globalThis, {
    chrome,
    fetch: fakeFetch,
    __HEADHAUL_ORIGINS__: { webOrigins: [webOrigin], apiBase, demoBoardOrigin: null },
    __HEADHAUL_BOARD_KEYS__: [],
  });
  Object.defineProperty(globalThis, 'location', { value: { origin: `chrome-extension://${extensionId}` } });
  const background = (await import(pathToFileURL(join(folder, 'entrypoints/background.ts')).href)) as { default: { main(): void } };
  background.default.main();
}

/** Everything that the worker keeps about the session. */
function readState(): Promise<string> {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open('headhaul');
    opening.onerror = () => reject(opening.error);
    opening.onsuccess = () => {
      const reading = opening.result.transaction('state').objectStore('state').getAll();
      reading.onerror = () => reject(reading.error);
      reading.onsuccess = () => {
        opening.result.close();
        resolve(JSON.stringify(reading.result));
      };
    };
  });
}

const quietTurns = 20;

/** Lets work end that an answer didn't wait for. */
async function finishTasks(): Promise<void> {
  let before: number;
  do {
    before = effects.length;
    for (let turn = 0; turn < quietTurns; turn += 1) await new Promise((resolve) => setImmediate(resolve));
  } while (effects.length > before);
}

async function deliverOne({ channel, sender, raw, atMs }: Delivery): Promise<Delivered> {
  clock.nowMs = atMs;
  effects = [];
  const reply = String(JSON.stringify(await deliver(channel, raw, sender)));
  await finishTasks();
  return { reply, effects };
}

parentPort?.on('message', async (asked: { kind: 'deliver'; deliveries: Delivery[] } | { kind: 'state' }) => {
  if (asked.kind === 'state') {
    await finishTasks();
    return parentPort?.postMessage(await readState());
  }
  const delivered: Delivered[] = [];
  for (const delivery of asked.deliveries) delivered.push(await deliverOne(delivery));
  parentPort?.postMessage(delivered);
});

await start();
parentPort?.postMessage('ready');
