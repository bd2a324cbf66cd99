import type { Trailer, TrailerInput, Truck, TruckInput } from '@headhaul/contracts/fleet';
import type { Equipment } from '@headhaul/domain/equipment';
import { type SqlBool, sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import type { z } from 'zod';
import type { TenantTx } from '../../lib/db/database.ts';
import { AppError } from '../../lib/errors.ts';
import type { Ctx } from '../../lib/http/guards.ts';

type TruckValues = z.output<typeof TruckInput>;
type TrailerValues = z.output<typeof TrailerInput>;
type Table = 'trucks' | 'trailers';

const words: Record<Table, string> = { trucks: 'Truck', trailers: 'Trailer' };
const driverColumn: Record<Table, 'truck_id' | 'trailer_id'> = { trucks: 'truck_id', trailers: 'trailer_id' };

/** Drivers by the truck or trailer they have now, read in one pass however large the fleet is. */
function holders(tx: TenantTx, table: Table) {
  const column = sql.ref(`d.${driverColumn[table]}`);
  return sql<{ fleet_id: string; drivers: Truck['drivers'] }>`(
    select ${column} as fleet_id,
      json_agg(json_build_object('id', d.id, 'name', trim(d.name || ' ' || d.family_name)) order by d.id) as drivers
    from drivers d where d.company_id = ${tx.companyId} and d.deleted_at is null and ${column} is not null group by 1)`.as<'h'>(
    sql.ref('h'),
  );
}

const heldBy = sql<Truck['drivers']>`coalesce(h.drivers, '[]')`.as('drivers');

/** Shorter numbers first, so that 9 comes before 10 and 114A comes among the other four-character numbers. */
const byNumber = sql`length(f.number), lower(f.number)`;

function selectTrucks(tx: TenantTx) {
  return tx.db
    .selectFrom('trucks as f')
    .leftJoin(holders(tx, 'trucks'), 'h.fleet_id', 'f.id')
    .where('f.company_id', '=', tx.companyId)
    .where('f.deleted_at', 'is', null)
    .select(['f.id', 'f.number', 'f.make', 'f.model', 'f.year', 'f.vin', 'f.plate', heldBy])
    .select(['f.mpg_loaded as mpgLoaded', 'f.mpg_empty as mpgEmpty', 'f.fixed_cost_per_day_cents as fixedCostPerDayCents']);
}

function selectTrailers(tx: TenantTx) {
  return tx.db
    .selectFrom('trailers as f')
    .leftJoin(holders(tx, 'trailers'), 'h.fleet_id', 'f.id')
    .where('f.company_id', '=', tx.companyId)
    .where('f.deleted_at', 'is', null)
    .select(['f.id', 'f.number', 'f.length_ft as lengthFt', 'f.vin', 'f.plate', heldBy])
    .select(sql<Equipment>`f.equipment`.as('equipment'));
}

export function listFleet({ transaction }: Ctx): Promise<{ trucks: Truck[]; trailers: Trailer[] }> {
  return transaction(async (tx) => ({
    trucks: await selectTrucks(tx).orderBy(byNumber).execute(),
    trailers: await selectTrailers(tx).orderBy(byNumber).execute(),
  }));
}

function truckColumns(input: TruckValues) {
  const { mpgLoaded, mpgEmpty, fixedCostPerDayCents, ...same } = input;
  return { ...same, mpg_loaded: mpgLoaded, mpg_empty: mpgEmpty, fixed_cost_per_day_cents: fixedCostPerDayCents };
}

function trailerColumns({ lengthFt, ...same }: TrailerValues) {
  return { ...same, length_ft: lengthFt };
}

export function createTruck(ctx: Ctx, input: TruckValues): Promise<Truck> {
  return create(ctx, 'trucks', truckColumns(input), (tx, id) => selectTrucks(tx).where('f.id', '=', id).executeTakeFirstOrThrow());
}

export function updateTruck(ctx: Ctx, id: string, input: TruckValues): Promise<Truck> {
  return update(ctx, 'trucks', id, truckColumns(input), (tx) => selectTrucks(tx).where('f.id', '=', id).executeTakeFirstOrThrow());
}

export function deleteTruck(ctx: Ctx, id: string): Promise<void> {
  return takeOutOfUse(ctx, 'trucks', id);
}

export function createTrailer(ctx: Ctx, input: TrailerValues): Promise<Trailer> {
  return create(ctx, 'trailers', trailerColumns(input), (tx, id) => selectTrailers(tx).where('f.id', '=', id).executeTakeFirstOrThrow());
}

export function updateTrailer(ctx: Ctx, id: string, input: TrailerValues): Promise<Trailer> {
  return update(ctx, 'trailers', id, trailerColumns(input), (tx) => selectTrailers(tx).where('f.id', '=', id).executeTakeFirstOrThrow());
}

export function deleteTrailer(ctx: Ctx, id: string): Promise<void> {
  return takeOutOfUse(ctx, 'trailers', id);
}

type Columns = { number: string };

/** Maximum each of trucks and trailers. The screen shows all at once. A carrier with more has its own fleet software. */
const maxInUse = 2_000;

async function requireRoom(tx: TenantTx, table: Table): Promise<void> {
  const { count } = await tx.db
    .selectFrom(table)
    .where('company_id', '=', tx.companyId)
    .where('deleted_at', 'is', null)
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow();
  if (Number(count) < maxInUse) return;
  const most = maxInUse.toLocaleString('en-US');
  throw new AppError('limit_reached', {
    detail: `You have ${most} ${table}. That is the most a fleet can have. Take one out of use first.`,
  });
}

function create<T>({ transaction }: Ctx, table: Table, columns: Columns, read: (tx: TenantTx, id: string) => Promise<T>): Promise<T> {
  return transaction(async (tx) => {
    await requireRoom(tx, table);
    const id = uuidv7();
    const made = await tx.db
      .insertInto(table)
      .values({ ...columns, company_id: tx.companyId, id })
      .onConflict((conflict) => conflict.doNothing())
      .returning('id')
      .executeTakeFirst();
    if (!made) throw numberTaken(table, columns.number);
    const row = await read(tx, id);
    tx.publish({ type: 'fleet.changed' });
    return row;
  });
}

function update<T>({ transaction }: Ctx, table: Table, id: string, columns: Columns, read: (tx: TenantTx) => Promise<T>): Promise<T> {
  return transaction(async (tx) => {
    const changed = await tx.db
      .updateTable(table)
      .set(columns)
      .where('company_id', '=', tx.companyId)
      .where('id', '=', id)
      .where('deleted_at', 'is', null)
      .returning('id')
      .executeTakeFirst()
      .catch((error: unknown) => {
        throw (error as { code?: string }).code === '23505' ? numberTaken(table, columns.number) : error;
      });
    if (!changed) throw new AppError('not_found');
    const row = await read(tx);
    tx.publish({ type: 'fleet.changed' });
    return row;
  });
}

function numberTaken(table: Table, number: string): AppError {
  const message = `${words[table]} ${number} is already in your fleet`;
  return new AppError('already_taken', { detail: `${message}.`, errors: [{ path: 'body.number', message }] });
}

/**
 * A truck or trailer that a driver has can't be removed: the driver gets another one first. Loads keep the number they were hauled
 * with.
 */
function takeOutOfUse({ transaction }: Ctx, table: Table, id: string): Promise<void> {
  return transaction(async (tx) => {
    const row = await lockFleetRow(tx, table, id);
    if (!row) throw new AppError('not_found');
    const holder = await tx.db
      .selectFrom('drivers')
      .where('company_id', '=', tx.companyId)
      .where(driverColumn[table], '=', id)
      .where('deleted_at', 'is', null)
      .select(['name', 'family_name'])
      .executeTakeFirst();
    if (holder) {
      const who = `${holder.name} ${holder.family_name}`.trim();
      throw new AppError('move_not_allowed', { detail: `${words[table]} ${row.number} is with ${who}. Assign them another one first.` });
    }
    await tx.db.updateTable(table).set({ deleted_at: sql`now()` }).where('company_id', '=', tx.companyId).where('id', '=', id).execute();
    tx.publish({ type: 'fleet.changed' });
  });
}

/** Locked until commit, so that two drivers can't be given the same truck at once, nor one that is being taken out of use. */
export function lockFleetRow(tx: TenantTx, table: Table, id: string): Promise<{ id: string; number: string } | undefined> {
  return tx.db
    .selectFrom(table)
    .where('company_id', '=', tx.companyId)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .forNoKeyUpdate()
    .select(['id', 'number'])
    .executeTakeFirst();
}

/** Finds the truck or trailer with this number, or makes it. Two requests at once get the same row. */
export async function findOrMakeFleetRow(
  tx: TenantTx,
  table: Table,
  number: string,
  made: { equipment?: Equipment; length_ft?: number | null } = {},
): Promise<{ id: string; isNew: boolean }> {
  for (;;) {
    const known = await tx.db
      .selectFrom(table)
      .where('company_id', '=', tx.companyId)
      .where(sql<SqlBool>`lower(number) = lower(${number})`)
      .where('deleted_at', 'is', null)
      .select('id')
      .executeTakeFirst();
    if (known) return { id: known.id, isNew: false };
    await requireRoom(tx, table);
    const inserted = await tx.db
      .insertInto(table)
      .values({ ...made, company_id: tx.companyId, id: uuidv7(), number })
      .onConflict((conflict) => conflict.doNothing())
      .returning('id')
      .executeTakeFirst();
    if (inserted) return { id: inserted.id, isNew: true };
  }
}
