import { toMatchPattern } from '../../lib/origins.ts';

/** What we use of the browser's `scripting`. */
export interface Scripting {
  executeScript(injection: {
    target: { tabId: number; allFrames: boolean };
    files: string[];
  }): Promise<{ frameId: number; result?: unknown }[]>;
  insertCSS(injection: { target: { tabId: number; allFrames: boolean }; files: string[] }): Promise<unknown>;
  getRegisteredContentScripts(filter: { ids: string[] }): Promise<unknown[]>;
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

/**
 * From now on the board's script runs on pages of these origins, and of no others that were taught before. What the user has allowed for
 * other sites is given back, but for those in `open`, where a lesson is given now, and `own`, the manifest's.
 */
export async function registerTaught(
  scripting: Scripting,
  permissions: Permissions,
  { origins, open, own }: { origins: readonly string[]; open: readonly string[]; own: readonly string[] },
): Promise<void> {
  const matches = [...new Set(origins.map(toMatchPattern))];
  const isThere = (await scripting.getRegisteredContentScripts({ ids: [taughtId] })).length > 0;
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
  await giveBack(permissions, [...matches, ...[...open, ...own].map(toMatchPattern)]);
}

/** In Firefox the sites of the manifest can be given back too, and without them no script of ours runs anywhere. */
async function giveBack(permissions: Permissions, kept: readonly string[]): Promise<void> {
  const { origins = [] } = await permissions.getAll();
  for (const origin of origins) {
    if (!kept.includes(origin)) await permissions.remove({ origins: [origin] }).catch(() => false);
  }
}
