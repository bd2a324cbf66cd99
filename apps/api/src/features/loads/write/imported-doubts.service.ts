import type { TenantTx } from '../../../lib/db/database.ts';
import type { MadeLoad } from './create-load.service.ts';
import { isBookedOrRolling } from './double-booking.ts';
import { type FactorWord, noteConfirmed, readFactorWord } from './factor-doubts.ts';

/** Writes into the history of imported loads that are still to be hauled what the factor says against them, and returns what it says. */
export async function markImportedDoubts(tx: TenantTx, by: { userId: string }, made: readonly MadeLoad[]): Promise<FactorWord> {
  const booked = made.filter(({ status }) => isBookedOrRolling(status));
  const word = await readFactorWord(tx, booked);
  const at = new Date().toISOString();
  await noteConfirmed(
    tx,
    booked.map(({ id }) => ({ loadId: id, at, actorId: by.userId, source: 'import', doubt: word.doubts.get(id) })),
  );
  return word;
}
