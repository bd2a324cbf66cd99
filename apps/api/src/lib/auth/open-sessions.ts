import type { Kysely } from 'kysely';
import type { DB } from '../db/generated.ts';

/**
 * Locks a person's open sessions, oldest first. Code that changes several of them calls this first. All take the locks in the
 * same order, so two such changes never deadlock, and the caller's next query sees a session that was just made from one of them.
 */
export async function lockOpenSessions(db: Kysely<DB>, userId: string): Promise<void> {
  await db
    .selectFrom('sessions')
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .orderBy('id')
    .forUpdate()
    .select('id')
    .execute();
}
