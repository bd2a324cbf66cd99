import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { developmentExtensionId } from '@headhaul/contracts/extension-messages';
import { lowestText } from '@headhaul/test-servers/board-marks';
import { chromiumArgs, chromiumPath } from '@headhaul/test-servers/browsers';
import { findFreePorts } from '@headhaul/test-servers/free-ports';
import { type BrowserContext, chromium, type Page } from '@playwright/test';
import { runProgram, startServer } from '../lib/programs.ts';
import { repository, type Stage } from '../lib/stage.ts';

/** As many ports as the sandbox has services, and some to spare. */
const sandboxPorts = 24;

/** The sandbox, for its demo board. Returns its address. */
export async function startSandbox(stage: Stage): Promise<string> {
  const port = await findFreePorts(sandboxPorts);
  const origin = `http://localhost:${port}`;
  const options = { label: 'the sandbox', args: ['sandbox/src/main.ts'], env: { SANDBOX_PORT: String(port) } };
  await startServer(stage, options, `${origin}/health`);
  return origin;
}

/** Builds the extension as for a store, but for these addresses. Returns its folder. */
export async function buildExtension(stage: Stage, appOrigin: string, boardOrigin: string): Promise<string> {
  const extension = join(repository, 'apps/extension');
  await runProgram(stage, {
    label: 'the build of the extension',
    args: ['node_modules/wxt/bin/wxt.mjs', 'build', '--mode', 'bench'],
    env: { NODE_ENV: 'production', WXT_WEB_ORIGINS: appOrigin, WXT_API_BASE: `${appOrigin}/api`, WXT_DEMO_BOARD_ORIGIN: boardOrigin },
    cwd: extension,
  });
  return join(extension, '.output/chrome-mv3-bench');
}

export function contentScriptBytes(extensionDir: string): number {
  return gzipSync(readFileSync(join(extensionDir, 'content-scripts/board.js'))).length;
}

export async function openWithExtension(stage: Stage, extensionDir: string): Promise<BrowserContext> {
  const context = await chromium.launchPersistentContext('', {
    executablePath: chromiumPath,
    headless: true,
    viewport: { width: 1440, height: 900 },
    args: [...chromiumArgs, `--disable-extensions-except=${extensionDir}`, `--load-extension=${extensionDir}`],
  });
  // A busy machine may take long to show a page. Judged is the thread's own time.
  context.setDefaultTimeout(120_000);
  stage.defer(() => context.close());
  return context;
}

async function openPopup(context: BrowserContext): Promise<Page> {
  const popup = await context.newPage();
  await popup.goto(`chrome-extension://${developmentExtensionId}/popup.html`);
  await popup.getByText('Connected', { exact: true }).waitFor();
  return popup;
}

/** Sets the lowest rate per mile. */
export async function setLowestRate(context: BrowserContext): Promise<void> {
  const popup = await openPopup(context);
  await popup.getByLabel('Dim loads under').fill(lowestText);
  await popup.getByLabel('Dim loads under').press('Enter');
  // Its answer comes after the rate has arrived.
  await popup.evaluate("chrome.runtime.sendMessage({ type: 'boards:view' })");
  await popup.close();
}

/** The popup is closed again: while it is open it asks every board each second. */
export async function switchBoard(context: BrowserContext, isOn: boolean): Promise<void> {
  const popup = await openPopup(context);
  const control = popup.getByRole('switch', { name: 'Read Demo Board' });
  if ((await control.getAttribute('aria-checked')) !== String(isOn)) await control.click();
  await popup.locator(`[role="switch"][aria-label="Read Demo Board"][aria-checked="${isOn}"]`).waitFor();
  await popup.close();
}

/** Opens the board anew and waits for its rows, and for our marks on them. */
export async function openBoard(page: Page, address: string, isRead: boolean): Promise<void> {
  await page.goto(address);
  await page.locator('[id^="row-"]').first().waitFor();
  if (isRead) await page.locator('[data-hh]').first().waitFor();
}

/** Time on the page's main thread, in milliseconds. */
export interface ThreadTime {
  script: number;
  layout: number;
  style: number;
}

const stepPx = 88;
const restMs = 500;

export async function scrollDown(page: Page, steps: number): Promise<void> {
  await page.evaluate(
    async ([count = 0, step = 0]) => {
      const viewport = document.querySelector('#results');
      for (let at = 0; at < count; at += 1) {
        if (viewport) viewport.scrollTop += step;
        await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
      }
    },
    [steps, stepPx],
  );
  await page.waitForTimeout(restMs);
}

/** Opens the board anew, scrolls down in steps, and tells what the main thread spent on it. */
export async function spendOnScrolling(page: Page, address: string, steps: number, isRead: boolean): Promise<ThreadTime> {
  await openBoard(page, address, isRead);
  const session = await page.context().newCDPSession(page);
  // The thread's own time: the machine may be busy with other things.
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  const read = async () => {
    const { metrics } = await session.send('Performance.getMetrics');
    const ms = (name: string) => (metrics.find((one) => one.name === name)?.value ?? Number.NaN) * 1_000;
    return { script: ms('ScriptDuration'), layout: ms('LayoutDuration'), style: ms('RecalcStyleDuration') };
  };
  const before = await read();
  await scrollDown(page, steps);
  const after = await read();
  await session.detach();
  return { script: after.script - before.script, layout: after.layout - before.layout, style: after.style - before.style };
}
