import { PackEntry } from '@headhaul/contracts/boards/packs';
import { sha256Hex } from './check-pack.ts';
import { isOlderThan } from './versions.ts';

/**
 * The entries that this version understands. A newer API may know more boards, so an entry that is not understood is left out and the
 * others stay.
 */
export function readManifest(answer: unknown): PackEntry[] {
  const packs = typeof answer === 'object' && answer !== null && 'packs' in answer && Array.isArray(answer.packs) ? answer.packs : [];
  return packs.flatMap((one: unknown) => {
    const parsed = PackEntry.safeParse(one);
    return parsed.success ? [parsed.data] : [];
  });
}

/**
 * Whether this install is in the share that takes the version. Each version has another share of the installs, and more percent only add
 * installs to it.
 */
export async function isInShare(installId: string, { board, version, sharePercent }: PackEntry): Promise<boolean> {
  const hash = await sha256Hex(new TextEncoder().encode(`${installId}:${board}:${version}`));
  return (Number.parseInt(hash.slice(0, 8), 16) / 2 ** 32) * 100 < sharePercent;
}

interface AskingInstall {
  installId: string;
  board: string;
  extVersion: string;
  /** The highest version that it has used. */
  newerThan: number;
}

async function findNewest(
  entries: readonly PackEntry[],
  { installId, board, newerThan }: AskingInstall,
  isWanted: (entry: PackEntry) => boolean,
): Promise<PackEntry | null> {
  const candidates = entries
    .filter((entry) => entry.board === board && entry.version > newerThan && isWanted(entry))
    .sort((a, b) => b.version - a.version);
  for (const entry of candidates) if (await isInShare(installId, entry)) return entry;
  return null;
}

/** The newest pack of a board that is meant for this install, that its extension understands, and that is newer than what it has used. */
export function choosePack(entries: readonly PackEntry[], install: AskingInstall): Promise<PackEntry | null> {
  return findNewest(entries, install, ({ minExt }) => !isOlderThan(install.extVersion, minExt));
}

/** The newest pack that would be meant for this install if its extension were newer. */
export function findBeyond(entries: readonly PackEntry[], install: AskingInstall): Promise<PackEntry | null> {
  return findNewest(entries, install, ({ minExt }) => isOlderThan(install.extVersion, minExt));
}
