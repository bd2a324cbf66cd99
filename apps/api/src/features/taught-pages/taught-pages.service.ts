import {
  type AgreedPages,
  type CompanyPage,
  siteOf,
  type TaughtPageOffer,
  taughtPageLimits,
} from '@headhaul/contracts/boards/taught-pages';
import { sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import type { Actor } from '../../lib/auth/actor.ts';
import { lockCompany, lockCompanyAsOwner } from '../../lib/auth/company-lock.ts';
import { sha256 } from '../../lib/auth/crypto.ts';
import type { TenantTx } from '../../lib/db/database.ts';
import { findFreePlace } from '../../lib/db/free-place.ts';
import { knownName } from '../../lib/db/person-name.ts';
import { toJsonText } from '../../lib/db/row-sets.ts';
import { AppError } from '../../lib/errors.ts';
import type { Ctx } from '../../lib/http/guards.ts';
import { selectPages, toAgreedPage, toCompanyPage } from './page-rows.ts';

const absent = () => new AppError('not_found');

/** A place among those that wait, or those that are agreed to. The caller holds the company's lock. */
async function findPlace(tx: TenantTx, isAgreed: boolean): Promise<number> {
  const most = isAgreed ? taughtPageLimits.agreed : taughtPageLimits.offered;
  const taken = await tx.db
    .selectFrom('taught_pages')
    .where('company_id', '=', tx.companyId)
    .where(sql<boolean>`agreed_at is not null`, '=', isAgreed)
    .select('place')
    .execute();
  const free = findFreePlace(taken, most);
  if (free !== null) return free;
  const detail = isAgreed
    ? `Your company reads ${most} pages already. Take one back first.`
    : `${most} pages wait for the team owner’s answer already.`;
  throw new AppError('limit_reached', { detail });
}

async function readOwner(tx: TenantTx, actor: Actor): Promise<{ name: string; isYou: boolean } | null> {
  const owner = await tx.db
    .selectFrom('memberships as m')
    .innerJoin('users as u', 'u.id', 'm.user_id')
    .where('m.company_id', '=', tx.companyId)
    .where('m.role', '=', 'owner')
    .where('m.removed_at', 'is', null)
    .select(['u.id', knownName('u').as('name')])
    .executeTakeFirst();
  return owner?.name == null ? null : { name: owner.name, isYou: owner.id === actor.userId };
}

/** A new offer of the same person for the same page takes the place of the one before, with a new id: an owner agrees to what was shown. */
export function offerPage({ actor, transaction }: Ctx, { origin, path, learned }: TaughtPageOffer) {
  return transaction(async (tx) => {
    await lockCompany(tx);
    await tx.db
      .deleteFrom('taught_pages')
      .where('company_id', '=', tx.companyId)
      .where('origin', '=', origin)
      .where('path', '=', path)
      .where('taught_by', '=', actor.userId)
      .where('agreed_at', 'is', null)
      .execute();
    const { waiting } = await tx.db
      .selectFrom('taught_pages')
      .where('company_id', '=', tx.companyId)
      .where('taught_by', '=', actor.userId)
      .where('agreed_at', 'is', null)
      .select(({ fn }) => fn.countAll<string>().as('waiting'))
      .executeTakeFirstOrThrow();
    if (Number(waiting) >= taughtPageLimits.offeredByPerson) {
      throw new AppError('limit_reached', { detail: `${waiting} of your pages wait for the team owner’s answer already.` });
    }
    const id = uuidv7();
    await tx.db
      .insertInto('taught_pages')
      .values({
        company_id: tx.companyId,
        id,
        origin,
        path,
        learned: toJsonText(learned),
        taught_by: actor.userId,
        place: await findPlace(tx, false),
      })
      .execute();
    tx.publish({ type: 'board-pages.changed' });
    return { id, owner: await readOwner(tx, actor) };
  });
}

/** The owner sees every offer, a member their own, and both what the company reads. */
export function listCompanyPages({ actor, transaction }: Ctx): Promise<{ pages: CompanyPage[]; mayDecide: boolean }> {
  const mayDecide = actor.teamRole === 'owner';
  return transaction(async (tx) => {
    const rows = await selectPages(tx)
      .where(({ eb, or }) => or([eb('p.agreed_at', 'is not', null), eb('p.taught_by', '=', actor.userId), eb.lit(mayDecide)]))
      .orderBy(({ eb }) => eb('p.agreed_at', 'is not', null))
      .orderBy('p.offered_at', 'desc')
      .orderBy('p.id')
      .execute();
    return { pages: rows.map((row) => toCompanyPage(row, actor.userId)), mayDecide };
  });
}

/** What was learned never changes in a row. The name does, and goes when its person is forgotten. */
async function readTag(tx: TenantTx, userId: string): Promise<string> {
  const rows = await tx.db
    .selectFrom('taught_pages as p')
    .innerJoin('users as t', 't.id', 'p.taught_by')
    .where('p.company_id', '=', tx.companyId)
    .where(({ eb, or }) => or([eb('p.agreed_at', 'is not', null), eb('p.taught_by', '=', userId)]))
    .orderBy('p.id')
    .select(['p.id', 'p.agreed_at', knownName('t').as('taught_by')])
    .execute();
  const state = rows.map(({ id, agreed_at, taught_by }) => [id, agreed_at !== null, taught_by]);
  return sha256(JSON.stringify([tx.companyId, state]))
    .toString('hex')
    .slice(0, 32);
}

export function listAgreedPages({ actor, transaction }: Ctx, known: string | null): Promise<AgreedPages> {
  return transaction(async (tx) => {
    // Before the pages: what changes in between is told again with the next tag.
    const tag = await readTag(tx, actor.userId);
    if (tag === known) return { tag, pages: null, offered: null };
    const rows = await selectPages(tx)
      .where(({ eb, or }) => or([eb('p.agreed_at', 'is not', null), eb('p.taught_by', '=', actor.userId)]))
      .orderBy('p.id')
      .execute();
    return {
      tag,
      pages: rows.flatMap((row) => (row.agreed_at === null ? [] : toAgreedPage(row))),
      offered: rows.flatMap(({ agreed_at, origin, path }) => (agreed_at === null ? [{ origin, path }] : [])),
    };
  });
}

/** Who agrees again to what is agreed to gets the same answer. */
export function agreeToPage({ actor, transaction }: Ctx, id: string): Promise<CompanyPage> {
  return transaction(async (tx) => {
    await lockCompanyAsOwner(tx, actor);
    const read = () => selectPages(tx).where('p.id', '=', id).executeTakeFirstOrThrow(absent);
    const offer = await read();
    if (toCompanyPage(offer, actor.userId).learned === null) {
      throw new AppError('move_not_allowed', { detail: 'This page can’t be read any more. Have it taught again.' });
    }
    if (offer.agreed_at === null) {
      await tx.db
        .deleteFrom('taught_pages')
        .where('company_id', '=', tx.companyId)
        .where('origin', '=', offer.origin)
        .where('path', '=', offer.path)
        .where('agreed_at', 'is not', null)
        .execute();
      await tx.db
        .updateTable('taught_pages')
        .set({ agreed_by: actor.userId, agreed_at: sql`now()`, place: await findPlace(tx, true) })
        .where('company_id', '=', tx.companyId)
        .where('id', '=', id)
        .execute();
      tx.audit({ action: 'board_page.agreed', actorId: actor.userId, detail: { pageId: id, site: siteOf(offer) } });
      tx.publish({ type: 'board-pages.changed' });
    }
    return toCompanyPage(await read(), actor.userId);
  });
}

/** The owner says no to an offer, or takes back what was agreed. */
export function removePage({ actor, transaction }: Ctx, id: string): Promise<{ wasAgreed: boolean }> {
  return transaction(async (tx) => {
    await lockCompanyAsOwner(tx, actor);
    const page = await tx.db
      .deleteFrom('taught_pages')
      .where('company_id', '=', tx.companyId)
      .where('id', '=', id)
      .returning(['origin', 'path', 'agreed_at'])
      .executeTakeFirst();
    if (page === undefined) throw absent();
    const wasAgreed = page.agreed_at !== null;
    const action = wasAgreed ? 'board_page.taken_back' : 'board_page.declined';
    tx.audit({ action, actorId: actor.userId, detail: { pageId: id, site: siteOf(page) } });
    tx.publish({ type: 'board-pages.changed' });
    return { wasAgreed };
  });
}
