import { BoardConfig, maxBoardConfigBytes } from '@headhaul/contracts/boards/board-config';
import type pg from 'pg';
import { z } from 'zod';
import { sha256 } from '../../lib/auth/crypto.ts';
import { type BoardPublicKey, isSignedBy, type PackSignature } from './pack-signing.ts';

/** Reads the bytes as the extension does, so that nothing is published that installs would refuse. */
export function readPack(bytes: Uint8Array): BoardConfig {
  if (bytes.length > maxBoardConfigBytes)
    throw new Error(`The pack has ${bytes.length} bytes. At most ${maxBoardConfigBytes} are allowed.`);
  const parsed = BoardConfig.safeParse(JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes)));
  if (!parsed.success) throw new Error(`The pack does not fit the schema:\n${z.prettifyError(parsed.error)}`);
  return parsed.data;
}

export interface Publication {
  bytes: Uint8Array;
  signature: PackSignature;
  sharePercent: number;
  /** The keys that builds of the extension trust. */
  keys: readonly BoardPublicKey[];
}

interface Published {
  sha256: Buffer;
  kid: string;
}

/** Installs have a published version as it is and never fetch it again, so neither its content nor its signature can be replaced. */
function assertSame(published: Published, { bytes, signature }: Publication, name: string): void {
  const advice = 'Publish yours under a higher number.';
  if (!published.sha256.equals(sha256(bytes))) throw new Error(`${name} is published with other content. ${advice}`);
  if (published.kid !== signature.kid) throw new Error(`${name} is published with a signature of the key ${published.kid}. ${advice}`);
}

/**
 * Publishes a signed pack. A version that is published already keeps its bytes and its signature: the same pack again only changes its share
 * of installs, and another one is refused, as is a version below the newest one.
 */
export async function publishPack(client: pg.ClientBase, publication: Publication): Promise<string> {
  const { bytes, signature, sharePercent, keys } = publication;
  const { board, version, minExt, expiresAt } = readPack(bytes);
  if (!isSignedBy(bytes, signature, keys))
    throw new Error(`The signature is not one of the keys ${keys.map(({ kid }) => kid).join(', ')}.`);
  const { rows } = await client.query<Published>('select sha256, kid from board_packs where board = $1 and version = $2', [board, version]);
  const [published] = rows;
  if (published !== undefined) {
    assertSame(published, publication, `Version ${version} of ${board}`);
    await client.query('update board_packs set share_percent = $3 where board = $1 and version = $2', [board, version, sharePercent]);
    return `Version ${version} of ${board} is for ${sharePercent} % of installs now.`;
  }
  if (Date.parse(expiresAt) <= Date.now()) throw new Error(`The pack expired at ${expiresAt}.`);
  const newest = await client.query<{ version: number | null }>('select max(version) as version from board_packs where board = $1', [
    board,
  ]);
  const previous = newest.rows[0]?.version ?? null;
  if (previous !== null && version <= previous) {
    throw new Error(`Version ${previous} of ${board} is published. Publish the content under a higher number, also to go back.`);
  }
  await client.query(
    `insert into board_packs (board, version, previous_version, bytes, sha256, kid, signature, min_ext, share_percent)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    [
      board,
      version,
      previous,
      Buffer.from(bytes),
      sha256(bytes),
      signature.kid,
      Buffer.from(signature.signature, 'base64'),
      minExt,
      sharePercent,
    ],
  );
  return `Published version ${version} of ${board} for ${sharePercent} % of installs.`;
}
