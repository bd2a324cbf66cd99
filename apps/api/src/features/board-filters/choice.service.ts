import type { TenantTx } from '../../lib/db/database.ts';
import { AppError } from '../../lib/errors.ts';
import type { Ctx } from '../../lib/http/guards.ts';
import { readRevision } from './filter-rows.ts';

interface Choice {
  filterId: string | null;
  isOn: boolean;
}

/** A choice that is made again changes nothing, and the revision stays. */
export async function writeChoice(tx: TenantTx, userId: string, { filterId, isOn }: Choice): Promise<void> {
  const values = { filter_id: filterId, is_on: isOn };
  await tx.db
    .insertInto('board_filter_choices')
    .values({ company_id: tx.companyId, user_id: userId, ...values })
    .onConflict((conflict) => conflict.columns(['company_id', 'user_id']).doUpdateSet(values))
    .execute();
  tx.publish({ type: 'board-filters.changed' });
}

/** Holds the filter until commit, so that nobody deletes it while it is chosen. */
async function requireUsable(tx: TenantTx, userId: string, id: string): Promise<void> {
  const filter = await tx.db
    .selectFrom('board_filters')
    .where('company_id', '=', tx.companyId)
    .where('id', '=', id)
    .where(({ eb, or }) => or([eb('user_id', 'is', null), eb('user_id', '=', userId)]))
    .forKeyShare()
    .select('is_for_everyone')
    .executeTakeFirstOrThrow(() => new AppError('not_found'));
  if (filter.is_for_everyone) throw new AppError('move_not_allowed', { detail: 'This filter runs for everyone already.' });
}

export function chooseFilter({ actor, transaction }: Ctx, choice: Choice): Promise<{ revision: number }> {
  return transaction(async (tx) => {
    if (choice.filterId !== null) await requireUsable(tx, actor.userId, choice.filterId);
    await writeChoice(tx, actor.userId, choice);
    return { revision: await readRevision(tx, actor.userId) };
  });
}
