import { Equipment, LoadRequirement, LoadType } from '@headhaul/contracts/equipment';
import { FactoringStatus, LoadBoard, ReferenceKind, StopHandling, StopKind, StopSchedule, Urgency } from '@headhaul/contracts/loads/record';
import { emptyLoadFields, type LoadFieldKey, type LoadFieldValues, mapLoadFields } from '@headhaul/domain/loads/fields';
import { z } from 'zod';

/**
 * A load as it is being typed. The fields hold the raw text, so that text that can't be read yet isn't lost. The browser keeps the
 * draft after every change, and `to-input.ts` turns it into the server's input.
 */
export const StopDraft = z.object({
  /** Identifies the stop within this form, because stops can be moved. */
  key: z.string(),
  /** The id of a stop that the load already has. */
  id: z.uuid().nullable(),
  kind: StopKind,
  schedule: StopSchedule,
  /** "Conley, GA 30288" */
  place: z.string(),
  facility: z.string(),
  address: z.string(),
  /** "tom 8am" */
  when: z.string(),
  /** The date and time at the place when the text was typed. Read a day later, "tom" still means the same day. */
  typedOn: z.object({ today: z.string(), now: z.string() }).nullable(),
  contactName: z.string(),
  contactPhone: z.string(),
  reference: z.string(),
  sealNumber: z.string(),
  pieces: z.string(),
  weightLb: z.string(),
  handling: StopHandling,
  lumperNeeded: z.boolean(),
  instructions: z.string(),
});
export type StopDraft = z.infer<typeof StopDraft>;

/** Flags are checkboxes, everything else is text. In a draft from before a field existed, the field is empty. */
type TypedAs<Value> = Value extends boolean ? boolean : string;
type TypedFields = { [Key in LoadFieldKey]: TypedAs<LoadFieldValues[Key]> };
const plainTyped = mapLoadFields(({ kind }) => (kind === 'flag' ? z.boolean().default(false) : z.string().default(''))) as unknown as {
  [Key in LoadFieldKey]: z.ZodDefault<z.ZodType<TypedFields[Key]>>;
};

/** The fields of the load catalog as the form shows them. */
export function typeFields(values: LoadFieldValues): TypedFields {
  return mapLoadFields((_field, key) => typeValue(values[key])) as TypedFields;
}

function typeValue(value: string | number | boolean | null): string | boolean {
  if (typeof value === 'boolean') return value;
  return typeof value === 'number' ? value.toLocaleString('en-US') : (value ?? '');
}

export const LoadDraft = z.object({
  loadNumber: z.string(),
  /** "Lakeshore Freight, MC 428816" */
  broker: z.string(),
  /** The id of the chosen broker, until the text is changed. */
  brokerId: z.uuid().nullable(),
  brokerContactName: z.string(),
  brokerContactEmail: z.string(),
  brokerContactPhone: z.string(),
  brokerContactExt: z.string(),
  brokerLoadNumber: z.string(),
  rc: z.string(),
  references: z.array(z.object({ kind: ReferenceKind, value: z.string() })),
  board: LoadBoard,
  boardFingerprint: z.string().nullable(),
  urgency: Urgency,
  /** Split by commas. */
  tags: z.string(),
  stops: z.array(StopDraft),
  equipment: Equipment,
  loadType: LoadType,
  ...plainTyped,
  requirements: z.array(LoadRequirement),
  linehaul: z.string(),
  fuelSurcharge: z.string(),
  /** Empty means by the driver's terms. */
  driverPay: z.string(),
  factoringStatus: FactoringStatus,
  factoringFee: z.string(),
  paymentTermsDays: z.string(),
  /** Empty means estimated. */
  loadedMiles: z.string(),
  deadheadMiles: z.string(),
  driverId: z.uuid().nullable(),
  coDriverId: z.uuid().nullable(),
  truckId: z.uuid().nullable(),
  trailerId: z.uuid().nullable(),
  dispatcherId: z.uuid().nullable(),
});
export type LoadDraft = z.infer<typeof LoadDraft>;

export function blankStop(kind: StopDraft['kind'], schedule: StopDraft['schedule'] = 'APPOINTMENT'): StopDraft {
  return {
    key: crypto.randomUUID(),
    id: null,
    kind,
    schedule,
    place: '',
    facility: '',
    address: '',
    when: '',
    typedOn: null,
    contactName: '',
    contactPhone: '',
    reference: '',
    sealNumber: '',
    pieces: '',
    weightLb: '',
    handling: 'LIVE',
    lumperNeeded: false,
    instructions: '',
  };
}

export function blankDraft(): LoadDraft {
  return {
    loadNumber: '',
    broker: '',
    brokerId: null,
    brokerContactName: '',
    brokerContactEmail: '',
    brokerContactPhone: '',
    brokerContactExt: '',
    brokerLoadNumber: '',
    rc: '',
    references: [],
    board: 'DIRECT',
    boardFingerprint: null,
    urgency: 'NORMAL',
    tags: '',
    stops: [blankStop('PICKUP'), blankStop('DELIVERY')],
    equipment: 'DRY_VAN',
    loadType: 'FTL',
    ...typeFields(emptyLoadFields()),
    requirements: [],
    linehaul: '',
    fuelSurcharge: '',
    driverPay: '',
    factoringStatus: 'NOT_FACTORED',
    factoringFee: '',
    paymentTermsDays: '30',
    loadedMiles: '',
    deadheadMiles: '',
    driverId: null,
    coDriverId: null,
    truckId: null,
    trailerId: null,
    dispatcherId: null,
  };
}
