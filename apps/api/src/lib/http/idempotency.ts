import { sql } from 'kysely';
import { sameBytes, sha256 } from '../auth/crypto.ts';
import type { TenantTx } from '../db/database.ts';
import { AppError } from '../errors.ts';

/** The stored answer to a POST with an idempotency key. */
export interface StoredAnswer {
  status: number;
  contentType: string | null;
  body: string | null;
}

/**
 * Runs `work` once per key. The key, the answer and the effect are written in one transaction: a crash leaves none of them,
 * and a retry finds all of them. A second request with the same key waits for the first (a lock on that key alone) and gets
 * its answer. A key counts for 24 hours. Keys are stored in daily partitions, so today's and yesterday's are searched.
 */
export async function once(
  tx: TenantTx,
  userId: string,
  key: string,
  fingerprint: string,
  work: () => Promise<StoredAnswer>,
): Promise<StoredAnswer & { replayed: boolean }> {
  const requestHash = sha256(fingerprint);
  await sql`select pg_advisory_xact_lock(hashtextextended(${`${tx.companyId}/${userId}/${key}`}, 0))`.execute(tx.db);
  const known = await tx.db
    .selectFrom('idempotency_keys')
    .where('company_id', '=', tx.companyId)
    .where('user_id', '=', userId)
    .where('key', '=', key)
    .where('created_at', '>', sql<Date>`now() - interval '24 hours'`)
    .select(['request_hash', 'status', 'content_type', 'body'])
    .executeTakeFirst();
  if (known) {
    if (!sameBytes(known.request_hash, requestHash)) throw new AppError('idempotency_mismatch');
    return { status: known.status, contentType: known.content_type, body: known.body, replayed: true };
  }
  const answer = await work();
  await tx.db
    .insertInto('idempotency_keys')
    .values({
      company_id: tx.companyId,
      user_id: userId,
      key,
      request_hash: requestHash,
      status: answer.status,
      content_type: answer.contentType,
      body: answer.body,
    })
    .execute();
  return { ...answer, replayed: false };
}
