import type { LoadEvent } from '@headhaul/contracts/loads/record';
import { v7 as uuidv7 } from 'uuid';
import type { TenantTx } from '../../../lib/db/database.ts';
import { insertRows } from '../../../lib/db/row-sets.ts';

export type Change = LoadEvent['changes'][number];

export interface NewEvent {
  loadId: string;
  at: string;
  kind: LoadEvent['kind'];
  source?: LoadEvent['source'];
  actorId: string | null;
  changes?: readonly Change[];
  reason?: string | null;
  /** The state that an undo restores, or the id of the event that was undone. */
  before?: unknown;
}

/** Adds lines to the history. They are never changed afterwards. */
export async function writeEvents(tx: TenantTx, events: readonly NewEvent[]): Promise<void> {
  await insertRows(
    tx,
    'load_events',
    events.map(({ loadId, at, kind, source = 'user', actorId, changes = [], reason = null, before = null }) => ({
      company_id: tx.companyId,
      load_id: loadId,
      at,
      id: uuidv7(),
      kind,
      source,
      actor_id: actorId,
      changes: changes as never,
      reason,
      before: before as never,
    })),
  );
}
