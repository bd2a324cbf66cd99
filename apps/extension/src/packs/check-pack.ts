import { BoardConfig, maxBoardConfigBytes } from '@headhaul/contracts/boards/board-config';
import type { BoardKey } from './board-keys.ts';
import { isOlderThan } from './versions.ts';

/** What is said about a pack besides its bytes. */
export interface PackClaim {
  board: string;
  version: number;
  sha256: string;
  kid: string;
  /** Base64. */
  signature: string;
}

export interface CheckFacts {
  keys: readonly BoardKey[];
  nowMs: number;
  extVersion: string;
  /** The highest version that this install has used. A pack must be newer, also to go back. */
  newerThan: number;
}

/** In the order in which they are looked for. */
export type Refusal =
  | 'TOO_LARGE'
  | 'WRONG_HASH'
  | 'UNKNOWN_KEY'
  | 'WRONG_SIGNATURE'
  | 'NO_JSON'
  | 'WRONG_SCHEMA'
  | 'OTHER_PACK'
  | 'EXPIRED'
  | 'NOT_NEWER'
  | 'NEEDS_NEWER_EXTENSION';

export type CheckedPack = { config: BoardConfig; refusal: null } | { config: null; refusal: Refusal };

function refuse(refusal: Refusal): CheckedPack {
  return { config: null, refusal };
}

export async function sha256Hex(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  return Array.from(hash, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

function fromBase64(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (sign) => sign.charCodeAt(0));
}

function importBoardKey({ publicKey }: BoardKey): Promise<CryptoKey> {
  return crypto.subtle.importKey('raw', fromBase64(publicKey), 'Ed25519', false, ['verify']);
}

/** Whether this browser can check signatures. Chrome can from version 137 on. */
export async function canCheckPacks([key]: readonly BoardKey[]): Promise<boolean> {
  if (key === undefined) return false;
  return importBoardKey(key).then(
    () => true,
    () => false,
  );
}

/** False also in a browser that can't check Ed25519: without a check nothing is trusted. */
async function isSigned(bytes: Uint8Array<ArrayBuffer>, signature: string, boardKey: BoardKey): Promise<boolean> {
  try {
    const key = await importBoardKey(boardKey);
    return await crypto.subtle.verify('Ed25519', key, fromBase64(signature), bytes);
  } catch {
    return false;
  }
}

function readJson(bytes: Uint8Array): { value: unknown } | null {
  try {
    return { value: JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes)) };
  } catch {
    return null;
  }
}

/** A pack that turns its board off does not expire: an install that is kept from the API must not turn the board on again. */
function isExpired({ enabled, expiresAt }: BoardConfig, nowMs: number): boolean {
  return enabled && Date.parse(expiresAt) <= nowMs;
}

/** Takes a pack only if every check passes. Nothing of it is read before the signature was found right. */
export async function checkPack(bytes: Uint8Array<ArrayBuffer>, claim: PackClaim, facts: CheckFacts): Promise<CheckedPack> {
  if (bytes.length > maxBoardConfigBytes) return refuse('TOO_LARGE');
  if ((await sha256Hex(bytes)) !== claim.sha256) return refuse('WRONG_HASH');
  const key = facts.keys.find(({ kid }) => kid === claim.kid);
  if (key === undefined) return refuse('UNKNOWN_KEY');
  if (!(await isSigned(bytes, claim.signature, key))) return refuse('WRONG_SIGNATURE');
  const json = readJson(bytes);
  if (json === null) return refuse('NO_JSON');
  const parsed = BoardConfig.safeParse(json.value);
  if (!parsed.success) return refuse('WRONG_SCHEMA');
  const config = parsed.data;
  if (config.board !== claim.board || config.version !== claim.version) return refuse('OTHER_PACK');
  if (isExpired(config, facts.nowMs)) return refuse('EXPIRED');
  if (config.version <= facts.newerThan) return refuse('NOT_NEWER');
  if (isOlderThan(facts.extVersion, config.minExt)) return refuse('NEEDS_NEWER_EXTENSION');
  return { config, refusal: null };
}
