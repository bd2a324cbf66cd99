import type { Kysely } from 'kysely';
import type { DB } from '../db/generated.ts';

/**
 * Locks a person's open sessions, oldest first. Whoever changes several of them calls this first: taken in one order, two
 * such changes never wait for each other, and a session that is being made from one of them is seen by what follows.
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
