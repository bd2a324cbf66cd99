import { activeStatuses } from '@headhaul/domain/loads/status';
import { sql } from 'kysely';
import type { TenantTx } from '../../../lib/db/database.ts';
import { dispatcherField } from '../record/changes.ts';
import { writeEvents } from '../record/events.ts';

export const loadsAtOnce = 100;

export interface HandedLoads {
  companyId: string;
  fromUserId: string;
  toUserId: string;
  /** The person who decided it. */
  actorId: string;
}

/** Hands over up to `loadsAtOnce` active loads and returns how many there were. */
export async function handOverSome(tx: TenantTx, { fromUserId, toUserId, actorId }: HandedLoads): Promise<number> {
  // Locks in order of id, like all other code, so that two changes of many loads never deadlock.
  const { rows } = await sql<{ id: string; at: Date }>`
    with chosen as materialized (
      select id from loads where company_id = ${tx.companyId} and dispatcher_id = ${fromUserId} and deleted_at is null
        and status = any(${[...activeStatuses]}::load_status[]) order by id limit ${loadsAtOnce} for no key update)
    update loads set dispatcher_id = ${toUserId}, version = version + 1,
      updated_at = greatest(date_trunc('milliseconds', clock_timestamp()), updated_at + interval '1 millisecond')
    where company_id = ${tx.companyId} and id = any(array(select id from chosen)) returning id, updated_at as at`.execute(tx.db);
  if (rows.length === 0) return 0;
  const changes = [{ field: dispatcherField, from: fromUserId, to: toUserId }];
  await writeEvents(
    tx,
    rows.map(({ id, at }) => ({ loadId: id, at: at.toISOString(), kind: 'assigned', actorId, changes })),
  );
  tx.publish({ type: 'loads.changed', ids: rows.map(({ id }) => id), byUserId: actorId });
  return rows.length;
}

export async function handOverDrivers(tx: TenantTx, { fromUserId, toUserId }: HandedLoads): Promise<void> {
  const { numUpdatedRows } = await tx.db
    .updateTable('drivers')
    .set({ dispatcher_id: toUserId, version: sql`version + 1`, updated_at: sql`now()` })
    .where('company_id', '=', tx.companyId)
    .where('dispatcher_id', '=', fromUserId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  if (numUpdatedRows > 0n) tx.publish({ type: 'drivers.changed' });
}
