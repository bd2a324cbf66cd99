import type { FieldError } from '@headhaul/contracts/http/errors';
import type { LoadValues } from '@headhaul/contracts/loads/input';
import type { Load, LoadEvent, Stop } from '@headhaul/contracts/loads/record';
import { payToSave } from '@headhaul/domain/loads/cut';
import { type LoadStatus, loadStatusLabels } from '@headhaul/domain/loads/status';
import { wallToInstant } from '@headhaul/domain/time/zoned-time';
import { type Insertable, sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import type { TenantTx } from '../../../lib/db/database.ts';
import type { Loads } from '../../../lib/db/generated.ts';
import { insertRows, toJsonText } from '../../../lib/db/row-sets.ts';
import { AppError } from '../../../lib/errors.ts';
import type { Ctx } from '../../../lib/http/guards.ts';
import { findOrMakeBroker } from '../../brokers/brokers.service.ts';
import { lockDrivers } from '../../drivers/driver-rules.service.ts';
import { type FitDoubt, findDoubt } from '../../fit/fit.service.ts';
import { readLoad } from '../read/read.service.ts';
import { toColumns } from '../record/columns.ts';
import { writeEvents } from '../record/events.ts';
import { summarizeStops } from '../record/summary.ts';
import { assertNotDoubleBooked, isRolling } from './double-booking.ts';
import { settleFactorDoubt } from './factor-doubts.ts';
import { loadsTold, noteGivenAnyway, toFitLoad } from './fit-doubts.ts';
import { type Start, startAs } from './initial-status.ts';
import { findTakenNumbers, numberTaken, takeNumbers } from './load-numbers.ts';
import { contactOf, feeBpsToSave, findReferences, type References, validateReferences, withOwnTruck } from './references.ts';
import { checkOrder, findSpots, measureLoads, planStop, toStopRow } from './stops.ts';

export async function createLoad(ctx: Ctx, values: LoadValues): Promise<Load> {
  const doubt = await findDoubtOfNew(ctx, values);
  return ctx.transaction(async (tx) => {
    const { actor } = ctx;
    const [made] = await createLoadsInTx(tx, actor, [{ values }]);
    if (!made || 'refused' in made) throw made?.refused ?? new Error('no load was made');
    const load = await readLoad(tx, made.id);
    await noteGivenAnyway(tx, [{ load, at: load.createdAt, actorId: actor.userId, doubt }], values.anyway);
    const told = loadsTold(doubt, values.anyway);
    await assertNotDoubleBooked(tx, { ...load, told }, values.confirmDoubleBooking);
    if (load.status !== 'DRAFT') {
      await settleFactorDoubt(tx, load, { isConfirmed: values.confirmFactor, at: load.createdAt, actorId: actor.userId });
    }
    tx.publish({ type: 'loads.changed', ids: [load.id], byUserId: actor.userId });
    tx.publish({ type: 'brokers.changed' });
    if (load.driverId !== null) tx.publish({ type: 'drivers.changed' });
    return load;
  });
}

/** Computed before anything is locked, because a trip may take a while to plan. A call with an idempotency key is one transaction all along. */
async function findDoubtOfNew(ctx: Ctx, values: LoadValues): Promise<FitDoubt | null> {
  if (values.asDraft || values.driverId === null) return null;
  const stops = await ctx.transaction(async (tx) => {
    const timeZone = await readCompanyZone(tx);
    const spots = await findSpots(tx, values.stops, timeZone);
    return values.stops.map((stop, index) => planStop(stop, spots[index] ?? { lat: null, lng: null, timeZone }));
  });
  const load = toFitLoad({ id: '', loadNumber: values.loadNumber ?? '', status: 'BOOKED', needs: values, stops });
  return findDoubt(ctx, { load }, values.driverId);
}

interface NewLoad {
  values: LoadValues;
  /** Only for a load from a file, which may have any status. */
  status?: LoadStatus;
  /** Only for a TONU from a file, which may be invoiced, paid or canceled by now. */
  isUnused?: boolean;
  /** Days in the company's time zone. */
  invoicedOn?: string | null;
  paidOn?: string | null;
}

export interface MadeLoad {
  id: string;
  loadNumber: string;
  status: LoadStatus;
  brokerId: string;
  grossCents: number;
}

interface Planned {
  id: string;
  values: LoadValues;
  isUnused: boolean;
  start: Start;
  loadNumber: string | null;
  brokerId: string;
  miles: Pick<Load, 'loadedMiles' | 'milesSource'>;
  refused?: AppError;
}

/**
 * Creates many loads with a few statements, in the caller's transaction. The caller publishes. The answers are in the order of the
 * input: created, or refused with the error that a form would get. It does not check for double bookings, because loads from a file are
 * history, and does not ask the factor: `createLoad` and the import do.
 */
export async function createLoadsInTx(
  tx: TenantTx,
  by: { userId: string },
  loads: readonly NewLoad[],
  source: LoadEvent['source'] = 'user',
): Promise<(MadeLoad | { refused: AppError })[]> {
  const at = new Date().toISOString();
  const companyZone = await readCompanyZone(tx);
  await lockDrivers(
    tx,
    loads.flatMap(({ values }) => [values.driverId, values.coDriverId]),
  );
  const known = await findReferences(
    tx,
    loads.map(({ values }) => values),
  );
  const taken = await findTakenNumbers(
    tx,
    loads.flatMap(({ values }) => values.loadNumber ?? []),
  );
  const spots = await findSpots(
    tx,
    loads.flatMap(({ values }) => values.stops),
    companyZone,
  );
  let spotIndex = 0;
  // A file has the day only. Noon in the company's time zone is the same day in every US time zone.
  const noon = (day: string | null | undefined) => (day ? wallToInstant(day, '12:00', companyZone) : null);
  const planned = loads.map(({ values, status = values.asDraft ? 'DRAFT' : 'BOOKED', isUnused = status === 'TONU', ...days }): Planned => {
    const stops = values.stops.map((stop) => planStop(stop, spots[spotIndex++] ?? { lat: null, lng: null, timeZone: companyZone }));
    const grossCents = values.linehaulCents + values.fuelSurchargeCents;
    const money = { grossCents, invoicedAt: noon(days.invoicedOn), paidAt: noon(days.paidOn) };
    const start = startAs({ status, isUnused, stops, at, isOld: source === 'import', ...money });
    const refused = refuse(values, start, known, taken);
    const miles = {
      loadedMiles: isUnused ? 0 : (values.loadedMiles ?? 0),
      milesSource: values.loadedMiles ? 'ENTERED' : 'ESTIMATE',
    } as const;
    return { id: uuidv7(), values, isUnused, start, loadNumber: values.loadNumber, brokerId: '', miles, ...(refused ? { refused } : {}) };
  });
  await assignBrokers(tx, planned.filter(isGood));
  await settleMiles(tx, planned.filter(isGood));
  await insertNumbered(tx, planned, (plan) => toRow(tx, plan, { by, at, companyZone, known }));
  await insertParts(tx, planned.filter(isGood), { by, at, source });
  return planned.map(({ id, loadNumber, values, start: { status }, brokerId, refused }) => {
    if (refused) return { refused };
    // A new load has no fees.
    return { id, loadNumber: loadNumber ?? '', status, brokerId, grossCents: values.linehaulCents + values.fuelSurchargeCents };
  });
}

function isGood({ refused }: Planned): boolean {
  return refused === undefined;
}

export async function readCompanyZone(tx: TenantTx): Promise<string> {
  const company = await tx.db.selectFrom('companies').where('company_id', '=', tx.companyId).select('time_zone').executeTakeFirstOrThrow();
  return company.time_zone;
}

function refuse(values: LoadValues, { status, stops }: Start, known: References, taken: Set<string>): AppError | undefined {
  const errors: FieldError[] = [...validateReferences(values, known), ...checkOrder(stops)];
  values.stops.forEach((stop, index) => {
    if (stop.id !== null) errors.push({ path: `body.stops.${index}.id`, message: 'A new stop has no id yet' });
  });
  if (values.driverId === null && isRolling(status)) errors.push({ path: 'body.driverId', message: 'A load on the road has a driver' });
  if (values.linehaulCents === 0 && status !== 'DRAFT') errors.push({ path: 'body.linehaulCents', message: 'Enter the rate' });
  if (errors.length > 0) return new AppError('validation_failed', { errors, reason: errors.map(({ path }) => path).join(', ') });
  return values.loadNumber !== null && taken.has(values.loadNumber) ? numberTaken(values.loadNumber) : undefined;
}

/** One call for each broker. Requests with several brokers run one after another, so that they never deadlock. */
async function assignBrokers(tx: TenantTx, planned: readonly Planned[]): Promise<void> {
  const groups = Map.groupBy(planned, ({ values: { brokerId, brokerMc, brokerName, ...values } }) =>
    toJsonText([
      brokerMc ?? '',
      brokerName?.toLowerCase() ?? '',
      brokerId,
      values.brokerContactName,
      values.brokerContactEmail,
      values.brokerContactPhone,
    ]),
  );
  if (groups.size > 1) {
    await sql`select pg_advisory_xact_lock(hashtextextended(${`${tx.companyId}/many brokers`}, 0))`.execute(tx.db);
  }
  for (const group of groups.values()) {
    const [first] = group;
    if (!first) continue;
    const { values } = first;
    const broker = await findOrMakeBroker(tx, {
      brokerId: values.brokerId,
      name: values.brokerName,
      mc: values.brokerMc,
      contact: contactOf(values),
      newLoads: group.length,
      at: new Date(Math.max(...group.map(({ start }) => Date.parse(start.bookedAt ?? start.columns.status_changed_at)))),
    });
    for (const plan of group) plan.brokerId = broker.id;
  }
}

/** Loads without given miles get those of their stops. 0 miles are none. A TONU was never driven. */
async function settleMiles(tx: TenantTx, planned: readonly Planned[]): Promise<void> {
  const open = planned.filter(({ values, isUnused }) => !values.loadedMiles && !isUnused);
  const measured = await measureLoads(
    tx,
    open.map(({ values, start }) => ({ stops: start.stops, equipment: values.equipment })),
  );
  open.forEach((plan, index) => {
    plan.miles = measured[index] ?? plan.miles;
  });
}

interface RowFacts {
  by: { userId: string };
  at: string;
  companyZone: string;
  known: References;
}

function toRow(tx: TenantTx, { id, values, start, loadNumber, brokerId, miles }: Planned, { by, at, companyZone, known }: RowFacts) {
  const crew = withOwnTruck(values, known);
  const terms = (values.driverId === null ? undefined : known.drivers.get(values.driverId)?.payTerms) ?? null;
  const { status, status_before_problem: statusBeforeProblem } = start.columns;
  return {
    company_id: tx.companyId,
    id,
    load_number: loadNumber ?? '',
    ...toColumns(values, {
      brokerId,
      crew,
      ...miles,
      driverPayCents: values.driverPayCents ?? payToSave(terms, { ...values, ...miles, status, statusBeforeProblem }),
      factoringFeeBps: feeBpsToSave(values, known),
      dispatcherId: values.dispatcherId ?? by.userId,
    }),
    ...start.columns,
    ...summarizeStops(start.stops, { status: start.status, bookedAt: start.bookedAt, createdAt: at, companyZone }),
    created_by: by.userId,
    created_at: at,
    updated_at: at,
  } satisfies Insertable<Loads>;
}

/** Given numbers are tried once. Generated numbers are tried until each load has one that nobody typed in meanwhile. */
async function insertNumbered(tx: TenantTx, planned: Planned[], row: (plan: Planned) => Insertable<Loads>): Promise<void> {
  const given = planned.filter((plan) => isGood(plan) && plan.loadNumber !== null);
  const inserted = await insertLoads(tx, given.map(row));
  for (const plan of given) if (!inserted.has(plan.id)) plan.refused = numberTaken(plan.loadNumber ?? '');
  let counted = planned.filter((plan) => isGood(plan) && plan.loadNumber === null);
  while (counted.length > 0) {
    const numbers = await takeNumbers(tx, counted.length);
    counted.forEach((plan, index) => {
      plan.loadNumber = numbers[index] ?? null;
    });
    const done = await insertLoads(tx, counted.map(row));
    counted = counted.filter(({ id }) => !done.has(id));
  }
}

/** Returns the ids of the inserted loads. A load whose number is taken is left out, because an error would end the transaction. */
async function insertLoads(tx: TenantTx, rows: readonly Insertable<Loads>[]): Promise<Set<string>> {
  const [first] = rows;
  if (first === undefined) return new Set();
  const columns = sql.join(Object.keys(first).map((column) => sql.ref(column)));
  const inserted = await sql<{ id: string }>`
    insert into loads (${columns}) select ${columns} from json_populate_recordset(null::loads, ${toJsonText(rows)}::json)
    on conflict (company_id, load_number) where deleted_at is null do nothing returning id`.execute(tx.db);
  return new Set(inserted.rows.map(({ id }) => id));
}

async function insertParts(
  tx: TenantTx,
  planned: readonly Planned[],
  { by, at, source }: { by: { userId: string }; at: string; source: LoadEvent['source'] },
): Promise<void> {
  const stopRows = ({ id, start }: Planned) => start.stops.map((stop: Stop, index) => toStopRow(tx.companyId, id, stop, index));
  await insertRows(tx, 'load_stops', planned.flatMap(stopRows));
  await insertReferences(tx, planned);
  await writeEvents(
    tx,
    planned.map(({ id, values, start }) => ({
      loadId: id,
      at,
      kind: 'created' as const,
      source,
      actorId: by.userId,
      changes: [
        { field: 'Status', from: null, to: loadStatusLabels[start.status] },
        { field: 'Board', from: null, to: values.board },
      ],
    })),
  );
}

export async function insertReferences(tx: TenantTx, loads: readonly { id: string; values: LoadValues }[]): Promise<void> {
  const rows = loads.flatMap(({ id, values }) =>
    values.references.map(({ kind, value }) => ({ company_id: tx.companyId, load_id: id, kind, value })),
  );
  const different = new Map(rows.map((row) => [`${row.load_id} ${row.kind} ${row.value}`, row]));
  await insertRows(tx, 'load_references', [...different.values()]);
}
