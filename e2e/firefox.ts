import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { bridgeMarker, type ExtensionMessage } from '@headhaul/contracts/extension-messages';
import { firefoxPath } from '@headhaul/test-servers/browsers';
import puppeteer, { type Browser, type Page } from 'puppeteer-core';
import { repoRoot, worldEnv } from './world.ts';

const extension = `${repoRoot}apps/extension`;

/** Builds the add-on for the addresses of these tests. Returns its folder. */
export async function buildAddOn(): Promise<string> {
  await promisify(execFile)(process.execPath, ['node_modules/wxt/bin/wxt.mjs', 'build', '-b', 'firefox', '--mv3', '--mode', 'e2e'], {
    cwd: extension,
    env: { ...process.env, ...worldEnv, NODE_ENV: 'production' },
  });
  return `${extension}/.output/firefox-mv3-e2e`;
}

/** Firefox with the add-on, driven over WebDriver BiDi. Close it when done. */
export async function launchFirefox(addOn: string): Promise<Browser> {
  const browser = await puppeteer.launch({
    browser: 'firefox',
    executablePath: firefoxPath,
    headless: true,
    defaultViewport: { width: 1440, height: 900 },
  });
  await browser.installExtension(addOn);
  return browser;
}

type Pong = Extract<ExtensionMessage, { type: 'PONG' }>;

/** Asks the extension over the bridge, which is the only way in Firefox. */
export function pingByBridge(page: Page): Promise<Pong> {
  return page.evaluate(
    (mark) =>
      new Promise<Pong>((resolve, reject) => {
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = ({ data }) => resolve(data);
        setTimeout(reject, 10_000, new Error('the extension gave no answer'));
        const msg = { v: 1, type: 'PING', id: crypto.randomUUID(), ts: Date.now(), src: 'web', payload: {} };
        window.postMessage({ fx: mark, v: 1, msg }, window.location.origin, [port2]);
      }),
    bridgeMarker,
  );
}
