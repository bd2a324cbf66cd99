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
 * What is stored under the key. A request with this key that is worked on is waited for (a lock on that key alone, until the end of the
 * transaction), and one that comes later waits for this transaction.
 */
export async function lockKey(tx: TenantTx, userId: string, key: string): Promise<(StoredAnswer & { requestHash: Buffer }) | undefined> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`${tx.companyId}/${userId}/${key}`}, 0))`.execute(tx.db);
  return tx.db
    .selectFrom('idempotency_keys')
    .where('company_id', '=', tx.companyId)
    .where('user_id', '=', userId)
    .where('key', '=', key)
    .where('created_at', '>', sql<Date>`now() - interval '24 hours'`)
    .select(['request_hash as requestHash', 'status', 'content_type as contentType', 'body'])
    .executeTakeFirst();
}

/**
 * Runs `work` once per key. The key, the answer and the effect are written in one transaction: a crash leaves none of them,
 * and a retry finds all of them. A second request with the same key waits for the first and gets its answer. A key counts for
 * 24 hours. Keys are stored in daily partitions, so today's and yesterday's are searched.
 */
export async function once(
  tx: TenantTx,
  userId: string,
  key: string,
  fingerprint: string,
  work: () => Promise<StoredAnswer>,
): Promise<StoredAnswer & { replayed: boolean }> {
  const requestHash = sha256(fingerprint);
  const known = await lockKey(tx, userId, key);
  if (known) {
    if (!sameBytes(known.requestHash, requestHash)) throw new AppError('idempotency_mismatch');
    return { status: known.status, contentType: known.contentType, body: known.body, replayed: true };
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
