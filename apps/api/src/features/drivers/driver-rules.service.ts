import type { DriverValues } from '@headhaul/contracts/drivers';
import type { FieldError } from '@headhaul/contracts/http/errors';
import { sql } from 'kysely';
import type { TenantTx } from '../../lib/db/database.ts';
import { AppError } from '../../lib/errors.ts';
import { findOrMakeFleetRow, lockFleetRow } from '../fleet/fleet.service.ts';

/** A driver's row, locked until commit. */
export interface LockedDriver {
  id: string;
  name: string;
  version: number;
  isArchived: boolean;
  isActive: boolean;
  partnerId: string | null;
  dispatcherId: string | null;
  truckId: string | null;
  trailerId: string | null;
  homeCity: string | null;
  homeState: string | null;
}

/** Locks the rows in id order, so that two changes of the same team never deadlock. */
export async function lockDrivers(tx: TenantTx, ids: readonly (string | null)[]): Promise<Map<string, LockedDriver>> {
  const wanted = [...new Set(ids)].filter((id) => id !== null);
  if (wanted.length === 0) return new Map();
  const { rows } = await sql<LockedDriver>`
    select id, trim(name || ' ' || family_name) as name, version, deleted_at is not null as "isArchived", employment = 'ACTIVE' as "isActive",
      team_partner_id as "partnerId", dispatcher_id as "dispatcherId", truck_id as "truckId", trailer_id as "trailerId",
      home_city as "homeCity", home_state as "homeState"
    from drivers where company_id = ${tx.companyId} and id = any(${wanted}::uuid[]) order by id for no key update`.execute(tx.db);
  return new Map(rows.map((row) => [row.id, row]));
}

interface CheckedDriver {
  fleet: { truck_id: string | null; trailer_id: string | null; equipment: string | null; length_ft: number | null };
  isFleetChanged: boolean;
}

/** Checks what the form can't know: whether the people and the fleet it names are free. All errors are reported at once. */
export async function checkDriver(
  tx: TenantTx,
  id: string,
  values: DriverValues,
  locked: ReadonlyMap<string, LockedDriver>,
): Promise<CheckedDriver> {
  const before = locked.get(id);
  const truck = await resolveFleet(tx, 'trucks', values.truckId, values.truckNumber, {});
  const trailer = await resolveFleet(tx, 'trailers', values.trailerId, values.trailerNumber, {
    ...(values.equipment === null ? {} : { equipment: values.equipment }),
    length_ft: values.trailerLengthFt,
  });
  const errors = [
    checkPartner(id, values, locked),
    await checkDispatcher(tx, values.dispatcherId, before),
    await checkTruck(tx, id, values, truck),
    trailer?.row === undefined && trailer !== null ? { path: 'body.trailerId', message: 'This trailer is not in your fleet' } : null,
  ].filter((error) => error !== null);
  if (errors.length > 0) throw new AppError('validation_failed', { errors, reason: errors.map(({ path }) => path).join(', ') });
  const isRefitted = trailer !== null && trailer.id === before?.trailerId && (await refitTrailer(tx, trailer.id, values));
  return {
    fleet: {
      truck_id: truck?.id ?? null,
      trailer_id: trailer?.id ?? null,
      equipment: trailer === null ? values.equipment : null,
      length_ft: trailer === null ? values.trailerLengthFt : null,
    },
    isFleetChanged: truck?.isNew || trailer?.isNew || isRefitted || truck?.id !== before?.truckId || trailer?.id !== before?.trailerId,
  };
}

interface Resolved {
  id: string;
  isNew: boolean;
  /** Undefined if the fleet has no such row, or no longer has it. */
  row: { id: string; number: string } | undefined;
}

/** Finds the row by id or by number. An unknown number makes a new row. Null if neither is given. */
async function resolveFleet(
  tx: TenantTx,
  table: 'trucks' | 'trailers',
  id: string | null,
  number: string | null,
  made: Parameters<typeof findOrMakeFleetRow>[3],
): Promise<Resolved | null> {
  if (id !== null) return { id, isNew: false, row: await lockFleetRow(tx, table, id) };
  if (number === null) return null;
  const found = await findOrMakeFleetRow(tx, table, number, made);
  return { ...found, row: await lockFleetRow(tx, table, found.id) };
}

function checkPartner(id: string, { teamPartnerId }: DriverValues, locked: ReadonlyMap<string, LockedDriver>): FieldError | null {
  if (teamPartnerId === null) return null;
  const path = 'body.teamPartnerId';
  if (teamPartnerId === id) return { path, message: 'Choose another driver: nobody is their own partner' };
  const partner = locked.get(teamPartnerId);
  if (!partner || partner.isArchived) return { path, message: 'This driver is not in your list' };
  if (partner.partnerId !== null && partner.partnerId !== id) return { path, message: `${partner.name} already drives in another team` };
  return null;
}

/** A dispatcher who left the team keeps the drivers they had, but gets no new ones. */
async function checkDispatcher(tx: TenantTx, userId: string | null, before: LockedDriver | undefined): Promise<FieldError | null> {
  if (userId === null || userId === before?.dispatcherId) return null;
  const member = await tx.db
    .selectFrom('memberships')
    .where('company_id', '=', tx.companyId)
    .where('user_id', '=', userId)
    .where('removed_at', 'is', null)
    .select('id')
    .executeTakeFirst();
  return member ? null : { path: 'body.dispatcherId', message: 'Choose somebody from your team' };
}

async function checkTruck(tx: TenantTx, id: string, values: DriverValues, truck: Resolved | null): Promise<FieldError | null> {
  if (truck === null) return null;
  if (!truck.row) return { path: 'body.truckId', message: 'This truck is not in your fleet' };
  if (values.employment !== 'ACTIVE') return null;
  const holder = await truckHolder(tx, truck.id, [id, values.teamPartnerId]);
  if (holder === undefined) return null;
  const path = values.truckId === null ? 'body.truckNumber' : 'body.truckId';
  return { path, message: `${holder} drives truck ${truck.row.number}. Make them a team, or choose another truck` };
}

/** The name of another active driver who drives this truck. */
export async function truckHolder(tx: TenantTx, truckId: string, except: readonly (string | null)[]): Promise<string | undefined> {
  const { rows } = await sql<{ name: string }>`
    select trim(name || ' ' || family_name) as name from drivers
    where company_id = ${tx.companyId} and truck_id = ${truckId} and deleted_at is null and employment = 'ACTIVE'
      and id <> all(${except.filter((id) => id !== null)}::uuid[])
    order by id limit 1`.execute(tx.db);
  return rows[0]?.name;
}

/** The form shows the equipment of the driver's own trailer, so changing it there changes the trailer. */
async function refitTrailer(tx: TenantTx, id: string, { equipment, trailerLengthFt }: DriverValues): Promise<boolean> {
  const { rows } = await sql`
    update trailers set equipment = coalesce(${equipment}, equipment), length_ft = coalesce(${trailerLengthFt}, length_ft)
    where company_id = ${tx.companyId} and id = ${id}
      and (equipment is distinct from coalesce(${equipment}, equipment) or length_ft is distinct from coalesce(${trailerLengthFt}, length_ft))
    returning id`.execute(tx.db);
  return rows.length > 0;
}
