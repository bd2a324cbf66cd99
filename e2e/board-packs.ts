import { execFileSync } from 'node:child_process';
import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import type { BoardConfig } from '@headhaul/contracts/boards/board-config';
import { developmentKeyFile, readDemoPack, type SignedPack, signPack } from '@headhaul/test-servers/board-packs';
import type { BrowserContext, Worker } from '@playwright/test';
import pg from 'pg';
import { adminDatabaseUrl, repoRoot, worldEnv } from './world.ts';

export const strangersKey: KeyObject = generateKeyPairSync('ed25519').privateKey;

const renamed = <T>(part: T): T => JSON.parse(JSON.stringify(part).replaceAll('[data-test=', '[data-qa='));

/** For the page after its marks were renamed (`broken=attrs`), in all layouts. */
export function followRenamedMarks(version: number): BoardConfig {
  const pack = readDemoPack(version);
  return { ...renamed(pack), health: pack.health };
}

/** For the page before, and for its compact layout also after the marks were renamed. No other test renames them in that layout. */
export function followRenamedCompact(version: number): BoardConfig {
  const { layouts, ignore, anchors, ...rest } = readDemoPack(version);
  const compact = layouts.filter(({ id }) => id === 'compact').map((layout) => ({ ...renamed(layout), id: 'compact-renamed' }));
  return {
    ...rest,
    layouts: [...layouts, ...compact],
    ignore: [...ignore, ...renamed(ignore.slice(0, 1))],
    anchors: { ...anchors, row: [...anchors.row, ...renamed(anchors.row.slice(0, 1))] },
  };
}

/** Signs and publishes the pack with the commands of an operator. `file` is a path for it. */
export function publishPack(pack: BoardConfig, file: string): void {
  writeFileSync(file, JSON.stringify(pack));
  const env = { ...process.env, ...worldEnv };
  const run = (...args: string[]) =>
    execFileSync(process.execPath, ['--env-file=apps/api/development.env', 'apps/api/src/cli/boards.ts', ...args], { cwd: repoRoot, env });
  run('sign', file, '--key', developmentKeyFile);
  run('publish', file);
}

export function offerPack(pack: BoardConfig): SignedPack {
  return signPack(JSON.stringify(pack), pack.version);
}

export interface SentHealth {
  board: string;
  layout: string | null;
  state: string;
  fields: Record<string, { ok: number; missing: number; failed: number }>;
}

/** What this browser's extension has reported about boards. */
export async function readSentHealth(context: BrowserContext): Promise<SentHealth[]> {
  const worker = await workerOf(context);
  const installId = await worker.evaluate(async () => {
    const { 'board-health': book } = await chrome.storage.local.get<{ 'board-health'?: { install: { id: string } } }>('board-health');
    return book?.install.id;
  });
  const client = new pg.Client(adminDatabaseUrl);
  await client.connect();
  try {
    const { rows } = await client.query<SentHealth>('select board, layout, state, fields from board_health where install_id = $1', [
      installId,
    ]);
    return rows;
  } finally {
    await client.end();
  }
}

async function workerOf(context: BrowserContext): Promise<Worker> {
  return context.serviceWorkers()[0] ?? context.waitForEvent('serviceworker');
}

/**
 * Puts this list in place of the API's, for this browser alone, and lets the extension ask for packs at once. The extension must not trust
 * the API, so here the API is whoever wants to harm it.
 */
export async function offerPacks(context: BrowserContext, offered: readonly SignedPack[]): Promise<void> {
  const worker = await workerOf(context);
  await worker.evaluate(
    async ({ manifest, texts }) => {
      const own = globalThis as typeof globalThis & { apiFetch?: typeof fetch; askedPaths?: string[] };
      own.apiFetch ??= globalThis.fetch;
      own.askedPaths ??= [];
      const { apiFetch, askedPaths } = own;
      own.fetch = async (input, init) => {
        const [, path = ''] = String(input).split('/ext/boards/');
        if (path !== 'manifest.json' && texts[path] === undefined) return apiFetch(input, init);
        askedPaths.push(path);
        return new Response(path === 'manifest.json' ? manifest : texts[path]);
      };
      await chrome.storage.session.remove('pack-news');
      await chrome.alarms.create('packs-soon', { when: Date.now() });
    },
    {
      manifest: JSON.stringify({ packs: offered.map(({ entry }) => entry) }),
      texts: Object.fromEntries(offered.map(({ entry, text }): [string, string] => [`packs/demo/${entry.version}`, text])),
    },
  );
}

/** What the extension has asked for since the first offer. */
export async function readAskedPaths(context: BrowserContext): Promise<string[]> {
  const worker = await workerOf(context);
  return worker.evaluate(() => (globalThis as typeof globalThis & { askedPaths?: string[] }).askedPaths ?? []);
}
