import type { SavedView, SavedViewInput } from '@headhaul/contracts/saved-views';
import { v7 as uuidv7 } from 'uuid';
import type { z } from 'zod';
import type { TenantTx } from '../../lib/db/database.ts';
import { AppError } from '../../lib/errors.ts';
import type { Ctx } from '../../lib/http/guards.ts';

type ViewValues = z.output<typeof SavedViewInput>;

/** Limit per person. More are a script's mistake. */
const maxViews = 200;
/** Limit per screen for the whole team, including people who left. Everybody's list shows them all. */
const maxShared = 50;
const mostShown = 400;

function selectViews(tx: TenantTx, userId: string) {
  return tx.db
    .selectFrom('saved_views')
    .where('company_id', '=', tx.companyId)
    .select(['id', 'screen', 'name', 'query', 'columns', 'is_shared as isShared'])
    .select(({ eb }) => eb('user_id', '=', userId).as('isMine'));
}

function toView({ isMine, ...row }: Omit<SavedView, 'screen' | 'isMine'> & { screen: string; isMine: unknown }): SavedView {
  return { ...row, screen: row.screen as SavedView['screen'], isMine: isMine === true };
}

/** The person's own views first, then the team's, each by name. */
export function listViews(
  { actor, transaction }: Ctx,
  { screen }: { screen?: SavedView['screen'] | undefined },
): Promise<{ views: SavedView[] }> {
  return transaction(async (tx) => {
    const rows = await selectViews(tx, actor.userId)
      .where(({ eb, or }) => or([eb('user_id', '=', actor.userId), eb('is_shared', '=', true)]))
      .$if(screen !== undefined, (query) => query.where('screen', '=', screen ?? ''))
      .orderBy(({ eb }) => eb('user_id', '<>', actor.userId))
      .orderBy(({ fn }) => fn<string>('lower', ['name']))
      .orderBy('id')
      .limit(mostShown)
      .execute();
    return { views: rows.map(toView) };
  });
}

function toRow({ screen, name, query, columns, isShared }: ViewValues) {
  return { screen, name, query, columns, is_shared: isShared };
}

async function orNameTaken<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const { code, constraint } = error as { code?: string; constraint?: string };
    if (code !== '23505' || constraint !== 'saved_views_name') throw error;
    throw new AppError('already_taken', {
      detail: 'You have a view with this name already.',
      errors: [{ path: 'body.name', message: 'You have a view with this name already' }],
    });
  }
}

/** `exceptId` is the view being saved: if it is shared already, it needs no more room. */
async function requireRoomToShare(tx: TenantTx, { isShared, screen }: ViewValues, exceptId?: string): Promise<void> {
  if (!isShared) return;
  const { count } = await tx.db
    .selectFrom('saved_views')
    .where('company_id', '=', tx.companyId)
    .where('screen', '=', screen)
    .where('is_shared', '=', true)
    .$if(exceptId !== undefined, (query) => query.where('id', '<>', exceptId ?? ''))
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow();
  if (Number(count) < maxShared) return;
  throw new AppError('limit_reached', {
    detail: `Your team shares ${maxShared} views of this screen already. Remove one first, or keep this one to yourself.`,
  });
}

export function createView({ actor, transaction }: Ctx, input: ViewValues): Promise<SavedView> {
  return transaction(async (tx) => {
    const { count } = await tx.db
      .selectFrom('saved_views')
      .where('company_id', '=', tx.companyId)
      .where('user_id', '=', actor.userId)
      .select(({ fn }) => fn.countAll<string>().as('count'))
      .executeTakeFirstOrThrow();
    if (Number(count) >= maxViews) throw new AppError('limit_reached', { detail: `You have ${maxViews} views already. Remove one first.` });
    await requireRoomToShare(tx, input);
    const id = uuidv7();
    await orNameTaken(() =>
      tx.db
        .insertInto('saved_views')
        .values({ company_id: tx.companyId, id, user_id: actor.userId, ...toRow(input) })
        .execute(),
    );
    tx.publish({ type: 'views.changed' });
    return { id, ...input, isMine: true };
  });
}

/** A shared view belongs to the person who made it. Others may use it but not change it. */
async function lockOwnView(tx: TenantTx, userId: string, id: string): Promise<void> {
  const view = await tx.db
    .selectFrom('saved_views')
    .where('company_id', '=', tx.companyId)
    .where('id', '=', id)
    .forUpdate()
    .select(['user_id', 'is_shared'])
    .executeTakeFirst();
  if (!view || (view.user_id !== userId && !view.is_shared)) throw new AppError('not_found');
  if (view.user_id !== userId) throw new AppError('not_allowed', { detail: 'Only who made this view can change it.' });
}

export function updateView({ actor, transaction }: Ctx, id: string, input: ViewValues): Promise<SavedView> {
  return transaction(async (tx) => {
    await lockOwnView(tx, actor.userId, id);
    await requireRoomToShare(tx, input, id);
    await orNameTaken(() =>
      tx.db.updateTable('saved_views').set(toRow(input)).where('company_id', '=', tx.companyId).where('id', '=', id).execute(),
    );
    tx.publish({ type: 'views.changed' });
    return { id, ...input, isMine: true };
  });
}

export function deleteView({ actor, transaction }: Ctx, id: string): Promise<void> {
  return transaction(async (tx) => {
    await lockOwnView(tx, actor.userId, id);
    await tx.db.deleteFrom('saved_views').where('company_id', '=', tx.companyId).where('id', '=', id).execute();
    tx.publish({ type: 'views.changed' });
  });
}
