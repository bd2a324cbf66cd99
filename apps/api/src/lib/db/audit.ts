import { sql } from 'kysely';
import { z } from 'zod';
import { sha256 } from '../auth/crypto.ts';
import type { TenantTx } from './database.ts';

export interface AuditCheck {
  entries: number;
  /** The first entry that was changed, taken out or put in; null when the chain is whole. */
  brokenAt: number | null;
}

/**
 * Walks the chain from the first entry to the head. An entry that words were taken out of has another text than the one that was chained; it
 * counts as whole when a later entry of the chain says so, with the hash of what is left. It must be the first query of its transaction: it reads entries and
 * head as of one moment, or an entry written meanwhile would look like one put in.
 */
export async function verifyAudit(tx: TenantTx): Promise<AuditCheck> {
  await sql`set transaction isolation level repeatable read`.execute(tx.db);
  let hash: Buffer = Buffer.alloc(0);
  let seq = 0;
  /** Entries with another text than was chained, by what they hash to now. */
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

/** What `forget_in_audit` writes behind the last entry for each one it took words out of. */
const Forgotten = z.object({ action: z.literal('entry.forgotten'), detail: z.object({ seq: z.int(), entryHash: z.string() }) });

function forgive(entry: string, changed: Map<number, string>): void {
  if (changed.size === 0) return;
  const said = Forgotten.safeParse(JSON.parse(entry));
  if (said.success && changed.get(said.data.detail.seq) === said.data.detail.entryHash) changed.delete(said.data.detail.seq);
}

const clearedAtOnce = 2_000;

/**
 * For a company that nobody is in any more: what people typed goes from the entries after `seq`. Gives the last of them it came to, or
 * null when there are no more.
 */
export async function clearAuditTexts(tx: TenantTx, seq: number): Promise<number | null> {
  const { rows } = await sql<{ last: string | null }>`select clear_audit_texts(${tx.companyId}, ${seq}, ${clearedAtOnce}) as last`.execute(
    tx.db,
  );
  const last = rows[0]?.last ?? null;
  return last === null ? null : Number(last);
}
