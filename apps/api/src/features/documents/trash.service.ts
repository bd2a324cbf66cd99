import { sql } from 'kysely';
import type { Ctx } from '../../lib/http/guards.ts';
import { measureTrash } from '../limits/storage.service.ts';
import { emptyTrashOf } from './trash.jobs.ts';

/** Deletes the documents of the loads that are in the trash now. The loads stay there. A job does it, because there can be many. */
export function emptyTrash({ actor, transaction }: Ctx): Promise<void> {
  return transaction(async (tx) => {
    const { files, bytes } = await measureTrash(tx);
    if (files === 0) return;
    const { rows } = await sql<{ at: Date }>`select clock_timestamp() as at`.execute(tx.db);
    const askedAt = rows[0]?.at.toISOString() ?? '';
    await emptyTrashOf(tx, { companyId: tx.companyId, actorId: actor.userId, askedAt }, { queue: `trash/${tx.companyId}` });
    tx.audit({ action: 'trash.emptied', actorId: actor.userId, detail: { files, bytes } });
  });
}
