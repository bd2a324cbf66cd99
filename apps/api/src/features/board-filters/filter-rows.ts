import type { ActiveBoardFilter, BoardFilter } from '@headhaul/contracts/boards/filters';
import { sql } from 'kysely';
import type { Actor } from '../../lib/auth/actor.ts';
import type { TenantTx } from '../../lib/db/database.ts';
import { knownName } from '../../lib/db/person-name.ts';

/** The team's filters and those of this person. Other people's are nobody else's business. */
export function selectFilters(tx: TenantTx, userId: string) {
  return (
    tx.db
      .selectFrom('board_filters as f')
      .innerJoin('users as u', 'u.id', 'f.updated_by')
      .where('f.company_id', '=', tx.companyId)
      .where(({ eb, or }) => or([eb('f.user_id', 'is', null), eb('f.user_id', '=', userId)]))
      .select(['f.id', 'f.user_id', 'f.version', 'f.name', 'f.on_unknown', 'f.action', 'f.is_for_everyone', 'f.is_adjustable'])
      .select(['f.based_on_id', 'f.updated_at', knownName('u').as('updated_by')])
      // The database keeps what `BoardFilterInput` let through, and answers with many filters pass it on unread.
      .select(sql<string>`f.rules::text`.as('rules'))
  );
}

type Row = Awaited<ReturnType<ReturnType<typeof selectFilters>['execute']>>[number];

/**
 * The team's filters belong to the owner's decisions, as rates and the factor do. An extension's session runs beside other sites' pages, so it
 * changes nothing for others.
 */
export function mayEditShared({ teamRole, audience }: Actor): boolean {
  return teamRole === 'owner' && audience === 'web';
}

/** All but its rules. */
export function toFilterFacts(row: Row, actor: Actor): Omit<BoardFilter, 'rules'> {
  return {
    ...toActiveFacts(row),
    version: row.version,
    isAdjustable: row.is_adjustable,
    basedOnId: row.based_on_id,
    mayEdit: row.user_id !== null || mayEditShared(actor),
    updatedAt: row.updated_at.toISOString(),
    updatedBy: row.updated_by,
  };
}

export function toActiveFacts(row: Row): Omit<ActiveBoardFilter, 'rules'> {
  return {
    id: row.id,
    name: row.name,
    isForEveryone: row.is_for_everyone,
    isShared: row.user_id === null,
    onUnknown: row.on_unknown as BoardFilter['onUnknown'],
    action: row.action as BoardFilter['action'],
  };
}

/** A list of filters as JSON. Their rules may be long, so they stay the text that the database wrote. */
export function writeFilters(rows: readonly Row[], toFacts: (row: Row) => object): string {
  return `[${rows.map((row) => `{"rules":${row.rules},${JSON.stringify(toFacts(row)).slice(1)}`).join(',')}]`;
}

/** The team's filters, then the person's own, each in their order. */
export function listRows(tx: TenantTx, userId: string): Promise<Row[]> {
  return selectFilters(tx, userId)
    .orderBy(({ eb }) => eb('f.user_id', 'is not', null))
    .orderBy('f.place')
    .execute();
}

/** What an extension of this person has to have: it grows with each change of the team's filters, of the person's own and of the choice. */
export async function readRevision(tx: TenantTx, userId: string): Promise<number> {
  const { revision } = await tx.db
    .selectFrom('board_filter_revisions')
    .where('company_id', '=', tx.companyId)
    .where('of_user', 'in', [tx.companyId, userId])
    .select(({ fn }) => fn.coalesce(fn.sum<string>('revision'), sql<string>`0`).as('revision'))
    .executeTakeFirstOrThrow();
  return Number(revision);
}
