import { sql } from 'kysely';
import { sha256 } from '../auth/crypto.ts';
import type { TenantTx } from './database.ts';

export interface AuditCheck {
  entries: number;
  /** The first entry that was changed, taken out or put in; null when the chain is whole. */
  brokenAt: number | null;
}

/**
 * Walks the chain from the first entry to the head. It must be the first query of its transaction: it reads entries and
 * head as of one moment, or an entry written meanwhile would look like one put in.
 */
export async function verifyAudit(tx: TenantTx): Promise<AuditCheck> {
  await sql`set transaction isolation level repeatable read`.execute(tx.db);
  let hash: Buffer = Buffer.alloc(0);
  let seq = 0;
  for (;;) {
    const rows = await tx.db
      .selectFrom('audit_log')
      .where('company_id', '=', tx.companyId)
      .where('seq', '>', String(seq))
      .orderBy('seq')
      .limit(1_000)
      .select(['seq', 'entry', 'hash'])
      .execute();
    for (const row of rows) {
      const next = sha256(Buffer.concat([hash, Buffer.from(row.entry)]));
      if (Number(row.seq) !== seq + 1 || !next.equals(row.hash)) return { entries: seq, brokenAt: seq + 1 };
      hash = next;
      seq += 1;
    }
    if (rows.length < 1_000) break;
  }
  const head = await tx.db.selectFrom('audit_heads').where('company_id', '=', tx.companyId).select(['seq', 'hash']).executeTakeFirst();
  const headMatches = head ? Number(head.seq) === seq && head.hash.equals(hash) : seq === 0;
  return { entries: seq, brokenAt: headMatches ? null : seq + 1 };
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
