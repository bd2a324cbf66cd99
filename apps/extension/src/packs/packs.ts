import type { BoardConfig } from '@headhaul/contracts/boards/board-config';
import type { PackEntry } from '@headhaul/contracts/boards/packs';
import { assessTrial, isMeasure, type PackHealth, type PageHealth } from './assess-trial.ts';
import type { BoardKey } from './board-keys.ts';
import { type CheckedPack, canCheckPacks, checkPack, type Refusal } from './check-pack.ts';
import { choosePack, findBeyond } from './choose-pack.ts';
import type { PackSource } from './fetch-packs.ts';
import { isAskDue, nextAskAtMs, retryAtMs } from './pack-schedule.ts';
import { type BoardState, isStorageFull, type PackStore, type StoredPack } from './pack-store.ts';

type BoardId = BoardConfig['board'];

export interface PacksParts {
  store: PackStore;
  source: PackSource;
  keys: readonly BoardKey[];
  extVersion: string;
  /** The configurations in the package, for when nothing better is known. */
  bundled: Partial<Record<BoardId, BoardConfig>>;
  /** One refresh at a time in this browser (`navigator.locks`). */
  withLock: <T>(run: () => Promise<T>) => Promise<T>;
  /** Wakes the worker at this time or before, to refresh. */
  wakeAt: (atMs: number) => Promise<void>;
  nowMs: () => number;
  /** From 0 to 1. */
  random: () => number;
}

/** The configuration that a board is read with, and where it came from. */
export interface PackInUse {
  config: BoardConfig;
  source: 'REMOTE' | 'LAST_GOOD' | 'BUNDLED';
}

/** What a refresh did with the pack of one board. */
export interface Refreshed {
  board: BoardId;
  version: number;
  outcome: 'TAKEN' | 'STORAGE_FULL' | Refusal;
}

function take(state: BoardState, pack: StoredPack, config: BoardConfig): BoardState {
  // A board that is off is not read, so there is nothing to compare.
  const trial = config.enabled ? { version: pack.version, before: state.health, startedAtMs: null } : null;
  const killed = config.enabled ? state.killed : { version: pack.version, kid: pack.kid };
  return { ...state, current: pack, lastGood: state.current ?? state.lastGood, highestVersion: pack.version, trial, killed };
}

/** The same without what is only good to have. Of a pack that turns the board off, `killed` says everything. */
function takeLean(state: BoardState, pack: StoredPack, config: BoardConfig): BoardState {
  return { ...take(state, pack, config), current: config.enabled ? pack : null, lastGood: null };
}

/** What the next version is compared with. A page that can't be read leaves nothing to compare with; a short one says nothing. */
function nextHealth(before: PackHealth | null, page: PageHealth): PackHealth | null {
  if (page.state === 'DEGRADED') return null;
  return isMeasure(page) ? { version: page.version, rows: page.rows, quorumPct: page.quorumPct } : before;
}

/** Handles the configurations of boards: fetches, checks, stores and takes back. Only the background worker has one. */
export function createPacks({ store, source, keys, extVersion, bundled, withLock, wakeAt, nowMs, random }: PacksParts) {
  const versionOfBundled = (board: BoardId) => bundled[board]?.version ?? 0;

  function check(pack: StoredPack, newerThan: number): Promise<CheckedPack> {
    return checkPack(pack.bytes, pack, { keys, nowMs: nowMs(), extVersion, newerThan });
  }

  /** Stores the pack in place of others if there is no room for all of them. False: not even then. */
  async function storePack(board: BoardId, pack: StoredPack, config: BoardConfig): Promise<boolean> {
    for (const next of [take, takeLean]) {
      try {
        await store.changeBoard(board, (state) => (pack.version > state.highestVersion ? next(state, pack, config) : state));
        return true;
      } catch (error) {
        if (!isStorageFull(error)) throw error;
      }
    }
    return false;
  }

  async function takeNewest(board: BoardId, entries: readonly PackEntry[], installId: string): Promise<Refreshed | null> {
    const { highestVersion } = await store.readBoard(board);
    const newerThan = Math.max(highestVersion, versionOfBundled(board));
    const install = { installId, board, extVersion, newerThan };
    const entry = await choosePack(entries, install);
    if (entry === null) {
      const beyond = await findBeyond(entries, install);
      return beyond === null ? null : { board, version: beyond.version, outcome: 'NEEDS_NEWER_EXTENSION' };
    }
    const { version, sha256, kid, signature } = entry;
    const bytes = await source.fetchPack(entry);
    if (bytes === null) return { board, version, outcome: 'TOO_LARGE' };
    const pack = { board, version, sha256, kid, signature, bytes };
    const { config, refusal } = await check(pack, newerThan);
    if (config === null) return { board, version, outcome: refusal };
    return { board, version, outcome: (await storePack(board, pack, config)) ? 'TAKEN' : 'STORAGE_FULL' };
  }

  /** Asks the API for newer packs. A board whose pack can't be fetched or is refused keeps what it has. */
  function refresh(): Promise<Refreshed[]> {
    return withLock(async () => {
      await store.noteAsked(nowMs());
      if (!(await canUpdate())) return [];
      const { installId } = await store.readInstall();
      const entries = await source.fetchManifest();
      const boards = [...new Set(entries.map(({ board }) => board))];
      const done = await Promise.allSettled(boards.map((board) => takeNewest(board, entries, installId)));
      return done.flatMap((one) => (one.status === 'fulfilled' && one.value !== null ? [one.value] : []));
    });
  }

  /** Null: the board is not read, because nothing is known about it or because it was turned off. */
  async function readInUse(board: BoardId): Promise<PackInUse | null> {
    const { current, lastGood, killed } = await store.readBoard(board);
    const isKillTrusted = killed !== null && keys.some(({ kid }) => kid === killed.kid);
    const killedUpTo = isKillTrusted ? killed.version : 0;
    const own = bundled[board] ?? null;
    const stored = [
      { pack: current, from: 'REMOTE' },
      { pack: lastGood, from: 'LAST_GOOD' },
    ] as const;
    for (const { pack, from } of stored) {
      if (pack === null || pack.version <= Math.max(versionOfBundled(board), killedUpTo)) continue;
      const { config } = await check(pack, 0);
      if (config !== null) return config.enabled ? { config, source: from } : null;
    }
    return own?.enabled && own.version > killedUpTo ? { config: own, source: 'BUNDLED' } : null;
  }

  /** Whether we have turned the board off. Then nothing else may turn it on. */
  async function isTurnedOff(board: BoardId): Promise<boolean> {
    const [inUse, { killed }] = await Promise.all([readInUse(board), store.readBoard(board)]);
    return inUse === null && (bundled[board]?.enabled === false || keys.some(({ kid }) => kid === killed?.kid));
  }

  /** The configuration to read a board with. Null: leave the board as it is. */
  async function readPack(board: BoardId): Promise<BoardConfig | null> {
    return (await readInUse(board))?.config ?? null;
  }

  /** Notes how a page was read. `REVERTED`: the configuration read worse than the one before, which is in use again. */
  async function noteHealth(board: BoardId, page: PageHealth): Promise<'KEPT' | 'REVERTED'> {
    let result: 'KEPT' | 'REVERTED' = 'KEPT';
    await store.changeBoard(board, (state) => {
      const { trial } = state;
      const health = nextHealth(state.health, page);
      if (trial === null || trial.version !== page.version) return { ...state, health };
      const verdict = assessTrial(trial, page, nowMs());
      if (verdict === 'PASSED') return { ...state, health, trial: null };
      if (verdict === 'WAIT') {
        const startedAtMs = trial.startedAtMs ?? (isMeasure(page) ? nowMs() : null);
        return { ...state, health, trial: { ...trial, startedAtMs } };
      }
      result = 'REVERTED';
      return { ...state, current: state.lastGood, lastGood: null, trial: null, health: trial.before, regressedVersion: trial.version };
    });
    return result;
  }

  /** Where a version came from that is or was in use, and whether it was taken back here. For the health report. */
  async function readOrigin(board: BoardId, version: number): Promise<{ source: PackInUse['source']; isRegressed: boolean }> {
    const [inUse, { regressedVersion }] = await Promise.all([readInUse(board), store.readBoard(board)]);
    const before = version === versionOfBundled(board) ? 'BUNDLED' : 'REMOTE';
    return { source: inUse?.config.version === version ? inUse.source : before, isRegressed: regressedVersion === version };
  }

  /** Whether this browser can take packs at all. */
  function canUpdate(): Promise<boolean> {
    return canCheckPacks(keys);
  }

  /** A board can't be read: perhaps a newer pack can. Asks soon, at most once a minute. */
  async function noteDegraded(): Promise<void> {
    const { lastAskedAtMs } = await store.readInstall();
    await wakeAt(nextAskAtMs(lastAskedAtMs, nowMs(), random()));
  }

  /** When newer packs were last asked for. Null: never. */
  async function askedAtMs(): Promise<number | null> {
    return (await store.readInstall()).lastAskedAtMs;
  }

  /** Whether the last time is so long ago that a worker which starts should ask at once. */
  async function isDue(): Promise<boolean> {
    return isAskDue(await askedAtMs(), nowMs());
  }

  /** Asks again in about ten minutes. */
  function askAgain(): Promise<void> {
    return wakeAt(retryAtMs(nowMs(), random()));
  }

  return { refresh, isDue, askedAtMs, askAgain, readInUse, readPack, isTurnedOff, noteHealth, readOrigin, noteDegraded, canUpdate };
}
