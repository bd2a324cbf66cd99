import type { Driver, DriverCounts } from '@headhaul/contracts/drivers';
import type { DriverStatus } from '@headhaul/domain/drivers/status';
import { z } from 'zod';
import { decodeCursor, encodeCursor } from '../../lib/http/cursor.ts';
import { type Ctx, ReadyJson } from '../../lib/http/guards.ts';
import { addReadyPoints, type DriverFacts, type DriverReader, readDrivers, writeDrivers } from './driver-facts.service.ts';

interface DriverQuery {
  search?: string | undefined;
  status?: DriverStatus[] | undefined;
  dispatcherId?: string[] | undefined;
  employment?: Driver['employment'] | undefined;
  deleted?: boolean | undefined;
  sort: 'EMPTY' | 'NAME';
  cursor?: string | undefined;
  limit: number;
}

type Counts = z.output<typeof DriverCounts>;

/** A position in the order: group, time, name, id. */
const SortKey = z.tuple([z.number(), z.number(), z.string(), z.uuid()]);
type SortKey = z.output<typeof SortKey>;

const notKnown = Number.MAX_SAFE_INTEGER;

/**
 * A driver's status follows from the loads, so the order and the counts need every driver of the company. That is hundreds of rows.
 * They are read at once and sorted here, and the page begins after the key of the last driver shown. Only the drivers on the page
 * are read completely.
 */
export async function listDrivers({ platform, actor: { companyId } }: Ctx, query: DriverQuery): Promise<ReadyJson> {
  const after = query.cursor === undefined ? null : decodeCursor(query.cursor, SortKey);
  const nowMs = Date.now();
  const reader: DriverReader = { companyId, read: (read) => platform.db.readAsTenant(companyId, read) };
  const drivers = await readDrivers(reader, { isDeleted: query.deleted ?? false });
  const named = drivers.filter((driver) => isWanted(driver, query));
  const sorted = named
    .filter((driver) => isInView(driver, query))
    .map((driver) => ({ driver, key: query.sort === 'NAME' ? nameKey(driver) : emptyKey(driver, nowMs) }))
    .filter(({ key }) => after === null || compareKeys(key, after) > 0)
    .sort((a, b) => compareKeys(a.key, b.key));
  const page = sorted.slice(0, query.limit);
  const last = sorted.length > query.limit ? page.at(-1) : undefined;
  // Places belong to no company.
  const shown = await addReadyPoints(
    platform.db.global,
    page.map(({ driver }) => driver),
  );
  const counts = countDrivers(query.deleted ? [] : named, await countArchived(reader));
  const nextCursor = last ? encodeCursor(last.key) : null;
  const lines = await writeDrivers(reader, shown);
  return new ReadyJson(`{"drivers":[${lines.join(',')}],${JSON.stringify({ nextCursor, counts }).slice(1)}`);
}

async function countArchived({ companyId, read }: DriverReader): Promise<number> {
  const [cells] = await read({
    name: 'drivers_archived_count',
    text: 'select count(*) from drivers where company_id = $1 and deleted_at is not null',
    values: [companyId],
  });
  return Number(cells?.[0]);
}

/** The filters that also narrow the counts: the dispatcher and the search words. */
function isWanted(driver: DriverFacts, { search, dispatcherId }: DriverQuery): boolean {
  if (dispatcherId !== undefined && (driver.dispatcherId === null || !dispatcherId.includes(driver.dispatcherId))) return false;
  if (!search) return true;
  const { name, familyName, truckNumber, trailerNumber, email } = driver;
  const words = ` ${[name, familyName, truckNumber, trailerNumber, email].join(' ')}`.toLowerCase();
  return search
    .toLowerCase()
    .split(/\s+/)
    .every((word) => {
      const digits = word.replace(/[().#+-]/g, '');
      return words.includes(` ${word}`) || (/^\d{3,}$/.test(digits) && (driver.phone?.includes(digits) ?? false));
    });
}

/** The filters of the tab. Inactive drivers have their own tab, and are at the end of the whole list. */
function isInView(driver: DriverFacts, { status, employment }: DriverQuery): boolean {
  if (employment !== undefined && driver.employment !== employment) return false;
  if (status === undefined) return true;
  return status.includes(driver.status) && (employment !== undefined || driver.employment === 'ACTIVE');
}

function fullName({ name, familyName }: DriverFacts): string {
  return `${name} ${familyName}`.trim().toLowerCase();
}

function nameKey(driver: DriverFacts): SortKey {
  return [0, 0, fullName(driver), driver.id];
}

/**
 * Empty now first, then by when they will be empty, then unknown, then drivers who are off by when they are back. Inactive drivers
 * are last.
 */
function emptyKey(driver: DriverFacts, nowMs: number): SortKey {
  const readyMs = driver.readyAt === null ? notKnown : Date.parse(driver.readyAt);
  return [emptyGroup(driver, readyMs, nowMs), readyMs, fullName(driver), driver.id];
}

function emptyGroup({ employment, status }: DriverFacts, readyMs: number, nowMs: number): number {
  if (employment === 'INACTIVE') return 4;
  if (status === 'READY' && (readyMs === notKnown || readyMs <= nowMs)) return 0;
  if (status === 'HOME' || status === 'REST' || status === 'IN_SHOP' || status === 'NOT_READY') return 3;
  return readyMs === notKnown ? 2 : 1;
}

function compareKeys(a: SortKey, b: SortKey): number {
  return a[0] - b[0] || a[1] - b[1] || compareText(a[2], b[2]) || compareText(a[3], b[3]);
}

function compareText(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

function countDrivers(drivers: readonly DriverFacts[], archived: number): Counts {
  const active = drivers.filter(({ employment }) => employment === 'ACTIVE');
  const count = (...statuses: DriverStatus[]) => active.filter(({ status }) => statuses.includes(status)).length;
  return {
    all: active.length,
    onLoad: count('ON_LOAD'),
    ready: count('READY'),
    planned: count('PLANNED'),
    off: count('HOME', 'REST', 'IN_SHOP', 'NOT_READY'),
    inactive: drivers.length - active.length,
    archived,
  };
}
