import { type DocumentKind, documentKindLabels } from '@headhaul/contracts/documents';
import { sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import type { TenantTx } from '../../lib/db/database.ts';
import { insertRows } from '../../lib/db/row-sets.ts';

/** A load has up to a hundred documents. */
export const loadsAtOnce = 20;

interface Removed {
  /** The last of the loads, for the next call. Null when there was none. */
  lastId: string | null;
  documentIds: string[];
}

/** Marks the documents of up to `loadsAtOnce` deleted loads behind this one as removed. Each becomes a line in its load's history. */
export async function removeSome(tx: TenantTx, actorId: string, askedAt: string, afterId: string | null): Promise<Removed> {
  // Said of both tables, because the planner doesn't conclude one from the other and would walk all documents before it.
  const isBehind = (column: string) => (afterId === null ? sql`true` : sql`${sql.raw(column)} > ${afterId}`);
  // Locks in order of id, like all other code, so that two changes of many loads never deadlock.
  const { rows: loads } = await sql<{ id: string; at: Date }>`
    with chosen as materialized (
      select l.id from loads l where l.company_id = ${tx.companyId} and l.deleted_at <= ${askedAt}
        and ${isBehind('l.id')}
        and exists (select from documents d where d.company_id = l.company_id and d.load_id = l.id and d.deleted_at is null and ${isBehind('d.load_id')})
      order by l.id limit ${loadsAtOnce} for no key update)
    update loads set version = version + 1, has_rc = false, has_bol = false, has_pod = false,
      updated_at = greatest(date_trunc('milliseconds', clock_timestamp()), updated_at + interval '1 millisecond')
    where company_id = ${tx.companyId} and id = any(array(select id from chosen)) returning id, updated_at as at`.execute(tx.db);
  const ids = loads.map(({ id }) => id).toSorted();
  const lastId = ids.at(-1) ?? null;
  if (lastId === null) return { lastId, documentIds: [] };
  const documents = await tx.db
    .updateTable('documents')
    .set({ deleted_at: sql`now()` })
    .where('company_id', '=', tx.companyId)
    .where('load_id', 'in', ids)
    .where('deleted_at', 'is', null)
    .returning(['id', 'load_id', 'kind', 'file_name'])
    .execute();
  await tx.db
    .updateTable('load_fees')
    .set({ document_id: null })
    .where('company_id', '=', tx.companyId)
    .where('load_id', 'in', ids)
    .where('document_id', 'is not', null)
    .execute();
  await insertRows(
    tx,
    'load_events',
    loads.flatMap(({ id: loadId, at }) =>
      documents
        .filter(({ load_id }) => load_id === loadId)
        .map(({ kind, file_name }) => ({
          company_id: tx.companyId,
          load_id: loadId,
          at,
          id: uuidv7(),
          kind: 'document.removed',
          source: 'user',
          actor_id: actorId,
          changes: [{ field: documentKindLabels[kind as DocumentKind], from: file_name, to: null }] as never,
        })),
    ),
  );
  tx.publish({ type: 'loads.changed', ids, byUserId: actorId });
  return { lastId, documentIds: documents.map(({ id }) => id) };
}
