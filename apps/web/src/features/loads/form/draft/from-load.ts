import type { Load } from '@headhaul/contracts/loads/record';
import { placeLabel } from '@headhaul/contracts/places';
import { isPayByTerms } from '@headhaul/domain/loads/cut';
import { emptyLoadFields, fieldOfLoad, loadFieldKeys } from '@headhaul/domain/loads/fields';
import { isFactored } from '@headhaul/domain/loads/money';
import { type LoadDraft, type StopDraft, typeFields } from './draft.ts';
import { plainWhen } from './read.ts';
import { writeTypedDate } from './typed-dates.ts';

export function brokerLabel({ name, mc }: { name: string; mc: string | null }): string {
  return mc === null ? name : `${name}, MC ${mc}`;
}

const whole = (value: number | null) => (value === null ? '' : value.toLocaleString('en-US'));

/** "1,240", "602.50", or empty for 0. */
export function dollarText(cents: number): string {
  if (cents === 0) return '';
  return (cents / 100).toLocaleString('en-US', { minimumFractionDigits: cents % 100 === 0 ? 0 : 2 });
}

/** A load as the form shows it for editing. Pay that nobody typed stays by the driver's terms. 0 miles aren't known, so their fields are empty. */
export function draftOfLoad(load: Load, today: string): LoadDraft {
  return {
    loadNumber: load.loadNumber,
    broker: brokerLabel({ name: load.brokerName, mc: load.brokerMc }),
    brokerId: load.brokerId,
    brokerContactName: load.brokerContactName ?? '',
    brokerContactEmail: load.brokerContactEmail ?? '',
    brokerContactPhone: load.brokerContactPhone ?? '',
    brokerContactExt: load.brokerContactExt ?? '',
    brokerLoadNumber: load.brokerLoadNumber ?? '',
    rc: load.rc ?? '',
    references: load.references,
    board: load.board,
    boardFingerprint: load.boardFingerprint,
    urgency: load.urgency,
    tags: load.tags.join(', '),
    stops: load.stops.map((stop) => stopDraftOf(stop, today)),
    equipment: load.equipment,
    loadType: load.loadType,
    ...typeFields(load),
    requirements: load.requirements,
    linehaul: dollarText(load.linehaulCents),
    fuelSurcharge: dollarText(load.fuelSurchargeCents),
    driverPay: isPayByTerms(load) ? '' : dollarText(load.driverPayCents),
    factoringStatus: load.factoringStatus,
    factoringFee: factoringFeeText(load),
    paymentTermsDays: String(load.paymentTermsDays),
    loadedMiles: load.milesSource === 'ENTERED' ? whole(load.loadedMiles || null) : '',
    deadheadMiles: whole(load.deadheadMiles || null),
    driverId: load.driverId,
    coDriverId: load.coDriverId,
    truckId: load.truckId,
    trailerId: load.trailerId,
    dispatcherId: load.dispatcherId,
  };
}

/** A saved 0 is a percentage. Of a load that isn't factored it says nothing. */
function factoringFeeText({ factoringStatus, factoringFeeBps }: Load): string {
  if (factoringFeeBps === null || (factoringFeeBps === 0 && !isFactored(factoringStatus))) return '';
  return String(factoringFeeBps / 100);
}

function stopDraftOf(stop: Load['stops'][number], today: string): StopDraft {
  return {
    key: stop.id,
    id: stop.id,
    kind: stop.kind,
    schedule: stop.schedule,
    place: placeLabel(stop),
    facility: stop.facility ?? '',
    address: stop.address ?? '',
    when: writeTypedDate(plainWhen(stop), today),
    typedOn: { today, now: '00:00' },
    contactName: stop.contactName ?? '',
    contactPhone: stop.contactPhone ?? '',
    reference: stop.reference ?? '',
    sealNumber: stop.sealNumber ?? '',
    pieces: whole(stop.pieces),
    weightLb: whole(stop.weightLb),
    handling: stop.handling,
    lumperNeeded: stop.lumperNeeded,
    instructions: stop.instructions ?? '',
  };
}

const blank = typeFields(emptyLoadFields());
const nothingOfThisHaul = Object.fromEntries(loadFieldKeys.filter((key) => fieldOfLoad(key).isOnce).map((key) => [key, blank[key]]));

/** A copy for a new load, without the days, numbers and crew of the old one. */
export function duplicateOf(draft: LoadDraft): LoadDraft {
  return {
    ...draft,
    loadNumber: '',
    rc: '',
    brokerLoadNumber: '',
    references: [],
    boardFingerprint: null,
    stops: draft.stops.map((stop) => ({
      ...stop,
      key: crypto.randomUUID(),
      id: null,
      when: '',
      typedOn: null,
      reference: '',
      sealNumber: '',
    })),
    ...nothingOfThisHaul,
    driverPay: '',
    factoringStatus: draft.factoringStatus === 'NOT_FACTORED' || draft.factoringStatus === 'DECLINED' ? 'NOT_FACTORED' : 'PENDING',
    deadheadMiles: '',
    driverId: null,
    coDriverId: null,
    truckId: null,
    trailerId: null,
    dispatcherId: null,
  };
}
