import type { FieldError } from '@headhaul/contracts/http/errors';
import type { LoadValues } from '@headhaul/contracts/loads/input';
import { Load, type Stop } from '@headhaul/contracts/loads/record';
import { payToSave } from '@headhaul/domain/loads/cut';
import { isTonu } from '@headhaul/domain/loads/money';
import { originalAfter } from '@headhaul/domain/loads/transitions';
import type { TenantTx } from '../../../lib/db/database.ts';
import { insertRows, updateRows } from '../../../lib/db/row-sets.ts';
import { AppError } from '../../../lib/errors.ts';
import type { Ctx } from '../../../lib/http/guards.ts';
import { findOrMakeBroker } from '../../brokers/brokers.service.ts';
import { lockDrivers } from '../../drivers/driver-rules.service.ts';
import { type FitDoubt, findDoubt } from '../../fit/fit.service.ts';
import { readLoad, type WholeLoad } from '../read/read.service.ts';
import { describeChanges } from '../record/changes.ts';
import { toColumns } from '../record/columns.ts';
import { writeEvents } from '../record/events.ts';
import { lockLoad, nextTimestamp } from '../record/lock.ts';
import { summarizeStops } from '../record/summary.ts';
import { publishLoadsChanged } from '../status/status.service.ts';
import { insertReferences } from './create-load.service.ts';
import { assertNotDoubleBooked, isBookedOrRolling, isRolling } from './double-booking.ts';
import { settleFactorDoubt } from './factor-doubts.ts';
import { asksFit, loadsTold, settleFitDoubt, toFitLoad } from './fit-doubts.ts';
import { orNumberTaken } from './load-numbers.ts';
import { contactOf, feeBpsToSave, findReferences, type References, validateReferences, withOwnTruck } from './references.ts';
import { checkOrder, findSpots, isSamePlace, measureLoads, planStop, toStopRow } from './stops.ts';

export async function updateLoad(ctx: Ctx, id: string, version: number, values: LoadValues): Promise<Load> {
  const doubt = await findDoubtOfChanged(ctx, id, version, values);
  return ctx.transaction(async (tx) => {
    const load = await lockLoad(tx, id);
    assertVersion(load, version);
    await lockDrivers(tx, [values.driverId, values.coDriverId]);
    const known = await findReferences(tx, [values]);
    const stops = await planStops(tx, values, load);
    const errors = [...checkValues(values, load, known), ...checkOrder(stops)];
    if (errors.length > 0) throw new AppError('validation_failed', { errors, reason: errors.map(({ path }) => path).join(', ') });
    const anyway = settleFitDoubt(doubt, values.anyway);
    const isNewDriver = values.driverId !== load.driverId;
    const crew = isNewDriver ? withOwnTruck(values, known) : values;
    await checkDoubleBooking(tx, values, load, stops, loadsTold(doubt, values.anyway));
    const at = nextTimestamp(load);
    const miles = await settleMiles(tx, values, load, stops);
    const { status, statusBeforeProblem } = load;
    const terms = termsOf(values.driverId, load, known);
    const columns = {
      ...toColumns(values, {
        ...miles,
        crew,
        brokerId: await settleBroker(tx, values, load),
        driverPayCents: values.driverPayCents ?? payToSave(terms, { ...values, ...miles, status, statusBeforeProblem }),
        factoringFeeBps: feeBpsToSave(values, known),
        dispatcherId: values.dispatcherId ?? load.dispatcherId ?? ctx.actor.userId,
      }),
      ...summarizeStops(stops, load),
      load_number: values.loadNumber ?? load.loadNumber,
      original: originalAfter(load, values),
    };
    await saveParts(tx, load, values, stops);
    await orNumberTaken(columns.load_number, () =>
      updateRows(tx, 'loads', [{ id, version: load.version + 1, updated_at: at, ...columns }]),
    );
    const after = await readLoad(tx, id);
    if (isSame(load, after)) {
      await updateRows(tx, 'loads', [{ id, version: load.version, updated_at: load.updatedAt }]);
      return load;
    }
    const changes = [...describeChanges(load, after), ...(anyway === null ? [] : [anyway.change])];
    await writeEvents(tx, [{ loadId: id, at, kind: 'edited', actorId: ctx.actor.userId, changes, reason: anyway?.reason ?? null }]);
    // A load that is delivered can't be left to another broker any more.
    if (isBookedOrRolling(load.status)) {
      await settleFactorDoubt(tx, after, { before: load, isConfirmed: values.confirmFactor, at, actorId: ctx.actor.userId });
    }
    publishLoadsChanged(ctx, tx, [load, after]);
    if (after.brokerId !== load.brokerId) tx.publish({ type: 'brokers.changed' });
    return after;
  });
}

function assertVersion(load: WholeLoad, version: number): void {
  if (load.version !== version) throw new AppError('version_stale', { current: Load.parse(load) });
}

/** Computed before the load is locked, because a trip may take a while to plan. The same version is the same load. */
async function findDoubtOfChanged(ctx: Ctx, id: string, version: number, values: LoadValues): Promise<FitDoubt | null> {
  const { driverId } = values;
  if (driverId === null) return null;
  const asked = await ctx.transaction(async (tx) => {
    const load = await readLoad(tx, id);
    assertVersion(load, version);
    const before = { ...load, needs: load };
    const after = { ...before, needs: values, stops: await planStops(tx, values, load) };
    return asksFit(before, after) ? toFitLoad(after) : null;
  });
  return asked && findDoubt(ctx, { load: asked }, driverId);
}

/** A form saved without a change must not raise the version: that would make a teammate's open form stale. */
function isSame(before: WholeLoad, after: WholeLoad): boolean {
  const { version: _version, updatedAt: _updatedAt, ...rest } = after;
  return JSON.stringify({ ...before, ...rest }) === JSON.stringify(before);
}

function checkValues(values: LoadValues, load: WholeLoad, known: References): FieldError[] {
  const errors = validateReferences(values, known, load);
  const seen = new Set<string>();
  values.stops.forEach(({ id }, index) => {
    if (id === null) return;
    if (seen.has(id) || !load.stops.some((stop) => stop.id === id)) {
      errors.push({ path: `body.stops.${index}.id`, message: 'This stop is not on the load' });
    }
    seen.add(id);
  });
  if (values.linehaulCents === 0 && load.status !== 'DRAFT') errors.push({ path: 'body.linehaulCents', message: 'Enter the rate' });
  if (values.driverId === null && isRolling(load.status))
    errors.push({ path: 'body.driverId', message: 'A load on the road has a driver' });
  return errors;
}

/** On the road only a new driver can clash. A planned load can also clash when its appointments move. */
async function checkDoubleBooking(
  tx: TenantTx,
  values: LoadValues,
  load: WholeLoad,
  stops: readonly Stop[],
  told: readonly string[],
): Promise<void> {
  const { driverId, coDriverId, confirmDoubleBooking } = values;
  const { pickup_ends_at: pickupEndsAt, delivery_at: deliveryAt } = summarizeStops(stops, load);
  const isNewCrew = driverId !== load.driverId || coDriverId !== load.coDriverId;
  const isMoved = Date.parse(pickupEndsAt) !== Date.parse(load.pickupEndsAt) || Date.parse(deliveryAt) !== Date.parse(load.deliveryAt);
  if (!isNewCrew && (isRolling(load.status) || !isMoved)) return;
  await assertNotDoubleBooked(
    tx,
    { id: load.id, status: load.status, driverId, coDriverId, pickupEndsAt, deliveryAt, told },
    confirmDoubleBooking,
  );
}

/** Looks up only places that are new to the load. The coordinates of the others may be more exact than a lookup. */
async function planStops(tx: TenantTx, values: LoadValues, load: WholeLoad): Promise<Stop[]> {
  const planned = values.stops.map((stop) => {
    const before = load.stops.find(({ id }) => id === stop.id);
    return { stop, before, spot: before && isSamePlace(stop, before) ? before : undefined };
  });
  const unknown = planned.filter(({ spot }) => spot === undefined);
  const found = await findSpots(
    tx,
    unknown.map(({ stop }) => stop),
    load.companyZone,
  );
  return planned.map((plan) => {
    const { lat, lng, timeZone } = plan.spot ?? found[unknown.indexOf(plan)] ?? { lat: null, lng: null, timeZone: load.companyZone };
    return planStop(plan.stop, { lat, lng, timeZone }, plan.before);
  });
}

/** A form sends back the miles that it got. Unless somebody typed them in, the miles follow the stops. 0 miles were not typed. */
async function settleMiles(
  tx: TenantTx,
  values: LoadValues,
  load: WholeLoad,
  stops: readonly Stop[],
): Promise<Pick<Load, 'loadedMiles' | 'milesSource'>> {
  const { loadedMiles, milesSource } = load;
  const isSameRoute = stops.length === load.stops.length && stops.every((stop, index) => isSamePlace(stop, load.stops[index] ?? stop));
  const typed = values.loadedMiles ?? 0;
  const isUntouched = typed === loadedMiles && (isTonu(load) || (typed > 0 && (isSameRoute || milesSource === 'ENTERED')));
  if (isUntouched) return { loadedMiles, milesSource };
  if (typed > 0 && typed !== loadedMiles) return { loadedMiles: typed, milesSource: 'ENTERED' };
  if (isTonu(load)) return { loadedMiles: 0, milesSource: 'ESTIMATE' };
  const [measured] = await measureLoads(tx, [{ stops, equipment: values.equipment }]);
  return measured ?? { loadedMiles, milesSource };
}

function termsOf(driverId: string | null, load: WholeLoad, known: References): WholeLoad['payTerms'] {
  if (driverId === null) return null;
  return driverId === load.driverId ? load.payTerms : (known.drivers.get(driverId)?.payTerms ?? null);
}

/** Finds or creates the broker if the broker or the contact of the load changed. */
async function settleBroker(tx: TenantTx, values: LoadValues, load: WholeLoad): Promise<string> {
  const isSameBroker =
    values.brokerId === load.brokerId ||
    (values.brokerId === null && values.brokerName === load.brokerName && (values.brokerMc === null || values.brokerMc === load.brokerMc));
  const isSameContact =
    values.brokerContactName === load.brokerContactName &&
    values.brokerContactEmail === load.brokerContactEmail &&
    values.brokerContactPhone === load.brokerContactPhone;
  if (isSameBroker && isSameContact) return load.brokerId;
  const broker = await findOrMakeBroker(tx, {
    brokerId: isSameBroker ? load.brokerId : values.brokerId,
    name: values.brokerName,
    mc: values.brokerMc,
    contact: contactOf(values),
    newLoads: isSameBroker ? 0 : 1,
    at: new Date(load.bookedAt ?? load.createdAt),
  });
  return broker.id;
}

async function saveParts(tx: TenantTx, load: WholeLoad, values: LoadValues, stops: readonly Stop[]): Promise<void> {
  const gone = load.stops.filter(({ id }) => !stops.some((stop) => stop.id === id)).map(({ id }) => id);
  if (gone.length > 0) await tx.db.deleteFrom('load_stops').where('company_id', '=', tx.companyId).where('id', 'in', gone).execute();
  const rows = stops.map((stop, index) => toStopRow(tx.companyId, load.id, stop, index));
  const isOld = ({ id }: { id: string }) => load.stops.some((stop) => stop.id === id);
  await updateRows(tx, 'load_stops', rows.filter(isOld));
  await insertRows(
    tx,
    'load_stops',
    rows.filter((row) => !isOld(row)),
  );
  await tx.db.deleteFrom('load_references').where('company_id', '=', tx.companyId).where('load_id', '=', load.id).execute();
  await insertReferences(tx, [{ id: load.id, values }]);
}
