import type { SentFile } from '@headhaul/contracts/http/endpoint';
import type { LoadListQuery, LoadPage } from '@headhaul/contracts/loads/list';
import { loadFields, type TableFieldKey, tableFieldKeys } from '@headhaul/domain/loads/fields';
import type { TableCell } from '@headhaul/domain/tables/csv';
import { dayAt } from '@headhaul/domain/time/zoned-time';
import { sql } from 'kysely';
import { readInTurn } from '../../lib/admission/page-queue.ts';
import type { TenantTx } from '../../lib/db/database.ts';
import { personName } from '../../lib/db/person-name.ts';
import type { Ctx } from '../../lib/http/guards.ts';
import { writeCsvTable } from '../../lib/tables/csv-write.ts';
import type { ExportedTable } from '../../lib/tables/table-writer.ts';
import { writeXlsx } from '../../lib/tables/xlsx-write.ts';
import { type ListCtx, listLoads } from '../loads/list/list.service.ts';
import { readCompanyZone } from '../loads/write/create-load.service.ts';
import { loadColumns, type TableLoad, toTableRow } from './load-table.ts';

/** A page is read and converted without a pause, so it is small. */
const pageLoads = 100;

type ExportQuery = Omit<LoadListQuery, 'cursor' | 'limit'> & { format: 'csv' | 'xlsx' };

type Filters = Omit<ExportQuery, 'format'>;
type ExportCtx = ListCtx & Pick<Ctx, 'transaction'>;

/** The list as the screen filters and sorts it. */
export async function exportLoads(ctx: Ctx, { format, ...filters }: ExportQuery): Promise<SentFile> {
  const table = await openLoadTable(ctx, filters);
  const zone = await ctx.transaction(async (tx) => {
    tx.noteSecurity({ kind: 'loads.downloaded', actorId: ctx.actor.userId, detail: { format } });
    return readCompanyZone(tx);
  });
  const name = `Loads ${dayAt(Date.now(), zone)}`;
  return format === 'csv'
    ? { content: writeCsvTable(table), contentType: 'text/csv; charset=utf-8', fileName: `${name}.csv` }
    : {
        content: writeXlsx(table),
        contentType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
        fileName: `${name}.xlsx`,
      };
}

/**
 * All pages of a list as one table. Each page is read in its own transaction and takes its own turn in the queue. A long export
 * holds no lock, several exports of one company take turns page by page, and those of other companies come in between.
 */
export async function openLoadTable(ctx: ExportCtx, filters: Filters): Promise<ExportedTable> {
  const zone = await ctx.transaction(readCompanyZone);
  // Read the first page before the response begins, so that an unreadable filter is still answered with its own status.
  const { heavy } = ctx.platform.queues;
  const { companyId } = ctx.actor;
  const first = await heavy.take(companyId, () => readPage(ctx, filters, zone, undefined));
  async function* batches(): AsyncGenerator<TableCell[][]> {
    yield first.rows;
    for (let cursor = first.nextCursor; cursor !== null; ) {
      const from = cursor;
      const page = await readInTurn(heavy, companyId, () => readPage(ctx, filters, zone, from));
      yield page.rows;
      cursor = page.nextCursor;
    }
  }
  return { name: 'Loads', columns: loadColumns, batches: batches() };
}

async function readPage(ctx: ExportCtx, filters: Filters, zone: string, cursor: string | undefined) {
  const { text } = await listLoads(ctx, { ...filters, cursor, limit: pageLoads });
  const { loads, nextCursor } = JSON.parse(text) as LoadPage;
  const more = await ctx.transaction((tx) =>
    readMore(
      tx,
      loads.map(({ id }) => id),
    ),
  );
  const rows = loads.flatMap((load) => toTableLoad(load, more.get(load.id))).map((load) => toTableRow(load, zone));
  return { rows, nextCursor };
}

type More = Omit<TableLoad, Exclude<keyof LoadPage['loads'][number], TableFieldKey>>;

/** A load that was permanently deleted between the two reads is left out. */
function toTableLoad(load: LoadPage['loads'][number], more: More | undefined): TableLoad[] {
  return more ? [{ ...load, ...more }] : [];
}

const plainColumns = tableFieldKeys.map((key) => `l.${loadFields[key].column} as "${key}"`).join(', ');

/** The columns that the table has and the list doesn't. */
async function readMore(tx: TenantTx, ids: readonly string[]): Promise<Map<string, More>> {
  const zip = (kind: 'PICKUP' | 'DELIVERY', order: 'asc' | 'desc') => sql`(select s.zip from load_stops s
    where s.company_id = l.company_id and s.load_id = l.id and s.kind = ${kind} order by s.sequence ${sql.raw(order)} limit 1)`;
  const { rows } = await sql<More & { id: string }>`
    select l.id, ${sql.raw(plainColumns)}, l.driver_pay_cents::float8 as "driverPayCents",
      t.number as "trailerNumber", ${zip('PICKUP', 'asc')} as "pickupZip", ${zip('DELIVERY', 'desc')} as "deliveryZip",
      ${personName('u')} as "dispatcherName"
    from loads l
      left join trailers t on t.company_id = l.company_id and t.id = l.trailer_id
      left join users u on u.id = l.dispatcher_id
    where l.company_id = ${tx.companyId} and l.id = any(${ids}::uuid[])`.execute(tx.db);
  return new Map(rows.map(({ id, ...more }) => [id, more]));
}
