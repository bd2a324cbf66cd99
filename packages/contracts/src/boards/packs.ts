import { boardIds } from '@headhaul/domain/boards/board-load';
import { z } from 'zod';
import { endpoints, file } from '../http/endpoint.ts';

/** The list of packs is far smaller. A longer answer is not ours. */
export const maxManifestBytes = 64 * 1024;

/**
 * The key of development builds and tests. Its private half is in the sandbox, for everybody to see, so builds and commands for production
 * refuse it.
 */
export const developmentBoardKey = { kid: 'development', publicKey: 'qrKB_5wrlxaIFU_ZSlcXbSocGHVJnQfRQmtJ9iMMyvs' } as const;

const pattern = (most: number, regex: RegExp) => z.string().max(most, { abort: true }).regex(regex);

/** What a signature names its key by. */
export const KeyId = pattern(40, /^[a-z0-9][a-z0-9-]*$/);

/** One published configuration. Only the signature makes it trustworthy: what else is said here decides who fetches it, and when. */
export const PackEntry = z.object({
  board: z.enum(boardIds),
  version: z.int().min(1),
  /** Of the exact bytes, in hex. */
  sha256: pattern(64, /^[0-9a-f]{64}$/),
  kid: KeyId,
  /** Ed25519 over the exact bytes, in base64. */
  signature: pattern(88, /^[A-Za-z0-9+/]{86}==$/),
  minExt: pattern(20, /^\d{1,4}\.\d{1,4}\.\d{1,4}$/),
  /** The share of installs that take it. */
  sharePercent: z.int().min(0).max(100),
  /** Below the API's address. */
  url: pattern(100, /^\/ext\/boards\/packs\/[a-z0-9]+\/\d+$/),
});
export type PackEntry = z.output<typeof PackEntry>;

export const boardPackEndpoints = endpoints({
  listBoardPacks: {
    method: 'GET',
    path: '/ext/boards/manifest.json',
    summary: 'The signed configurations of load boards: for each board those that somebody may still need',
    reply: z.object({ packs: z.array(PackEntry) }),
  },
  getBoardPack: {
    method: 'GET',
    path: '/ext/boards/packs/{board}/{version}',
    summary: 'One configuration, the exact bytes that were signed',
    params: z.object({ board: z.enum(boardIds), version: z.coerce.number().int().min(1).max(2_147_483_647) }),
    reply: file,
  },
});
