import type { TenantTx } from '../../lib/db/database.ts';
import { AppError } from '../../lib/errors.ts';
import { type Ctx, ReadyJson } from '../../lib/http/guards.ts';
import { requireMembership } from '../team/membership.service.ts';
import { listRows, readRevision, toActiveFacts, writeFilters } from './filter-rows.ts';

interface Choice {
  filterId: string | null;
  isOn: boolean;
}

export interface ChoiceRow {
  filter_id: string | null;
  is_on: boolean;
  seen_revision: string | null;
  seen_at: Date | null;
}

/** A person without a row uses no filter. */
export function readChoice(tx: TenantTx, userId: string): Promise<ChoiceRow | undefined> {
  return tx.db
    .selectFrom('board_filter_choices')
    .where('company_id', '=', tx.companyId)
    .where('user_id', '=', userId)
    .select(['filter_id', 'is_on', 'seen_revision', 'seen_at'])
    .executeTakeFirst();
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
    // The company before the filter, as when one is deleted. Otherwise the two could wait for each other.
    await requireMembership(tx, actor.userId);
    if (choice.filterId !== null) await requireUsable(tx, actor.userId, choice.filterId);
    await writeChoice(tx, actor.userId, choice);
    return { revision: await readRevision(tx, actor.userId) };
  });
}

/** For the side panel: nothing of what teammates use. */
export function getFilterChoice({ actor, transaction }: Ctx): Promise<ReadyJson> {
  return transaction(async (tx) => {
    const choice = await readChoice(tx, actor.userId);
    const rows = await listRows(tx, actor.userId);
    const filters = writeFilters(rows, (row) => ({ ...toActiveFacts(row), version: row.version, isAdjustable: row.is_adjustable }));
    const facts = { chosenId: choice?.filter_id ?? null, isOn: choice?.is_on ?? true };
    return new ReadyJson(`{"filters":${filters},${JSON.stringify(facts).slice(1)}`);
  });
}
