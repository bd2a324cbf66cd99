import type { BoardFilterUse } from '@headhaul/contracts/boards/filters';
import { sql } from 'kysely';
import type { TenantTx } from '../../lib/db/database.ts';
import { knownName } from '../../lib/db/person-name.ts';
import { type Ctx, ReadyJson } from '../../lib/http/guards.ts';
import { listRows, mayEditShared, readRevision, toFilterFacts, writeFilters } from './filter-rows.ts';

/** More people than a page shows at once. */
const mostPeople = 500;

interface UseRow {
  userId: string;
  name: string;
  isOn: boolean;
  filterId: string | null;
  filterName: string | null;
  isShared: boolean | null;
  basedOnId: string | null;
  changedRules: number;
  seenAt: Date | null;
  isUpToDate: boolean;
}

function toUse(row: UseRow, userId: string): BoardFilterUse {
  const { filterId: id, filterName: name } = row;
  return {
    userId: row.userId,
    name: row.name,
    isYou: row.userId === userId,
    isOn: row.isOn,
    filter:
      id === null || name === null
        ? null
        : { id, name, isShared: row.isShared === true, basedOnId: row.basedOnId, changedRules: row.changedRules },
    seenAt: row.seenAt?.toISOString() ?? null,
    isUpToDate: row.isUpToDate,
  };
}

/** The caller first, then the others by name. Of hundreds of people no rules are read, only digests of them. */
async function listUses(tx: TenantTx, userId: string): Promise<BoardFilterUse[]> {
  const { rows } = await sql<UseRow>`
    select m.user_id as "userId", ${knownName('u')} as name,
      coalesce(c.is_on, true) as "isOn", f.id as "filterId", f.name as "filterName", f.user_id is null as "isShared",
      f.based_on_id as "basedOnId", c.seen_at as "seenAt", case when b.id is null then 0 else (
        select count(*)::int from jsonb_each_text(f.rule_digests) own full join jsonb_each_text(b.rule_digests) base on base.key = own.key
        where own.value is distinct from base.value) end as "changedRules",
      coalesce(c.seen_revision = coalesce(ours.revision, 0) + coalesce(own.revision, 0), false) as "isUpToDate"
    from memberships m
    join users u on u.id = m.user_id
    left join board_filter_choices c on c.company_id = m.company_id and c.user_id = m.user_id
    left join board_filters f on f.company_id = m.company_id and f.id = c.filter_id
    left join board_filters b on b.company_id = m.company_id and b.id = f.based_on_id
    left join board_filter_revisions ours on ours.company_id = m.company_id and ours.of_user = m.company_id
    left join board_filter_revisions own on own.company_id = m.company_id and own.of_user = m.user_id
    where m.company_id = ${tx.companyId} and m.removed_at is null
    order by m.user_id <> ${userId}, lower(${knownName('u')}), m.user_id
    limit ${mostPeople}`.execute(tx.db);
  return rows.map((row) => toUse(row, userId));
}

export function listFilters({ actor, transaction }: Ctx): Promise<ReadyJson> {
  return transaction(async (tx) => {
    // Before the filters: what changes in between is told again with the next revision.
    const revision = await readRevision(tx, actor.userId);
    const filters = writeFilters(await listRows(tx, actor.userId), (row) => toFilterFacts(row, actor));
    const facts = { revision, uses: await listUses(tx, actor.userId), mayEditShared: mayEditShared(actor) };
    return new ReadyJson(`{"filters":${filters},${JSON.stringify(facts).slice(1)}`);
  });
}
