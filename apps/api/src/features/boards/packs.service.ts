import { PackEntry } from '@headhaul/contracts/boards/packs';
import { sha256 } from '../../lib/auth/crypto.ts';
import type { Database } from '../../lib/db/database.ts';
import { AppError } from '../../lib/errors.ts';

/**
 * The versions that some install may still take: a version is left out if a newer one is for all installs and asks for no newer extension. So
 * the newest one that an older extension understands stays, besides the newest one for all and those that only a share takes.
 */
const neededSql = `
  select board, version, encode(sha256, 'hex') as sha256, kid, translate(encode(signature, 'base64'), E'\\n', '') as signature, min_ext, share_percent
  from board_packs p
  where not exists (
    select from board_packs a
    where a.board = p.board and a.version > p.version and a.share_percent = 100
      and string_to_array(a.min_ext, '.')::int[] <= string_to_array(p.min_ext, '.')::int[])
  order by board, version`;

export async function listPacks({ readGlobal }: Database): Promise<{ packs: PackEntry[]; tag: string }> {
  const cells = await readGlobal({ name: 'board_packs', text: neededSql, values: [] });
  const packs = cells.map(([board, version, hash, kid, signature, minExt, share]) =>
    PackEntry.parse({
      board,
      version: Number(version),
      sha256: hash,
      kid,
      signature,
      minExt,
      sharePercent: Number(share),
      url: `/ext/boards/packs/${board}/${version}`,
    }),
  );
  return { packs, tag: `"${sha256(JSON.stringify(packs)).toString('hex').slice(0, 32)}"` };
}

export async function readPackBytes(
  { global }: Database,
  { board, version }: { board: string; version: number },
): Promise<{ bytes: Uint8Array; tag: string }> {
  const row = await global
    .selectFrom('board_packs')
    .where('board', '=', board)
    .where('version', '=', version)
    .select(['bytes', 'sha256'])
    .executeTakeFirst();
  if (!row) throw new AppError('not_found');
  return { bytes: row.bytes, tag: `"${row.sha256.toString('hex')}"` };
}
