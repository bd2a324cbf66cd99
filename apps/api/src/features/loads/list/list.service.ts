import type { LoadFilters, LoadListQuery, LoadTotals } from '@headhaul/contracts/loads/list';
import type { LoadRow } from '@headhaul/contracts/loads/record';
import { uncountedStatuses } from '@headhaul/domain/loads/status';
import { z } from 'zod';
import { decodeCursor, encodeCursor } from '../../../lib/http/cursor.ts';
import { type Ctx, ReadyJson } from '../../../lib/http/guards.ts';
import { findNeedingAttention } from './attention.ts';
import { startDraft } from './filter.ts';
import { loadLine } from './line.ts';
import { type Slice, sorts, writePage } from './source.ts';

const instantKeys = z.tuple([z.iso.datetime({ offset: true }), z.uuid()]);
const centsKeys = z.tuple([z.int(), z.uuid()]);

/** The company whose loads are listed. An export job has no session, so a full `Ctx` is not needed. */
export type ListCtx = Pick<Ctx, 'platform'> & { actor: { companyId: string } };

export async function listLoads(ctx: ListCtx, query: LoadListQuery): Promise<ReadyJson> {
  const { companyId } = ctx.actor;
  const draft = startDraft(companyId);
  // Asks for one load more than the page shows. If it exists, there is a next page.
  const slice: Slice = { sort: query.sort, order: query.order, after: readCursor(query), limit: query.limit + 1 };
  const page = writePage(query, slice, 'l.*', draft, await findAsked(ctx, query));
  const text = `select count(*), string_agg(${loadLine}, E',\\n') from (${page.text}) l`;
  const [row] = await ctx.platform.db.readAsTenant(companyId, { ...page, text, values: draft.values });
  const [found, lines] = row ?? [];
  return new ReadyJson(writeReply(lines ?? '', Number(found), query));
}

async function findAsked({ platform, actor }: ListCtx, { needsAttention }: LoadFilters): Promise<string[] | undefined> {
  return needsAttention ? findNeedingAttention(platform.db, actor.companyId) : undefined;
}

function readCursor({ cursor, sort }: LoadListQuery): Slice['after'] {
  if (cursor === undefined) return null;
  const [value, id] = decodeCursor(cursor, sort === 'GROSS' ? centsKeys : instantKeys);
  return { value: String(value), id };
}

/** Lines are separated by a comma and a line break, which can't occur inside the JSON of a line. */
function writeReply(lines: string, found: number, { limit, sort }: LoadListQuery): string {
  if (found <= limit) return `{"loads":[${lines}],"nextCursor":null}`;
  const shown = lines.slice(0, lines.lastIndexOf(',\n'));
  const last = JSON.parse(shown.slice(shown.lastIndexOf(',\n') + 1)) as LoadRow;
  return `{"loads":[${shown}],"nextCursor":"${encodeCursor([last[sorts[sort].key], last.id])}"}`;
}

const totalledLoads = 20_000;
const isTonu = `(status = 'TONU' or status_before_problem is not distinct from 'TONU')`;
const isCounted = `status not in (${uncountedStatuses.map((status) => `'${status}'`).join(', ')})`;

export async function getLoadTotals(ctx: Ctx, filters: LoadFilters): Promise<LoadTotals> {
  const { companyId } = ctx.actor;
  const draft = startDraft(companyId);
  const slice: Slice = { sort: 'PICKUP', order: 'asc', after: null, limit: totalledLoads + 1 };
  const page = writePage(
    filters,
    slice,
    'l.status, l.status_before_problem, l.loaded_miles, l.deadhead_miles, l.gross_cents, row_number() over () as place',
    draft,
    await findAsked(ctx, filters),
  );
  const filter = (condition: string) => `filter (where place <= ${totalledLoads} and ${condition})`;
  const sum = (column: string) => `coalesce(sum(${column}) ${filter(isCounted)}, 0)`;
  const sums = [
    `count(*) ${filter(`status = 'DRAFT'`)}`,
    sum(`case when ${isTonu} then 0 else loaded_miles end`),
    sum('deadhead_miles'),
    sum('gross_cents'),
    `count(*) ${filter(`${isCounted} and loaded_miles = 0 and not ${isTonu}`)}`,
  ];
  const text = `select count(*), ${sums.join(', ')} from (${page.text}) l`;
  // Not prepared: totals are read far less often than the list.
  const [row] = await ctx.platform.db.readAsTenant(companyId, { text, values: draft.values });
  const [loads = 0, drafts = 0, loadedMiles = 0, deadheadMiles = 0, grossCents = 0, loadsWithoutMiles = 0] = (row ?? []).map(Number);
  const isPartial = loads > totalledLoads;
  return { loads: Math.min(loads, totalledLoads), drafts, loadedMiles, deadheadMiles, grossCents, loadsWithoutMiles, isPartial };
}
