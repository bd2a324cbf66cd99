import { type BoardFilter, type BoardFilterInput, filterLimits, type NewBoardFilter } from '@headhaul/contracts/boards/filters';
import { sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import type { z } from 'zod';
import type { Actor } from '../../lib/auth/actor.ts';
import { lockCompany, lockCompanyAsOwner } from '../../lib/auth/company-lock.ts';
import type { TenantTx } from '../../lib/db/database.ts';
import { findFreePlace } from '../../lib/db/free-place.ts';
import { toJsonText } from '../../lib/db/row-sets.ts';
import { AppError } from '../../lib/errors.ts';
import type { Ctx } from '../../lib/http/guards.ts';
import { writeChoice } from './choice.service.ts';
import { mayEditShared, selectFilters, toFilterFacts } from './filter-rows.ts';

type NewValues = z.output<typeof NewBoardFilter>;
type Values = z.output<typeof BoardFilterInput>;

const onlyOwner = 'Only the team owner can change the team’s filters, in the web app. You can make your own.';

async function readFilter(tx: TenantTx, actor: Actor, id: string): Promise<BoardFilter> {
  const row = await selectFilters(tx, actor.userId).where('f.id', '=', id).executeTakeFirstOrThrow();
  return { ...toFilterFacts(row, actor), rules: JSON.parse(row.rules) as BoardFilter['rules'] };
}

function toColumns({ name, rules, onUnknown, action, isForEveryone, isAdjustable }: Values, userId: string) {
  return {
    name,
    rules: toJsonText(rules),
    on_unknown: onUnknown,
    action,
    is_for_everyone: isForEveryone,
    is_adjustable: isAdjustable,
    updated_by: userId,
  };
}

/** The database keeps names apart, and what an owner has in all short enough, also when two are saved at once. */
async function save(isShared: boolean, work: () => Promise<unknown>): Promise<void> {
  try {
    await work();
  } catch (error) {
    const { constraint } = error as { constraint?: string };
    if (constraint === 'board_filters_name') {
      const message = 'There is a filter with this name already';
      throw new AppError('already_taken', { detail: `${message}.`, errors: [{ path: 'body.name', message }] });
    }
    if (constraint !== 'board_filters_characters') throw error;
    const [whose, most] = isShared ? ['The team’s', filterLimits.teamCharacters] : ['Your', filterLimits.ownCharacters];
    const detail = `${whose} filters are too long together: there is room for ${most.toLocaleString('en-US')} characters of rules. Shorten a list of brokers or words, or delete a filter.`;
    throw new AppError('limit_reached', { detail });
  }
}

/** The caller holds the company's lock. */
async function findPlace(tx: TenantTx, ownerId: string | null): Promise<number> {
  const taken = await tx.db
    .selectFrom('board_filters')
    .where('company_id', '=', tx.companyId)
    .where('user_id', 'is not distinct from', ownerId)
    .select('place')
    .execute();
  const free = findFreePlace(taken, filterLimits.filters);
  if (free !== null) return free;
  const whose = ownerId === null ? 'Your team has' : 'You have';
  throw new AppError('limit_reached', { detail: `${whose} ${filterLimits.filters} filters already. Delete one first.` });
}

/** Holds the team's filter until commit, so that nobody deletes it while the copy is made. */
async function requireAdjustable(tx: TenantTx, id: string): Promise<void> {
  const base = await tx.db
    .selectFrom('board_filters')
    .where('company_id', '=', tx.companyId)
    .where('id', '=', id)
    .where('user_id', 'is', null)
    .forKeyShare()
    .select('is_adjustable')
    .executeTakeFirstOrThrow(() => new AppError('not_found'));
  if (!base.is_adjustable) throw new AppError('move_not_allowed', { detail: 'Your team owner keeps this filter the same for everyone.' });
}

export function createFilter({ actor, transaction }: Ctx, input: NewValues): Promise<BoardFilter> {
  const { isShared, basedOnId, isChosen, ...values } = input;
  return transaction(async (tx) => {
    if (isShared && !mayEditShared(actor)) throw new AppError('not_allowed', { detail: onlyOwner });
    if (isShared) await lockCompanyAsOwner(tx, actor);
    else await lockCompany(tx);
    if (basedOnId !== null) await requireAdjustable(tx, basedOnId);
    const ownerId = isShared ? null : actor.userId;
    const place = await findPlace(tx, ownerId);
    const id = uuidv7();
    await save(isShared, () =>
      tx.db
        .insertInto('board_filters')
        .values({ company_id: tx.companyId, id, user_id: ownerId, place, based_on_id: basedOnId, ...toColumns(values, actor.userId) })
        .execute(),
    );
    if (isChosen && !values.isForEveryone) await writeChoice(tx, actor.userId, { filterId: id, isOn: true });
    if (isShared) tx.audit({ action: 'board_filter.created', actorId: actor.userId, detail: { filterId: id, name: values.name } });
    tx.publish({ type: 'board-filters.changed' });
    return readFilter(tx, actor, id);
  });
}

/** A filter that the caller may change. Somebody else's own filter is not to be found. */
async function lockEditable(tx: TenantTx, actor: Actor, id: string): Promise<{ version: number; isShared: boolean; name: string }> {
  const visible = tx.db
    .selectFrom('board_filters')
    .where('company_id', '=', tx.companyId)
    .where('id', '=', id)
    .where(({ eb, or }) => or([eb('user_id', 'is', null), eb('user_id', '=', actor.userId)]))
    .select(['version', 'user_id', 'name']);
  const absent = () => new AppError('not_found');
  // Whose it is never changes.
  const isShared = (await visible.executeTakeFirstOrThrow(absent)).user_id === null;
  if (isShared && !mayEditShared(actor)) throw new AppError('not_allowed', { detail: onlyOwner });
  // The company before the filter, as when one is made. Another person may have become the owner since the guard looked.
  if (isShared) await lockCompanyAsOwner(tx, actor);
  const { version, name } = await visible.forUpdate().executeTakeFirstOrThrow(absent);
  return { version, isShared, name };
}

export function updateFilter({ actor, transaction }: Ctx, id: string, input: Values & { version: number }): Promise<BoardFilter> {
  const { version, ...values } = input;
  return transaction(async (tx) => {
    const before = await lockEditable(tx, actor, id);
    if (before.version !== version) throw new AppError('version_stale', { current: await readFilter(tx, actor, id) });
    if (values.isForEveryone && !before.isShared) {
      const message = 'Only a filter of the team can run for everyone';
      throw new AppError('validation_failed', { errors: [{ path: 'body.isForEveryone', message }] });
    }
    await save(before.isShared, () =>
      tx.db
        .updateTable('board_filters')
        .set({ ...toColumns(values, actor.userId), version: version + 1, updated_at: sql`now()` })
        .where('company_id', '=', tx.companyId)
        .where('id', '=', id)
        .execute(),
    );
    if (before.isShared) tx.audit({ action: 'board_filter.changed', actorId: actor.userId, detail: { filterId: id, name: values.name } });
    tx.publish({ type: 'board-filters.changed' });
    return readFilter(tx, actor, id);
  });
}

/** The database puts whoever uses it on no filter, and copies of it stand alone from then on. */
export function deleteFilter({ actor, transaction }: Ctx, id: string): Promise<void> {
  return transaction(async (tx) => {
    const { isShared, name } = await lockEditable(tx, actor, id);
    await tx.db.deleteFrom('board_filters').where('company_id', '=', tx.companyId).where('id', '=', id).execute();
    if (isShared) tx.audit({ action: 'board_filter.deleted', actorId: actor.userId, detail: { filterId: id, name } });
    tx.publish({ type: 'board-filters.changed' });
  });
}
