import type { Driver, DriverValues } from '@headhaul/contracts/drivers';
import type { FieldError } from '@headhaul/contracts/http/errors';
import type { OwnDriverStatus } from '@headhaul/domain/drivers/status';
import { type SqlBool, sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import type { TenantTx } from '../../lib/db/database.ts';
import { AppError } from '../../lib/errors.ts';
import type { Ctx } from '../../lib/http/guards.ts';
import { lockFleetRow } from '../fleet/fleet.service.ts';
import { requireStandingRoom } from '../limits/plan-limits.service.ts';
import { findPlace } from '../places/places.service.ts';
import { isAhead, readDriver } from './driver-facts.service.ts';
import { checkDriver, type LockedDriver, lockDrivers, truckHolder } from './driver-rules.service.ts';

export function getDriver({ transaction }: Ctx, id: string): Promise<Driver> {
  return transaction((tx) => answerDriver(tx, id));
}

async function answerDriver(tx: TenantTx, id: string): Promise<Driver> {
  const driver = await readDriver(tx, id);
  if (!driver) throw new AppError('not_found');
  return driver;
}

function toColumns(values: DriverValues) {
  return {
    name: values.name,
    family_name: values.familyName,
    phone: values.phone,
    email: values.email,
    language: values.language,
    type: values.type,
    employment: values.employment,
    team_partner_id: values.teamPartnerId,
    home_city: values.homeCity,
    home_state: values.homeState,
    cdl_number: values.cdlNumber,
    cdl_state: values.cdlState,
    cdl_class: values.cdlClass,
    cdl_expires_on: values.cdlExpiresOn,
    endorsements: [...new Set(values.endorsements)],
    medical_expires_on: values.medicalExpiresOn,
    twic_expires_on: values.twicExpiresOn,
    gear: [...new Set(values.gear)],
    pay: values.pay,
    dispatch_fee: values.dispatchFee,
    dispatcher_id: values.dispatcherId,
    preferred_lanes: values.preferredLanes,
    avoided_states: [...new Set(values.avoidedStates)],
    min_rpm_cents: values.minRpmCents,
    max_weight_lb: values.maxWeightLb,
    samsara_vehicle_id: values.samsaraVehicleId,
    samsara_driver_id: values.samsaraDriverId,
    datatruck_id: values.datatruckId,
    notes: values.notes,
  };
}

/** Counts archived drivers too, which no plan limit counts. The largest carriers have this many. */
const maxDrivers = 5_000;

async function requireRoom(tx: TenantTx): Promise<void> {
  const { count } = await tx.db
    .selectFrom('drivers')
    .where('company_id', '=', tx.companyId)
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow();
  if (Number(count) < maxDrivers) return;
  const most = maxDrivers.toLocaleString('en-US');
  throw new AppError('limit_reached', {
    detail: `You have ${most} drivers, those in the archive among them. That is the most a company can have.`,
  });
}

export function createDriver({ actor, transaction }: Ctx, values: DriverValues): Promise<Driver> {
  return transaction(async (tx) => {
    await requireStandingRoom(tx, 'drivers', actor.userId);
    await requireRoom(tx);
    const id = uuidv7();
    const locked = await lockDrivers(tx, [values.teamPartnerId]);
    const { fleet, isFleetChanged } = await checkDriver(tx, id, values, locked);
    await tx.db
      .insertInto('drivers')
      .values({ ...toColumns(values), ...fleet, company_id: tx.companyId, id })
      .execute();
    await pair(tx, id, values.teamPartnerId, null);
    return answerAndTell(tx, id, isFleetChanged);
  });
}

export function updateDriver({ transaction }: Ctx, id: string, version: number, values: DriverValues): Promise<Driver> {
  return transaction(async (tx) => {
    const before = await readPartner(tx, id);
    const locked = await lockDrivers(tx, [id, values.teamPartnerId, before.partnerId]);
    const driver = locked.get(id) as LockedDriver;
    if (driver.version !== version) throw new AppError('version_stale', { current: await answerDriver(tx, id) });
    refuseArchived(driver);
    const { fleet, isFleetChanged } = await checkDriver(tx, id, values, locked);
    await tx.db
      .updateTable('drivers')
      .set({ ...toColumns(values), ...fleet, version: version + 1, updated_at: sql`now()` })
      .where('company_id', '=', tx.companyId)
      .where('id', '=', id)
      .execute();
    await pair(tx, id, values.teamPartnerId, driver.partnerId);
    return answerAndTell(tx, id, isFleetChanged);
  });
}

async function answerAndTell(tx: TenantTx, id: string, isFleetChanged: boolean): Promise<Driver> {
  const driver = await answerDriver(tx, id);
  if (isFleetChanged) tx.publish({ type: 'fleet.changed' });
  tx.publish({ type: 'drivers.changed' });
  return driver;
}

async function readPartner(tx: TenantTx, id: string): Promise<{ partnerId: string | null }> {
  return tx.db
    .selectFrom('drivers')
    .where('company_id', '=', tx.companyId)
    .where('id', '=', id)
    .select('team_partner_id as partnerId')
    .executeTakeFirstOrThrow(() => new AppError('not_found'));
}

function refuseArchived({ isArchived, name }: LockedDriver): void {
  if (isArchived) throw new AppError('move_not_allowed', { detail: `${name} is in the archive. Take them out of it first.` });
}

/** A team is stored on both drivers: the new partner gets this driver as partner, and the old partner drives alone again. */
async function pair(tx: TenantTx, id: string, partnerId: string | null, oldPartnerId: string | null): Promise<void> {
  if (partnerId === oldPartnerId) return;
  const changes = [
    { of: partnerId, to: id },
    { of: oldPartnerId, to: null },
  ];
  for (const { of, to } of changes) {
    if (of === null) continue;
    await tx.db
      .updateTable('drivers')
      .set({ team_partner_id: to, version: sql`version + 1`, updated_at: sql`now()` })
      .where('company_id', '=', tx.companyId)
      .where('id', '=', of)
      .execute();
  }
}

/** Archives a driver. A driver who still has loads is refused, and the message names the loads to give away first. */
export function archiveDriver({ actor, transaction }: Ctx, id: string): Promise<void> {
  return transaction(async (tx) => {
    const { partnerId } = await readPartner(tx, id);
    const driver = (await lockDrivers(tx, [id, partnerId])).get(id) as LockedDriver;
    if (driver.isArchived) return;
    await refuseLoads(tx, driver);
    await tx.db
      .updateTable('drivers')
      .set({ deleted_at: sql`now()`, team_partner_id: null, version: driver.version + 1, updated_at: sql`now()` })
      .where('company_id', '=', tx.companyId)
      .where('id', '=', id)
      .execute();
    await pair(tx, id, null, driver.partnerId);
    tx.audit({ action: 'driver.archived', actorId: actor.userId, detail: { driverId: id, name: driver.name } });
    tx.publish({ type: 'drivers.changed' });
  });
}

const namedLoads = 3;

async function refuseLoads(tx: TenantTx, driver: LockedDriver): Promise<void> {
  const loads = await tx.db
    .selectFrom('loads as l')
    .where('l.company_id', '=', tx.companyId)
    .where(({ eb, or }) => or([eb('l.driver_id', '=', driver.id), eb('l.co_driver_id', '=', driver.id)]))
    .where('l.deleted_at', 'is', null)
    .where(sql<SqlBool>`${sql.raw(isAhead)}`)
    .orderBy('l.pickup_at')
    .limit(namedLoads + 1)
    .select('l.load_number')
    .execute();
  if (loads.length === 0) return;
  const numbers = loads.slice(0, namedLoads).map(({ load_number }) => load_number);
  const list = `${loads.length === 1 ? 'load' : 'loads'} ${numbers.join(', ')}${loads.length > namedLoads ? ' and more' : ''}`;
  throw new AppError('move_not_allowed', {
    detail: `${driver.name} still has ${list}. Assign ${loads.length === 1 ? 'it' : 'them'} to another driver first.`,
  });
}

async function isArchived(tx: TenantTx, id: string): Promise<boolean> {
  const driver = await tx.db
    .selectFrom('drivers')
    .where('company_id', '=', tx.companyId)
    .where('id', '=', id)
    .select('deleted_at')
    .executeTakeFirstOrThrow(() => new AppError('not_found'));
  return driver.deleted_at !== null;
}

/** Takes a driver out of the archive, without a truck that somebody else drives by now. */
export function restoreDriver({ actor, transaction }: Ctx, id: string): Promise<Driver> {
  return transaction(async (tx) => {
    if (!(await isArchived(tx, id))) return answerDriver(tx, id);
    await requireStandingRoom(tx, 'drivers', actor.userId);
    const driver = (await lockDrivers(tx, [id])).get(id);
    if (!driver?.isArchived) return answerDriver(tx, id);
    const keeps = async (table: 'trucks' | 'trailers', fleetId: string | null) =>
      fleetId !== null && (await lockFleetRow(tx, table, fleetId)) !== undefined ? fleetId : null;
    const truckId = await keeps('trucks', driver.truckId);
    const isTaken = truckId !== null && driver.isActive && (await truckHolder(tx, truckId, [id])) !== undefined;
    await tx.db
      .updateTable('drivers')
      .set({ truck_id: isTaken ? null : truckId, trailer_id: await keeps('trailers', driver.trailerId) })
      .set({ deleted_at: null, version: driver.version + 1, updated_at: sql`now()` })
      .where('company_id', '=', tx.companyId)
      .where('id', '=', id)
      .execute();
    const restored = await answerDriver(tx, id);
    tx.audit({ action: 'driver.restored', actorId: actor.userId, detail: { driverId: id, name: driver.name } });
    tx.publish({ type: 'drivers.changed' });
    return restored;
  });
}

interface StatusValues {
  newStatus: OwnDriverStatus;
  note: string;
  readyAt: string | null;
  readyCity: string | null;
  readyState: string | null;
}

/** The form doesn't contain these fields, so a change of them leaves the form's version as it is. */
export function changeDriverStatus({ transaction }: Ctx, id: string, values: StatusValues): Promise<Driver> {
  return transaction(async (tx) => {
    const driver = (await lockDrivers(tx, [id])).get(id);
    if (!driver) throw new AppError('not_found');
    refuseArchived(driver);
    const isAtHome = values.newStatus === 'HOME' && values.readyCity === null;
    const city = isAtHome ? driver.homeCity : values.readyCity;
    const state = isAtHome ? driver.homeState : values.readyState;
    if (city !== null && state === null && !isAtHome) throw placeIncomplete('body.readyState', 'Enter a state');
    if (city === null && state !== null && !isAtHome) throw placeIncomplete('body.readyCity', 'Enter a city');
    const place = await findPlace(tx.db, { city, state });
    await tx.db
      .updateTable('drivers')
      .set({
        own_status: values.newStatus,
        status_note: values.note === '' ? null : values.note,
        status_set_at: sql`now()`,
        ready_at: values.readyAt,
        ready_city: place?.city ?? city,
        ready_state: place?.state ?? state,
        ready_zone: place?.timeZone ?? null,
        ready_lat: place?.lat ?? null,
        ready_lng: place?.lng ?? null,
      })
      .where('company_id', '=', tx.companyId)
      .where('id', '=', id)
      .execute();
    return answerAndTell(tx, id, false);
  });
}

function placeIncomplete(path: string, message: string): AppError {
  const errors: FieldError[] = [{ path, message }];
  return new AppError('validation_failed', { errors, reason: path });
}
