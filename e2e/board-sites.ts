import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BoardField } from '@headhaul/domain/boards/board-load';
import { labelOf } from '@headhaul/domain/boards/field-labels';
import { type BoardFixture, toTruth } from '@headhaul/domain/testing/boards/fixture';
import { emptyTally, isNothing, type Tally, tallyRow } from '@headhaul/domain/testing/boards/tally';
import type { BrowserContext, Page } from '@playwright/test';
import type { Knows } from './board-teach.ts';
import { expect, launchWithExtension } from './product.ts';
import { readLoads } from './taught-rows.ts';
import { extensionDir, repoRoot } from './world.ts';

// The pages of the six boards at their own addresses. A browser of these tests finds our server there and never the boards.

/** How a board changes its page overnight. */
export type Change = (html: string) => string;
const noChange: Change = (html) => html;

/** A new build: whatever a build makes up is called otherwise. */
export const rebuild =
  ({ volatile }: BoardFixture): Change =>
  (html) =>
    volatile.reduce((all, name) => all.replaceAll(name, `${name.slice(0, -3)}${[...name.slice(-3)].reverse().join('')}x`), html);

const cell = /<tr([^>]*)>(<t[dh]>.*?<\/t[dh]>)(.*?)<\/tr>/g;

/** Cells are marked by another attribute; in a table without marks the first column goes to the end. */
export const redesign: Change = (html) =>
  html.replace(cell, '<tr$1>$3$2</tr>').replace(/ data-(?:field|col|name|test|fact|stop)="/g, ' data-part="');

export interface BoardSite {
  context: BrowserContext;
  /** What the next visit finds. */
  change(next: Change): void;
  close(): Promise<void>;
}

/** No test can answer the browser's question about a site, so a copy of the extension has the boards' sites from the start. */
function allowSites(hosts: readonly string[]): string {
  const dir = mkdtempSync(join(tmpdir(), 'headhaul-extension-'));
  cpSync(extensionDir, dir, { recursive: true });
  const file = join(dir, 'manifest.json');
  const manifest = JSON.parse(readFileSync(file, 'utf8')) as { host_permissions: string[] };
  const sites = hosts.map((host) => `https://${host}/*`);
  writeFileSync(file, JSON.stringify({ ...manifest, host_permissions: [...manifest.host_permissions, ...sites] }));
  return dir;
}

export async function openSite({ url, html, frames }: BoardFixture, timezoneId: string): Promise<BoardSite> {
  let changed = noChange;
  const { hostname, pathname } = new URL(url);
  const readTls = (file: string) => readFileSync(`${repoRoot}sandbox/tls/${file}`);
  const server = createServer({ cert: readTls('localhost.cert.pem'), key: readTls('localhost.key.pem') }, (request, response) => {
    const at = new URL(request.url ?? '/', url);
    const frame = Object.entries(frames).find(([address]) => new URL(address, url).pathname === at.pathname)?.[1];
    const page = frame ?? (at.pathname === pathname ? html : undefined);
    response.writeHead(page === undefined ? 404 : 200, { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' });
    response.end(page === undefined ? '' : changed(page));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const dir = allowSites([hostname]);
  const settings = [`--host-resolver-rules=MAP ${hostname}:443 127.0.0.1:${port}`, '--ignore-certificate-errors'];
  const context = await launchWithExtension(settings, { dir, timezoneId });
  // When the banner came, counted from when the page was there.
  await context.addInitScript(() => {
    new MutationObserver((_, observer) => {
      if (document.querySelector('hh-banner') === null) return;
      observer.disconnect();
      const [visit] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
      document.documentElement.setAttribute('data-banner-ms', String(Math.round(performance.now() - (visit?.domInteractive ?? 0))));
    }).observe(document, { childList: true, subtree: true });
  });
  return {
    context,
    change(next) {
      changed = next;
    },
    async close() {
      await context.close();
      rmSync(dir, { recursive: true });
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** The text of a part of a line stands between its signs. */
const partOf = (text: string, part: number | undefined) => (part === undefined ? text : (text.split(/[|•·]/)[part] ?? ''));

/** Somebody who sees the rows and knows what stands where. */
export function knowsFixture({ rows }: BoardFixture): Knows {
  return (label, sample) =>
    rows.some(({ texts }) =>
      (Object.keys(texts) as BoardField[]).some((field) => {
        const { text = null, part } = texts[field] ?? {};
        return labelOf(field) === label && text !== null && partOf(text, part).trim().slice(0, 60) === sample;
      }),
    );
}

/**
 * Compares every field of every row with what is true. `readsOpened`: the configuration also reads what stands in a load that is open on
 * the page.
 */
export async function readSite(
  context: BrowserContext,
  board: Page,
  { rows, detail }: BoardFixture,
  { readsOpened }: { readsOpened: boolean },
): Promise<Tally> {
  const { origin } = new URL(board.url());
  const keys = rows.map(({ rowKey }) => rowKey);
  let loads: Awaited<ReturnType<typeof readLoads>> = [];
  await expect(async () => {
    loads = await readLoads(context, origin, keys);
    expect(loads.filter((load) => load === null)).toEqual([]);
  }).toPass();
  const tally = emptyTally();
  for (const [at, { rowKey, truth, unreadable }] of rows.entries()) {
    const load = loads[at] ?? null;
    const opened = readsOpened && detail?.rowKey === rowKey ? Object.entries(detail.truth).filter(([, value]) => !isNothing(value)) : [];
    const truly = { ...truth, ...Object.fromEntries(opened) };
    tallyRow(tally, rowKey, load && { ...toTruth(load) }, truly, { hasBareWeight: unreadable.includes('weight') });
  }
  return tally;
}
