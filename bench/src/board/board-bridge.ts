import { developmentExtensionId } from '@headhaul/contracts/extension-messages';
import type { BrowserContext, Page } from '@playwright/test';

/** Fewer a second than the extension answers. */
const pauseMs = 150;

interface Web {
  chrome: { runtime: { sendMessage(id: string, message: object): Promise<{ ok?: boolean; payload?: object } | undefined> } };
}

/** Asks the extension whether it is there, as the web app does. */
function ping(app: Page): Promise<number> {
  return app.evaluate(async (extensionId) => {
    const message = { v: 1, type: 'PING', id: crypto.randomUUID(), ts: Date.now(), src: 'web', payload: {} };
    const startMs = performance.now();
    const answer = await (globalThis as unknown as Web).chrome.runtime.sendMessage(extensionId, message);
    const tookMs = performance.now() - startMs;
    if (!JSON.stringify(answer ?? null).includes('PONG')) throw new Error(`no PONG: ${JSON.stringify(answer)}`);
    return tookMs;
  }, developmentExtensionId);
}

/** Ends the worker as Chrome does after 30 idle seconds. */
async function stopWorker(context: BrowserContext, page: Page): Promise<void> {
  const session = await context.newCDPSession(page);
  const { targetInfos } = await session.send('Target.getTargets');
  const own = targetInfos.find(({ type, url }) => type === 'service_worker' && url.includes(developmentExtensionId));
  if (own === undefined) throw new Error('the worker is not running');
  await session.send('Target.closeTarget', { targetId: own.targetId });
  await session.detach();
}

export interface Pings {
  warm: number[];
  cold: number[];
}

/** How long the extension takes to answer the web app: while its worker runs, and when it has to be started for it. */
export async function timePings(context: BrowserContext, app: Page, wanted: { warm: number; cold: number }): Promise<Pings> {
  const pings: Pings = { warm: [], cold: [] };
  await ping(app);
  while (pings.warm.length < wanted.warm) {
    await app.waitForTimeout(pauseMs);
    pings.warm.push(await ping(app));
  }
  while (pings.cold.length < wanted.cold) {
    await stopWorker(context, app);
    await app.waitForTimeout(pauseMs);
    pings.cold.push(await ping(app));
  }
  return pings;
}
