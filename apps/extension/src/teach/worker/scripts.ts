import { toMatchPattern } from '../../lib/origins.ts';

/** What we use of the browser's `scripting`. */
export interface Scripting {
  executeScript(injection: {
    target: { tabId: number; allFrames: boolean };
    files: string[];
  }): Promise<{ frameId: number; result?: unknown }[]>;
  insertCSS(injection: { target: { tabId: number; allFrames: boolean }; files: string[] }): Promise<unknown>;
  getRegisteredContentScripts(filter: { ids: string[] }): Promise<{ matches?: string[] | undefined }[]>;
  registerContentScripts(scripts: Registered[]): Promise<unknown>;
  updateContentScripts(scripts: Registered[]): Promise<unknown>;
  unregisterContentScripts(filter: { ids: string[] }): Promise<unknown>;
}
interface Registered {
  id: string;
  matches: string[];
  js: string[];
  css: string[];
  allFrames: boolean;
  persistAcrossSessions: boolean;
  runAt: 'document_idle';
}
export interface Permissions {
  getAll(): Promise<{ origins?: string[] }>;
  contains(permissions: { origins: string[] }): Promise<boolean>;
  remove(permissions: { origins: string[] }): Promise<boolean>;
}

const taughtId = 'taught-boards';
const boardFiles = { js: ['/content-scripts/board.js'], css: ['/content-scripts/board.css'] };

/** Puts the script for teaching into every frame of the tab that we may enter. */
export async function injectTeaching(scripting: Scripting, tabId: number): Promise<{ frameId: number; result: unknown }[]> {
  const target = { tabId, allFrames: true };
  await scripting.executeScript({ target, files: ['/teach.js'] });
  const frames = await scripting.executeScript({ target, files: ['/teach-found.js'] });
  return frames.map(({ frameId, result }) => ({ frameId, result }));
}

/** The board's script, into a page that was open before it was taught. */
export async function injectBoard(scripting: Scripting, tabId: number): Promise<void> {
  const target = { tabId, allFrames: true };
  await scripting.insertCSS({ target, files: boardFiles.css });
  await scripting.executeScript({ target, files: boardFiles.js });
}

export interface ReconcileParts {
  scripting: Scripting;
  permissions: Permissions;
  /** Origins of pages that this user has taught. */
  listTaught(): Promise<readonly string[]>;
  /** Origins of pages that this user reads as the company has agreed. Null: not known now. */
  listShared(): Promise<readonly string[] | null>;
  /** Origins where a lesson is given or wanted now. */
  listOpen(): Promise<readonly string[]>;
  /** The manifest's own: where scripts are anyway, and all that is never given back. */
  manifest: { boards: readonly string[]; others: readonly string[] };
  withLock<T>(run: () => Promise<T>): Promise<T>;
}

/**
 * Makes registered scripts and allowed sites follow what is taught now, whatever they were before: the board's script runs on taught sites and
 * no others, and what the user has allowed for others is given back. While nobody knows what the company reads, nothing is taken away.
 */
export function createReconcile(parts: ReconcileParts): () => Promise<void> {
  const { scripting, permissions, listTaught, listShared, listOpen, manifest, withLock } = parts;
  const boards = manifest.boards.map(toMatchPattern);
  const own = [...boards, ...manifest.others.map(toMatchPattern)];

  async function listAllowed(origins: readonly string[]): Promise<string[]> {
    const allowed = await Promise.all(
      origins.map(async (origin) => ((await permissions.contains({ origins: [toMatchPattern(origin)] })) ? [origin] : [])),
    );
    return allowed.flat();
  }

  async function reconcile(): Promise<void> {
    const [before] = await scripting.getRegisteredContentScripts({ ids: [taughtId] });
    const shared = await listShared();
    const taught = [...(await listTaught()), ...(shared === null ? [] : await listAllowed(shared))].map(toMatchPattern);
    const matches = [...new Set([...taught, ...(shared === null ? (before?.matches ?? []) : [])])].filter((one) => !boards.includes(one));
    await register(scripting, before !== undefined, matches);
    if (shared !== null) await giveBack(permissions, [...matches, ...(await listOpen()).map(toMatchPattern), ...own]);
  }

  // Two at once would both register the same script.
  return () => withLock(reconcile);
}

async function register(scripting: Scripting, isThere: boolean, matches: string[]): Promise<void> {
  const script: Registered = {
    id: taughtId,
    matches,
    ...boardFiles,
    allFrames: true,
    persistAcrossSessions: true,
    runAt: 'document_idle',
  };
  if (matches.length > 0) await (isThere ? scripting.updateContentScripts([script]) : scripting.registerContentScripts([script]));
  else if (isThere) await scripting.unregisterContentScripts({ ids: [taughtId] });
}

/** In Firefox the sites of the manifest can be given back too, and without them no script of ours runs anywhere. */
async function giveBack(permissions: Permissions, kept: readonly string[]): Promise<void> {
  const { origins = [] } = await permissions.getAll();
  for (const origin of origins) {
    if (!kept.includes(origin)) await permissions.remove({ origins: [origin] }).catch(() => false);
  }
}
