import { loadFieldKeys, loadFields } from '@headhaul/domain/loads/fields';
import { personNameText as personName } from '../../../lib/db/person-name.ts';

/** Selects a whole load as one row of JSON. It is fixed text, not a built query, so that the database can keep it prepared. */

const instant = (column: string) => `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
const clock = (column: string) => `to_char(${column}, 'HH24:MI')`;
const ofLoad = (alias: string) => `${alias}.company_id = l.company_id and ${alias}.load_id = l.id`;

const plainFields = loadFieldKeys.map((key) => `l.${loadFields[key].column} as "${key}"`).join(', ');

const stops = `
  select json_agg(json_build_object('id', s.id, 'kind', s.kind, 'status', s.status, 'facility', s.facility, 'address', s.address, 'city', s.city,
    'state', s.state, 'zip', s.zip, 'lat', s.lat, 'lng', s.lng, 'timeZone', s.time_zone, 'schedule', s.schedule, 'day', s.day,
    'time', ${clock('s.time')}, 'endDay', s.end_day, 'endTime', ${clock('s.end_time')}, 'startsAt', ${instant('s.starts_at')},
    'endsAt', ${instant('s.ends_at')}, 'arrivedAt', ${instant('s.arrived_at')}, 'departedAt', ${instant('s.departed_at')},
    'contactName', s.contact_name, 'contactPhone', s.contact_phone, 'reference', s.reference, 'sealNumber', s.seal_number,
    'pieces', s.pieces, 'weightLb', s.weight_lb, 'handling', s.handling, 'lumperNeeded', s.lumper_needed, 'instructions', s.instructions)
    order by s.sequence)
  from load_stops s where ${ofLoad('s')}`;

const fees = `
  select coalesce(json_agg(json_build_object('id', f.id, 'type', f.type, 'brokerAmountCents', f.broker_amount_cents,
    'driverAmountCents', f.driver_amount_cents, 'reason', f.reason, 'status', f.status, 'documentId', f.document_id)
    order by f.created_at, f.id), '[]')
  from load_fees f where ${ofLoad('f')}`;

const references = `
  select coalesce(json_agg(json_build_object('kind', r.kind, 'value', r.value) order by r.kind, r.value), '[]')
  from load_references r where ${ofLoad('r')}`;

const documents = `
  select coalesce(json_agg(json_build_object('id', p.id, 'kind', p.kind, 'fileName', p.file_name, 'contentType', p.content_type,
    'sizeBytes', p.size_bytes, 'uploadedByName', ${personName('u')}, 'createdAt', ${instant('p.created_at')}) order by p.created_at, p.id), '[]')
  from documents p left join users u on u.id = p.uploaded_by where ${ofLoad('p')} and p.deleted_at is null`;

const notes = `
  select coalesce(json_agg(json_build_object('id', n.id, 'kind', n.kind, 'body', n.body, 'authorName', ${personName('u')},
    'createdAt', ${instant('n.created_at')}) order by n.created_at desc, n.id desc), '[]')
  from load_notes n join users u on u.id = n.author_id where ${ofLoad('n')}`;

/**
 * The last move since `$3` that wasn't undone. `$3` is a plain value, so the database reads only the monthly partitions it needs.
 * It looks at the last hundred moves and undos only: nobody goes back further, and each one is compared with all others.
 */
const lastMove = `
  with recent as materialized (
    select e.id, e.at, e.kind, e.before from load_events e
    where ${ofLoad('e')} and e.at > $3::timestamptz and e.kind in ('status', 'undone')
    order by e.at desc, e.id desc limit 100)
  select e.id, e.at, e.before from recent e
  where e.kind = 'status' and not exists (select from recent u where u.kind = 'undone' and u.before ->> 'undoes' = e.id::text)
  order by e.at desc, e.id desc limit 1`;

/** `$1` is the company, `$2` one load. Moves after `$3` can be undone. */
export const lastMoveOfLoad = `
  select move.id, ${instant('move.at')} as at, move.before from loads l cross join lateral (${lastMove}) move where l.company_id = $1::uuid and l.id = $2::uuid`;

const loadsWith = (more: string) => `
  select row_to_json(whole) as load from (
    select l.id, l.version, l.load_number as "loadNumber", l.status, l.status_before_problem as "statusBeforeProblem",
      ${instant('l.status_changed_at')} as "statusChangedAt", l.problem_reason as "problemReason", l.urgency, l.tags,
      l.broker_id as "brokerId", b.name as "brokerName", b.mc as "brokerMc", l.broker_contact_name as "brokerContactName",
      l.broker_contact_email as "brokerContactEmail", l.broker_contact_phone as "brokerContactPhone",
      l.broker_contact_ext as "brokerContactExt", l.broker_load_number as "brokerLoadNumber", l.rc, l.board,
      l.board_fingerprint as "boardFingerprint", l.equipment, l.load_type as "loadType", ${plainFields},
      l.requirements,
      l.linehaul_cents as "linehaulCents", l.fuel_surcharge_cents as "fuelSurchargeCents", l.driver_pay_cents as "driverPayCents",
      l.billable_fees_cents as "billableFeesCents", l.gross_cents as "grossCents", l.factoring_status as "factoringStatus",
      l.factoring_fee_bps as "factoringFeeBps", l.payment_terms_days as "paymentTermsDays", ${instant('l.invoiced_at')} as "invoicedAt",
      ${instant('l.paid_at')} as "paidAt", l.paid_amount_cents as "paidAmountCents", l.original, l.loaded_miles as "loadedMiles",
      l.deadhead_miles as "deadheadMiles", l.miles_source as "milesSource",
      l.driver_id as "driverId", nullif(trim(d.name || ' ' || d.family_name), '') as "driverName", d.phone as "driverPhone",
      case when l.driver_id is not null then coalesce(case when l.driver_pay_cents > 0 then l.pay_terms end, d.pay, c.driver_pay) end as "payTerms",
      c.driver_pay as "companyPay",
      c.factoring_fee_bps as "companyFeeBps", l.co_driver_id as "coDriverId",
      nullif(trim(cd.name || ' ' || cd.family_name), '') as "coDriverName",
      l.truck_id as "truckId", t.number as "truckNumber", l.trailer_id as "trailerId", tr.number as "trailerNumber",
      l.dispatcher_id as "dispatcherId", ${personName('du')} as "dispatcherName", ${personName('cu')} as "createdByName",
      l.pickup_city as "pickupCity", l.pickup_state as "pickupState", ${instant('l.pickup_at')} as "pickupAt",
      ${instant('l.pickup_ends_at')} as "pickupEndsAt", l.pickup_has_time as "pickupHasTime", l.pickup_zone as "pickupZone",
      l.delivery_city as "deliveryCity", l.delivery_state as "deliveryState", ${instant('l.delivery_at')} as "deliveryAt",
      ${instant('l.delivery_ends_at')} as "deliveryEndsAt", l.delivery_has_time as "deliveryHasTime", l.delivery_zone as "deliveryZone",
      l.pickup_day::text as "pickupDay", l.delivery_day::text as "deliveryDay", l.booked_day::text as "bookedDay",
      l.stop_count as "stopCount", ${instant('l.dock_arrived_at')} as "dockArrivedAt", ${instant('l.booked_at')} as "bookedAt",
      ${instant('l.delivered_at')} as "deliveredAt", l.has_rc as "hasRc", l.has_bol as "hasBol", l.has_pod as "hasPod",
      ${instant('l.created_at')} as "createdAt", ${instant('l.updated_at')} as "updatedAt", ${instant('l.deleted_at')} as "deletedAt",
      c.time_zone as "companyZone", (${stops}) as stops, (${fees}) as fees, (${references}) as "references",
      ${more}
      (select ${instant('move.at')} from (${lastMove}) move where l.deleted_at is null) as "lastMoveAt"
    from loads l
      join companies c on c.company_id = l.company_id
      join brokers b on b.company_id = l.company_id and b.id = l.broker_id
      left join drivers d on d.company_id = l.company_id and d.id = l.driver_id
      left join drivers cd on cd.company_id = l.company_id and cd.id = l.co_driver_id
      left join trucks t on t.company_id = l.company_id and t.id = l.truck_id
      left join trailers tr on tr.company_id = l.company_id and tr.id = l.trailer_id
      left join users du on du.id = l.dispatcher_id
      left join users cu on cu.id = l.created_by
    where l.company_id = $1::uuid and l.id = any($2::uuid[]) order by l.id) whole`;

/** `$1` is the company, `$2` the loads. Moves after `$3` can be undone. */
export const wholeLoads = loadsWith(`(${documents}) as documents, (${notes}) as notes,`);

/** The same without notes and documents. */
export const loadFacts = loadsWith('');
