import { documentKindLabels } from '@headhaul/contracts/documents';
import type { Insertable } from 'kysely';
import type { WholeLoad } from '../../features/loads/read/read.service.ts';
import { type NewEvent, writeEvents } from '../../features/loads/record/events.ts';
import { summarizeFees, summarizeStops } from '../../features/loads/record/summary.ts';
import { toStopRow } from '../../features/loads/write/stops.ts';
import type { Database, TenantTx } from '../../lib/db/database.ts';
import type { Loads } from '../../lib/db/generated.ts';
import { insertRows } from '../../lib/db/row-sets.ts';
import type { FileStore } from '../../lib/files/file-store.ts';
import { type Chance, createChance } from './chance.ts';
import { openWeek } from './current-week.ts';
import { storeDocuments, toDocumentRow, writeDocument } from './documents.ts';
import { drivePast, type Market, makeLanes } from './history.ts';
import type { DemoOffice } from './office-data.ts';
import { findDemoPlaces, insertBrokers, insertContacts, insertDrivers } from './people.ts';
import { type DemoPlace, type PlannedLoad, walkLoad } from './plan.ts';

const dayMs = 86_400_000;
const toIso = (ms: number) => new Date(ms).toISOString();

interface Seeding {
  office: DemoOffice;
  companyId: string;
  /** The owner first. */
  dispatchers: string[];
  planActive: (week: ReturnType<typeof openWeek>) => PlannedLoad[];
}

/**
 * Seeds months of an office's work, up to this moment. Skips an office that has drivers, so that
 * changes made while trying it out are kept.
 */
export async function seedOffice(
  db: Database,
  files: FileStore,
  { office, companyId, dispatchers, planActive }: Seeding,
): Promise<boolean> {
  return db.withTenant(companyId, async (tx) => {
    const hasWork = await tx.db.selectFrom('drivers').where('company_id', '=', companyId).select('id').limit(1).executeTakeFirst();
    if (hasWork) return false;
    const chance = createChance(office.seed);
    const nowMs = Date.now();
    const { time_zone: companyZone } = await tx.db
      .selectFrom('companies')
      .where('company_id', '=', companyId)
      .select('time_zone')
      .executeTakeFirstOrThrow();
    const places = await findDemoPlaces(tx, [...office.cities, ...office.drivers.map(({ home }) => home)]);
    const placeOf = (words: string) => places.get(words) as DemoPlace;
    const posters = await insertBrokers(tx, office, chance, nowMs);
    const rigs = await insertDrivers(tx, office.drivers, placeOf, dispatchers, chance, nowMs);
    const cities = office.cities.map(placeOf);
    const lanes = makeLanes(
      cities,
      office.lanes.map(([from, to]) => [placeOf(from), placeOf(to)]),
      chance,
    );
    const market: Market = { posters, places: cities, lanes, chance, nowMs };
    const active = planActive(openWeek(market, rigs, placeOf, dispatchers[0] as string));
    const fromMs = nowMs - office.weeks * 7 * dayMs;
    const past = [...new Set(rigs.values())]
      .flatMap((rig) => drivePast(rig, market, fromMs, nowMs - 5.5 * dayMs))
      .sort((a, b) => a.bookedMs - b.bookedMs);
    const firstNumber = Number(active[0]?.number ?? office.nextNumber) - past.length;
    const plans = [...past.map((plan, index) => ({ ...plan, number: String(firstNumber + index) })), ...active];
    await insertLoads(tx, files, plans, companyZone, dispatchers[0] as string, chance);
    await tx.db
      .insertInto('load_counters')
      .values({ company_id: companyId, last_number: office.nextNumber - 1 })
      .execute();
    await insertContacts(tx, posters, plans, chance);
    return true;
  });
}

function toLoadRow(tx: TenantTx, plan: PlannedLoad, load: WholeLoad, companyZone: string, userId: string): Insertable<Loads> {
  return {
    company_id: tx.companyId,
    id: load.id,
    version: plan.walk.length + 1,
    load_number: plan.number,
    status: load.status,
    status_before_problem: load.statusBeforeProblem,
    status_changed_at: load.statusChangedAt,
    problem_reason: load.problemReason,
    urgency: plan.tags?.includes('hot') ? 'HIGH' : 'NORMAL',
    tags: plan.tags ?? [],
    broker_id: plan.brokerId,
    broker_contact_name: plan.contact.name,
    broker_contact_email: plan.contact.email,
    broker_contact_phone: plan.contact.phone,
    broker_load_number: `${plan.brokerName.slice(0, 2).toUpperCase()}${plan.number}`,
    rc: load.rc,
    board: plan.board,
    equipment: plan.equipment,
    length_ft: plan.equipment === 'FLATBED' ? 48 : 53,
    load_type: 'FTL',
    commodity: plan.commodity,
    weight_lb: plan.weightLb,
    requirements: [],
    linehaul_cents: load.linehaulCents,
    fuel_surcharge_cents: 0,
    driver_pay_cents: load.driverPayCents,
    ...summarizeFees(load.fees),
    factoring_status: plan.factoringBps ? 'FUNDED' : 'NOT_FACTORED',
    factoring_fee_bps: plan.factoringBps ?? 0,
    payment_terms_days: plan.termsDays,
    invoiced_at: load.invoicedAt,
    paid_at: load.paidAt,
    paid_amount_cents: load.paidAmountCents,
    original: load.original as never,
    loaded_miles: load.loadedMiles,
    deadhead_miles: plan.deadheadMiles,
    miles_source: 'ENTERED',
    driver_id: load.driverId,
    truck_id: load.truckId,
    trailer_id: load.trailerId,
    dispatcher_id: plan.dispatcherId,
    ...summarizeStops(load.stops, { status: load.status, bookedAt: load.bookedAt, createdAt: load.createdAt, companyZone }),
    booked_at: load.bookedAt,
    delivered_at: load.deliveredAt,
    has_rc: plan.documents?.includes('RATE_CONFIRMATION') ?? false,
    has_bol: plan.documents?.includes('BOL') ?? false,
    has_pod: plan.documents?.includes('POD') ?? false,
    created_by: userId,
    created_at: load.createdAt,
    updated_at: load.statusChangedAt,
  };
}

async function insertLoads(
  tx: TenantTx,
  files: FileStore,
  plans: readonly PlannedLoad[],
  companyZone: string,
  userId: string,
  chance: Chance,
): Promise<void> {
  const walked = plans.map((plan) => ({ plan, ...walkLoad(plan, companyZone, plan.dispatcherId, chance) }));
  const company_id = tx.companyId;
  await insertRows(
    tx,
    'loads',
    walked.map(({ plan, load }) => toLoadRow(tx, plan, load, companyZone, userId)),
  );
  await insertRows(
    tx,
    'load_stops',
    walked.flatMap(({ load }) => load.stops.map((stop, index) => toStopRow(company_id, load.id, stop, index))),
  );
  await insertRows(
    tx,
    'load_fees',
    walked.flatMap(({ plan, load }) =>
      load.fees.map((fee, index) => ({
        company_id,
        id: fee.id,
        load_id: load.id,
        type: fee.type,
        broker_amount_cents: fee.brokerAmountCents,
        driver_amount_cents: fee.driverAmountCents,
        reason: fee.reason,
        status: fee.status,
        created_by: plan.dispatcherId,
        created_at: toIso(plan.fees?.[index]?.atMs ?? 0),
      })),
    ),
  );
  await insertRows(
    tx,
    'load_notes',
    walked.flatMap(({ plan, load }) =>
      (plan.notes ?? []).map(({ body, atMs }) => ({
        company_id,
        id: chance.id(atMs),
        load_id: load.id,
        kind: 'DISPATCH',
        body,
        author_id: userId,
        created_at: toIso(atMs),
      })),
    ),
  );
  const documents = walked.flatMap(({ plan, load }) => planDocuments(plan, load, chance));
  await storeDocuments(files, company_id, documents);
  await insertRows(
    tx,
    'documents',
    documents.map((doc) => toDocumentRow(company_id, doc.loadId, doc, userId)),
  );
  const added = documents.map(
    ({ loadId, kind, fileName, atMs }): NewEvent => ({
      loadId,
      at: toIso(atMs),
      kind: 'document.added',
      actorId: userId,
      changes: [{ field: documentKindLabels[kind], from: null, to: fileName }],
    }),
  );
  await writeEvents(tx, [...walked.flatMap(({ events }) => events), ...added]);
}

/** The rate con came with the booking, the BOL from the shipper's dock, the POD from the receiver's. */
function planDocuments(plan: PlannedLoad, load: WholeLoad, chance: Chance) {
  const lane = `${plan.pickup.place.city}, ${plan.pickup.place.state} to ${plan.delivery.place.city}, ${plan.delivery.place.state}`;
  const leftAt = (index: number) => Date.parse(load.stops[index]?.departedAt ?? load.stops[index]?.arrivedAt ?? load.statusChangedAt);
  return (plan.documents ?? []).map((kind) => {
    const atMs = kind === 'RATE_CONFIRMATION' ? plan.bookedMs + 6 * 60_000 : kind === 'BOL' ? leftAt(0) : leftAt(1);
    const doc = {
      id: chance.id(atMs),
      kind,
      lines: [
        `Load ${plan.number}`,
        plan.brokerName,
        lane,
        `${plan.commodity}, ${plan.weightLb} lb`,
        ...(kind === 'RATE_CONFIRMATION' ? [`Rate $${plan.linehaulCents / 100}`] : []),
      ],
    };
    return { ...doc, loadId: load.id, bytes: writeDocument(doc), fileName: `${documentKindLabels[kind]} ${plan.number}.pdf`, atMs };
  });
}
