import { sql } from 'kysely';
import type { TenantTx } from '../../lib/db/database.ts';
import { type Ctx, ReadyJson } from '../../lib/http/guards.ts';
import { type ChoiceRow, readChoice } from './choice.service.ts';
import { readRevision, selectFilters, toActiveFacts, writeFilters } from './filter-rows.ts';

/** An extension asks every minute while a board is open. That it does is written down less often, because each time is a write. */
const notedAfterMs = 5 * 60_000;

/** That the person's extension has this revision now. */
async function noteSeen(tx: TenantTx, userId: string, choice: ChoiceRow | undefined, revision: number): Promise<void> {
  const isNew = choice?.seen_revision !== String(revision);
  if (!isNew && choice?.seen_at && Date.now() - choice.seen_at.getTime() < notedAfterMs) return;
  await tx.db
    .insertInto('board_filter_choices')
    .values({ company_id: tx.companyId, user_id: userId, seen_revision: revision, seen_at: sql`now()` })
    .onConflict((conflict) => conflict.columns(['company_id', 'user_id']).doUpdateSet({ seen_revision: revision, seen_at: sql`now()` }))
    .execute();
  // Open pages show who has the latest. Only that it is used goes on without an event, or every minute would be one. The event has its own
  // name: after a change every extension of the team asks, and if each answer told all browsers to ask again, they would do so n² times.
  if (isNew) tx.publish({ type: 'board-filters.seen' });
}

/** Those for everyone, then the chosen one, unless filters are turned off. As JSON. */
async function listActive(tx: TenantTx, userId: string, choice: ChoiceRow | undefined): Promise<string> {
  const chosenId = choice?.is_on === true ? choice.filter_id : null;
  const rows = await selectFilters(tx, userId)
    .where(({ eb, or }) => or([eb('f.is_for_everyone', '=', true), ...(chosenId === null ? [] : [eb('f.id', '=', chosenId)])]))
    .orderBy('f.is_for_everyone', 'desc')
    .orderBy('f.place')
    .execute();
  return writeFilters(rows, toActiveFacts);
}

export function getActiveFilters({ actor, transaction }: Ctx, since: number | null): Promise<ReadyJson> {
  return transaction(async (tx) => {
    // Before the filters: what changes in between is told again with the next revision.
    const revision = await readRevision(tx, actor.userId);
    const choice = await readChoice(tx, actor.userId);
    const filters = revision === since ? 'null' : await listActive(tx, actor.userId, choice);
    if (actor.audience === 'extension') await noteSeen(tx, actor.userId, choice, revision);
    return new ReadyJson(`{"revision":${revision},"filters":${filters}}`);
  });
}
