import type { LoadRow } from '@headhaul/contracts/loads/record';
import { mapLoadFields, rowFieldKeys } from '@headhaul/domain/loads/fields';
import { flag, type JsonValue, orNull, plain, text, textOrNull, texts, word, wordOrNull, writeFields } from '../../../lib/db/json-line.ts';
import { companyZone } from './filter.ts';

/** The day an invoice is due. */
export const dueOn = `(l.invoiced_at at time zone ${companyZone})::date + l.payment_terms_days`;

type JoinedKey = 'brokerName' | 'brokerMc' | 'driverName' | 'driverPhone' | 'truckNumber';

const writeAs = { text: textOrNull, whole: orNull, flag };
const plainFields = mapLoadFields(({ kind, column }) => writeAs[kind](`l.${column}`), rowFieldKeys);

const ownFields: Record<Exclude<keyof LoadRow, JoinedKey>, JsonValue> = {
  id: word('l.id'),
  version: plain('l.version'),
  loadNumber: text('l.load_number'),
  status: word('l.status'),
  statusBeforeProblem: wordOrNull('l.status_before_problem'),
  statusChangedAt: text('l.status_changed_at'),
  problemReason: textOrNull('l.problem_reason'),
  urgency: word('l.urgency'),
  tags: texts('l.tags'),
  brokerId: word('l.broker_id'),
  brokerLoadNumber: textOrNull('l.broker_load_number'),
  rc: textOrNull('l.rc'),
  equipment: word('l.equipment'),
  ...plainFields,
  pickupCity: text('l.pickup_city'),
  pickupState: word('l.pickup_state'),
  pickupAt: text('l.pickup_at'),
  pickupEndsAt: text('l.pickup_ends_at'),
  pickupHasTime: flag('l.pickup_has_time'),
  pickupZone: word('l.pickup_zone'),
  pickupDay: word('l.pickup_day'),
  deliveryCity: text('l.delivery_city'),
  deliveryState: word('l.delivery_state'),
  deliveryAt: text('l.delivery_at'),
  deliveryEndsAt: text('l.delivery_ends_at'),
  deliveryHasTime: flag('l.delivery_has_time'),
  deliveryZone: word('l.delivery_zone'),
  deliveryDay: word('l.delivery_day'),
  bookedDay: word('l.booked_day'),
  stopCount: plain('l.stop_count'),
  dockArrivedAt: textOrNull('l.dock_arrived_at'),
  driverId: wordOrNull('l.driver_id'),
  coDriverId: wordOrNull('l.co_driver_id'),
  dispatcherId: wordOrNull('l.dispatcher_id'),
  loadedMiles: plain('l.loaded_miles'),
  deadheadMiles: plain('l.deadhead_miles'),
  linehaulCents: plain('l.linehaul_cents'),
  fuelSurchargeCents: plain('l.fuel_surcharge_cents'),
  billableFeesCents: plain('l.billable_fees_cents'),
  grossCents: plain('l.gross_cents'),
  hasRc: flag('l.has_rc'),
  hasBol: flag('l.has_bol'),
  hasPod: flag('l.has_pod'),
  invoicedAt: textOrNull('l.invoiced_at'),
  dueOn: wordOrNull(`(${dueOn})`),
  companyZone: word(companyZone),
  paidAt: textOrNull('l.paid_at'),
  createdAt: text('l.created_at'),
  deletedAt: textOrNull('l.deleted_at'),
};

/**
 * Looks up other tables row by row instead of joining them: the page keeps its order, and no plan can read all brokers. It compares
 * with `$1`, not with the load's company column, because the database then checks the row-level security rule once.
 */
function lookUp(table: string, key: string, fields: Partial<Record<JoinedKey, JsonValue>>): string {
  const found = `(select ${writeFields(fields, ',')} from ${table} o where o.company_id = $1 and o.id = l.${key})`;
  const none = Object.keys(fields).map((field) => `,"${field}":null`);
  return `coalesce(${found}, '${none.join('')}')`;
}

/** The JSON of one load `l`; `$1` is the company. */
export const loadLine = [
  writeFields(ownFields, '{'),
  lookUp('brokers', 'broker_id', { brokerName: text('o.name'), brokerMc: wordOrNull('o.mc') }),
  lookUp('drivers', 'driver_id', {
    driverName: textOrNull(`nullif(trim(o.name || ' ' || o.family_name), '')`),
    driverPhone: wordOrNull('o.phone'),
  }),
  lookUp('trucks', 'truck_id', { truckNumber: text('o.number') }),
  `'}'`,
].join(' || ');
