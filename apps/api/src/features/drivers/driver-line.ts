import type { Driver, LoadBrief } from '@headhaul/contracts/drivers';
import { type JsonValue, orNull, plain, text, textOrNull, texts, word, wordOrNull, writeFields } from '../../lib/db/json-line.ts';
import { knownNameText } from '../../lib/db/person-name.ts';

/** Fields that follow from the loads, or that a new trip resets. The others come from the driver's row. */
export type ComputedKey =
  | 'status'
  | 'ownStatus'
  | 'statusNote'
  | 'readyAt'
  | 'readyCity'
  | 'readyState'
  | 'readyZone'
  | 'readyLat'
  | 'readyLng'
  | 'currentLoad'
  | 'nextLoad'
  | 'weekGrossCents';

const driverFields: Record<Exclude<keyof Driver, ComputedKey>, JsonValue> = {
  id: word('d.id'),
  version: plain('d.version'),
  name: text('d.name'),
  familyName: text('d.family_name'),
  phone: wordOrNull('d.phone'),
  email: textOrNull('d.email'),
  language: textOrNull('d.language'),
  type: word('d.type'),
  employment: word('d.employment'),
  teamPartnerId: wordOrNull('d.team_partner_id'),
  homeCity: textOrNull('d.home_city'),
  homeState: wordOrNull('d.home_state'),
  cdlNumber: textOrNull('d.cdl_number'),
  cdlState: wordOrNull('d.cdl_state'),
  cdlClass: wordOrNull('d.cdl_class'),
  cdlExpiresOn: wordOrNull('d.cdl_expires_on'),
  endorsements: texts('d.endorsements'),
  medicalExpiresOn: wordOrNull('d.medical_expires_on'),
  twicExpiresOn: wordOrNull('d.twic_expires_on'),
  gear: texts('d.gear'),
  pay: orNull('d.pay'),
  dispatchFee: orNull('d.dispatch_fee'),
  dispatcherId: wordOrNull('d.dispatcher_id'),
  truckId: wordOrNull('d.truck_id'),
  trailerId: wordOrNull('d.trailer_id'),
  preferredLanes: textOrNull('d.preferred_lanes'),
  avoidedStates: texts('d.avoided_states'),
  minRpmCents: orNull('d.min_rpm_cents'),
  maxWeightLb: orNull('d.max_weight_lb'),
  samsaraVehicleId: textOrNull('d.samsara_vehicle_id'),
  samsaraDriverId: textOrNull('d.samsara_driver_id'),
  datatruckId: textOrNull('d.datatruck_id'),
  notes: textOrNull('d.notes'),
  dutyStatus: wordOrNull('d.duty_status'),
  truckNumber: textOrNull('t.number'),
  trailerNumber: textOrNull('r.number'),
  equipment: wordOrNull('case when r.id is null then d.equipment else r.equipment end'),
  trailerLengthFt: orNull('case when r.id is null then d.length_ft else r.length_ft end'),
  dispatcherName: textOrNull(knownNameText('u')),
  teamPartnerName: textOrNull(`trim(p.name || ' ' || p.family_name)`),
  createdAt: text('d.created_at'),
  deletedAt: textOrNull('d.deleted_at'),
};

/** The JSON of a driver without its closing brace, because the computed fields follow. */
export const driverLine = writeFields(driverFields, '{');

/** The tables that the line is written from. `$1` is the company. */
export const driverTables = `drivers d
  left join trucks t on t.company_id = $1 and t.id = d.truck_id
  left join trailers r on r.company_id = $1 and r.id = d.trailer_id
  left join users u on u.id = d.dispatcher_id
  left join drivers p on p.company_id = $1 and p.id = d.team_partner_id`;

const briefFields: Record<keyof LoadBrief, JsonValue> = {
  id: word('l.id'),
  loadNumber: text('l.load_number'),
  status: word('l.status'),
  pickupCity: text('l.pickup_city'),
  pickupState: word('l.pickup_state'),
  pickupAt: text('l.pickup_at'),
  pickupZone: word('l.pickup_zone'),
  deliveryCity: text('l.delivery_city'),
  deliveryState: word('l.delivery_state'),
  deliveryAt: text('l.delivery_at'),
  deliveryEndsAt: text('l.delivery_ends_at'),
  deliveryZone: word('l.delivery_zone'),
  problemReason: textOrNull('l.problem_reason'),
  grossCents: plain('l.gross_cents'),
};

export const briefLine = `${writeFields(briefFields, '{')} || '}'`;
