import { LearnedConfig } from '@headhaul/contracts/boards/learned-config';
import type { AgreedPage, CompanyPage } from '@headhaul/contracts/boards/taught-pages';
import type { TenantTx } from '../../lib/db/database.ts';
import { knownName } from '../../lib/db/person-name.ts';

export function selectPages(tx: TenantTx) {
  return tx.db
    .selectFrom('taught_pages as p')
    .innerJoin('users as t', 't.id', 'p.taught_by')
    .leftJoin('users as a', 'a.id', 'p.agreed_by')
    .where('p.company_id', '=', tx.companyId)
    .select(['p.id', 'p.origin', 'p.path', 'p.learned', 'p.taught_by as taught_by_id', 'p.offered_at', 'p.agreed_at'])
    .select([knownName('t').as('taught_by'), knownName('a').as('agreed_by')]);
}

type Row = Awaited<ReturnType<ReturnType<typeof selectPages>['execute']>>[number];

function toPage({ id, origin, path, taught_by, offered_at }: Row) {
  return { id, origin, path, taughtBy: taught_by, offeredAt: offered_at.toISOString() };
}

/** Null for what a newer schema refuses. */
const readLearned = (row: Row): LearnedConfig | null => LearnedConfig.safeParse(row.learned).data ?? null;

/** One that can't be read holds a place too, so it is listed to be removed. */
export function toCompanyPage(row: Row, userId: string): CompanyPage {
  const { agreed_at, agreed_by, taught_by_id } = row;
  return {
    ...toPage(row),
    agreedAt: agreed_at?.toISOString() ?? null,
    agreedBy: agreed_by,
    isYours: taught_by_id === userId,
    learned: readLearned(row),
  };
}

export function toAgreedPage(row: Row): AgreedPage[] {
  const learned = readLearned(row);
  return learned === null ? [] : [{ ...toPage(row), learned }];
}
