import { maxBoardConfigBytes } from '@headhaul/contracts/boards/board-config';
import { readDemoPack, signPack } from '@headhaul/test-servers/board-packs';
import type { BrowserContext, Worker } from '@playwright/test';

/** With nothing of ours in the rows: only their marks are drawn. */
export function packWithoutRowUi(version: number): string {
  const pack = readDemoPack(version);
  return JSON.stringify({ ...pack, features: { ...pack.features, rowUi: false } });
}

/** As large as a pack may be: as many layouts as there may be, and spaces. */
export function largestPack(version: number): string {
  const pack = readDemoPack(version);
  const others = pack.layouts.map((layout) => ({ ...layout, id: `${layout.id}-again` }));
  const text = JSON.stringify({ ...pack, layouts: [...pack.layouts, ...others].slice(0, 8) });
  return text + ' '.repeat(maxBoardConfigBytes - Buffer.byteLength(text));
}

interface Extension {
  chrome: { alarms: { create(name: string, at: { when: number }): Promise<void> } };
}

async function workerOf(context: BrowserContext): Promise<Worker> {
  return context.serviceWorkers()[0] ?? context.waitForEvent('serviceworker');
}

/**
 * Offers a signed pack in place of the API's list. Returns the milliseconds from the moment when its bytes were asked for to the one when the
 * checked pack was given to the store.
 */
export async function offerPack(context: BrowserContext, text: string, version: number): Promise<number> {
  const { entry } = signPack(text, version);
  const worker = await workerOf(context);
  return worker.evaluate(
    ({ manifest, path, pack, newest }) =>
      new Promise<number>((resolve) => {
        const [through, put] = [globalThis.fetch, IDBObjectStore.prototype.put];
        let askedMs = Number.NaN;
        globalThis.fetch = async (input, init) => {
          const url = String(input);
          if (url.endsWith('/ext/boards/manifest.json')) return new Response(manifest);
          if (!url.endsWith(path)) return through(input, init);
          askedMs = performance.now();
          return new Response(pack);
        };
        IDBObjectStore.prototype.put = function store(value, id) {
          if (value?.current?.version === newest) {
            const takenMs = performance.now() - askedMs;
            globalThis.fetch = through;
            IDBObjectStore.prototype.put = put;
            resolve(takenMs);
          }
          return put.call(this, value, id);
        };
        void (globalThis as unknown as Extension).chrome.alarms.create('packs-soon', { when: Date.now() });
      }),
    { manifest: JSON.stringify({ packs: [entry] }), path: entry.url, pack: text, newest: version },
  );
}
