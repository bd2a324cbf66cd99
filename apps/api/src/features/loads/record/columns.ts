import type { LoadValues } from '@headhaul/contracts/loads/input';
import type { Load } from '@headhaul/contracts/loads/record';
import { type LoadFieldKey, loadFieldKeys, loadFields } from '@headhaul/domain/loads/fields';
import type { Crew } from '../write/references.ts';

/** Values that the form leaves open and the caller has worked out. */
interface Settled {
  brokerId: string;
  crew: Crew;
  loadedMiles: number;
  milesSource: Load['milesSource'];
  driverPayCents: number;
  factoringFeeBps: number | null;
  dispatcherId: string;
}

type PlainColumns = { [Key in LoadFieldKey as (typeof loadFields)[Key]['column']]: LoadValues[Key] };

function plainColumns(values: LoadValues): PlainColumns {
  return Object.fromEntries(loadFieldKeys.map((key) => [loadFields[key].column, values[key]])) as PlainColumns;
}

/** The columns that a form decides, for a new load and a changed one alike. */
export function toColumns(values: LoadValues, settled: Settled) {
  const { brokerId, crew, loadedMiles, milesSource, driverPayCents, factoringFeeBps, dispatcherId } = settled;
  return {
    urgency: values.urgency,
    tags: [...new Set(values.tags)],
    broker_id: brokerId,
    broker_contact_name: values.brokerContactName,
    broker_contact_email: values.brokerContactEmail,
    broker_contact_phone: values.brokerContactPhone,
    broker_contact_ext: values.brokerContactExt,
    broker_load_number: values.brokerLoadNumber,
    rc: values.rc,
    board: values.board,
    board_fingerprint: values.boardFingerprint,
    equipment: values.equipment,
    load_type: values.loadType,
    ...plainColumns(values),
    requirements: [...new Set(values.requirements)],
    linehaul_cents: values.linehaulCents,
    fuel_surcharge_cents: values.fuelSurchargeCents,
    driver_pay_cents: driverPayCents,
    factoring_status: values.factoringStatus,
    factoring_fee_bps: factoringFeeBps,
    payment_terms_days: values.paymentTermsDays,
    loaded_miles: loadedMiles,
    deadhead_miles: values.deadheadMiles,
    miles_source: milesSource,
    driver_id: crew.driverId,
    co_driver_id: crew.coDriverId,
    truck_id: crew.truckId,
    trailer_id: crew.trailerId,
    dispatcher_id: dispatcherId,
  };
}
