import { sql } from 'kysely';
import { z } from 'zod';
import { sha256 } from '../auth/crypto.ts';
import type { TenantTx } from './database.ts';

export interface AuditCheck {
  entries: number;
  /** The first entry that was changed, removed or inserted. Null if the chain is intact. */
  brokenAt: number | null;
}

/**
 * Checks the chain from the first entry to the head. An entry from which words were removed no longer has the hash in the chain.
 * It counts as intact if a later entry of the chain names it, with the hash of the remaining text. This must be the first query
 * of its transaction. It reads entries and head in one snapshot, or an entry written meanwhile would look inserted.
 */
export async function verifyAudit(tx: TenantTx): Promise<AuditCheck> {
  await sql`set transaction isolation level repeatable read`.execute(tx.db);
  let hash: Buffer = Buffer.alloc(0);
  let seq = 0;
  /** Entries whose text differs from the chain, with the hash of their current text. */
  const changed = new Map<number, string>();
  for (;;) {
    const rows = await tx.db
      .selectFrom('audit_log')
      .where('company_id', '=', tx.companyId)
      .where('seq', '>', String(seq))
      .orderBy('seq')
      .limit(1_000)
      .select(['seq', 'entry', 'entry_hash', 'hash'])
      .execute();
    for (const row of rows) {
      const next = sha256(Buffer.concat([hash, row.entry_hash]));
      if (Number(row.seq) !== seq + 1 || !next.equals(row.hash)) return { entries: seq, brokenAt: seq + 1 };
      hash = next;
      seq += 1;
      const own = sha256(Buffer.from(row.entry));
      if (!own.equals(row.entry_hash)) changed.set(seq, own.toString('hex'));
      else forgive(row.entry, changed);
    }
    if (rows.length < 1_000) break;
  }
  const head = await tx.db.selectFrom('audit_heads').where('company_id', '=', tx.companyId).select(['seq', 'hash']).executeTakeFirst();
  const [firstChanged] = changed.keys();
  if (firstChanged !== undefined) return { entries: seq, brokenAt: firstChanged };
  const headMatches = head ? Number(head.seq) === seq && head.hash.equals(hash) : seq === 0;
  return { entries: seq, brokenAt: headMatches ? null : seq + 1 };
}

/** The entry that `forget_in_audit` appends for each entry from which it removed words. */
const Forgotten = z.object({ action: z.literal('entry.forgotten'), detail: z.object({ seq: z.int(), entryHash: z.string() }) });

function forgive(entry: string, changed: Map<number, string>): void {
  if (changed.size === 0) return;
  const said = Forgotten.safeParse(JSON.parse(entry));
  if (said.success && changed.get(said.data.detail.seq) === said.data.detail.entryHash) changed.delete(said.data.detail.seq);
}

const clearedAtOnce = 2_000;

/**
 * For a company without members: removes texts that people typed from a batch of the entries after `seq`. Returns the number of
 * the last entry it handled, or null if there are no more.
 */
export async function clearAuditTexts(tx: TenantTx, seq: number): Promise<number | null> {
  const { rows } = await sql<{ last: string | null }>`select clear_audit_texts(${tx.companyId}, ${seq}, ${clearedAtOnce}) as last`.execute(
    tx.db,
  );
  const last = rows[0]?.last ?? null;
  return last === null ? null : Number(last);
}
