import { execFile } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { developmentExtensionId } from '@headhaul/contracts/extension-messages';
import { chromiumArgs, chromiumPath } from '@headhaul/test-servers/browsers';
import { findFreePorts } from '@headhaul/test-servers/free-ports';
import { type BrowserContext, chromium, type Worker } from '@playwright/test';
import type { Stage } from '../lib/stage.ts';
import { answerApi } from './people.ts';
import { extensionHome } from './worker-world.ts';

const buildMs = 10 * 60_000;
const emptyPage = '<!doctype html><meta charset=utf-8><title>A page</title><iframe src="/frame"></iframe>';

export interface BrowserWorld {
  context: BrowserContext;
  /** On this computer, so that other ports are other origins which the manifest's pattern lets through. */
  web: string;
  foreign: string;
  board: string;
  /** Calls of the API, except those that the worker makes by the clock. */
  calls: string[];
  ours: Worker;
  other: Worker;
}

/**
 * Packs of boards, health reports, and while a board is open its filters, marks and news. Whether a message asks for one of them is seen in
 * Node.
 */
const byTheClock = /^\/api\/(ext\/boards\/(manifest\.json|packs\/.*|health|pages|rate-marks)|board-filters\/active|events)$/;

/** One server for the web app's page with its API, a foreign page and a board, each with an origin of its own. */
async function serve(stage: Stage, calls: string[]): Promise<[web: string, foreign: string, board: string]> {
  const port = await findFreePorts(3);
  const ports = [port, port + 1, port + 2];
  for (const one of ports) {
    const server = createServer((request, response) => {
      const { pathname } = new URL(request.url ?? '/', `http://localhost:${one}`);
      if (!pathname.startsWith('/api/')) return response.setHeader('content-type', 'text/html').end(pathname === '/frame' ? '' : emptyPage);
      if (!byTheClock.test(pathname)) calls.push(`${request.method} ${pathname}`);
      const body = answerApi(pathname);
      response.writeHead(body === null ? 404 : 200, { 'content-type': 'application/json' }).end(JSON.stringify(body ?? {}));
    });
    await new Promise<void>((resolve) => server.listen(one, 'localhost', resolve));
    stage.defer(
      () =>
        new Promise((resolve) => {
          server.closeAllConnections();
          server.close(() => resolve());
        }),
    );
  }
  return ports.map((one) => `http://localhost:${one}`) as [string, string, string];
}

/** Builds the extension as for a store, but for these addresses. */
async function build(folder: string, web: string, board: string): Promise<string> {
  const origins = { WXT_WEB_ORIGINS: web, WXT_API_BASE: `${web}/api`, WXT_DEMO_BOARD_ORIGIN: board };
  await promisify(execFile)(process.execPath, [join(extensionHome, 'node_modules/wxt/bin/wxt.mjs'), 'build', '--mode', 'proof'], {
    cwd: folder,
    env: { ...process.env, NODE_ENV: 'production', ...origins },
    timeout: buildMs,
  });
  return join(folder, '.output/chrome-mv3-proof');
}

/** Another extension, which may do what any may. */
function writeOther(stage: Stage): string {
  const folder = join(stage.folder, 'other-extension');
  mkdirSync(folder, { recursive: true });
  writeFileSync(
    join(folder, 'manifest.json'),
    JSON.stringify({ manifest_version: 3, name: 'Other', version: '1.0', background: { service_worker: 'worker.js' } }),
  );
  writeFileSync(join(folder, 'worker.js'), '');
  return folder;
}

async function findWorker(context: BrowserContext, isWanted: (url: string) => boolean): Promise<Worker> {
  return (
    context.serviceWorkers().find((worker) => isWanted(worker.url())) ??
    context.waitForEvent('serviceworker', (worker) => isWanted(worker.url()))
  );
}

/** Chromium with the extension of this folder. */
export async function openBrowserWorld(stage: Stage, folder: string): Promise<BrowserWorld> {
  const calls: string[] = [];
  const [web, foreign, board] = await serve(stage, calls);
  const folders = [await build(folder, web, board), writeOther(stage)].join(',');
  const context = await chromium.launchPersistentContext('', {
    executablePath: chromiumPath,
    headless: true,
    args: [...chromiumArgs, `--disable-extensions-except=${folders}`, `--load-extension=${folders}`],
  });
  stage.defer(() => context.close());
  const isOurs = (url: string) => url.startsWith(`chrome-extension://${developmentExtensionId}/`);
  const ours = await findWorker(context, isOurs);
  const other = await findWorker(context, (url) => url.startsWith('chrome-extension://') && !isOurs(url));
  return { context, web, foreign, board, calls, ours, other };
}
