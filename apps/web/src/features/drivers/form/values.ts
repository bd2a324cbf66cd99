import type { Driver, DriverInput } from '@headhaul/contracts/drivers';
import { StateCode } from '@headhaul/contracts/equipment';
import type { Trailer, Truck } from '@headhaul/contracts/fleet';
import type { FormValues } from '../../../shared/form/use-contract-form.ts';
import { formatPhone } from '../../../shared/format/phone.ts';
import { readPlace, writePlace } from '../../places/place-text.public.ts';

/** The fields of the form. All are text, and some fields of the contract are split or joined. */
export type DriverField = Exclude<keyof DriverInput, 'homeState'> | 'payModel' | 'feeModel' | 'feeBase' | 'feeMinimum' | 'feeOnTonu';

export type DriverFormValues = FormValues<DriverField>;

export interface Fleet {
  trucks: readonly Pick<Truck, 'id' | 'number'>[];
  trailers: readonly Pick<Trailer, 'id' | 'number'>[];
}

const text = (value: string | null) => value ?? '';
const amount = (hundredths: number | null) => (hundredths === null ? '' : String(hundredths / 100));

/** Hundredths of "0.65", "28.5" or "$1,800": cents, or hundredths of a percent. Null when the text is not a number. */
export function hundredthsOf(value: string): number | null {
  const number = Number(value.replace(/[$,%\s]/g, ''));
  return value.trim() === '' || Number.isNaN(number) ? null : Math.round(number * 100);
}

function whole(value: string): number | null {
  const number = Number(value.replace(/[,\s]/g, ''));
  return value.trim() === '' || Number.isNaN(number) ? null : Math.round(number);
}

function listed(value: string): string[] {
  return value
    .split(',')
    .map((one) => one.trim())
    .filter((one) => one !== '');
}

export function emptyDriver(dispatcherId: string): DriverFormValues {
  return {
    name: '',
    familyName: '',
    phone: '',
    email: '',
    language: '',
    type: 'COMPANY_DRIVER',
    employment: 'ACTIVE',
    teamPartnerId: '',
    homeCity: '',
    cdlNumber: '',
    cdlState: '',
    cdlClass: '',
    cdlExpiresOn: '',
    endorsements: '',
    medicalExpiresOn: '',
    twicExpiresOn: '',
    gear: '',
    payModel: '',
    pay: '',
    feeModel: 'NONE',
    dispatchFee: '',
    feeBase: 'LINEHAUL',
    feeMinimum: '',
    feeOnTonu: 'false',
    dispatcherId,
    truckId: '',
    trailerId: '',
    truckNumber: '',
    trailerNumber: '',
    equipment: '',
    trailerLengthFt: '',
    preferredLanes: '',
    avoidedStates: '',
    minRpmCents: '',
    maxWeightLb: '',
    samsaraVehicleId: '',
    samsaraDriverId: '',
    datatruckId: '',
    notes: '',
  };
}

export function toDriverForm(driver: Driver): DriverFormValues {
  const fee = driver.dispatchFee;
  return {
    ...emptyDriver(text(driver.dispatcherId)),
    name: driver.name,
    familyName: driver.familyName,
    phone: driver.phone === null ? '' : formatPhone(driver.phone),
    email: text(driver.email),
    language: text(driver.language),
    type: driver.type,
    employment: driver.employment,
    teamPartnerId: text(driver.teamPartnerId),
    homeCity: writePlace(driver.homeCity, driver.homeState),
    cdlNumber: text(driver.cdlNumber),
    cdlState: text(driver.cdlState),
    cdlClass: text(driver.cdlClass),
    cdlExpiresOn: text(driver.cdlExpiresOn),
    endorsements: driver.endorsements.join(','),
    medicalExpiresOn: text(driver.medicalExpiresOn),
    twicExpiresOn: text(driver.twicExpiresOn),
    gear: driver.gear.join(', '),
    payModel: driver.pay?.model ?? '',
    pay: amount(driver.pay?.rate ?? null),
    feeModel: fee?.model ?? 'NONE',
    dispatchFee: fee === null || fee.model === 'NONE' ? '' : amount(fee.model === 'PERCENT' ? fee.percentBps : fee.amountCents),
    feeBase: fee?.base ?? 'LINEHAUL',
    feeMinimum: fee === null || fee.minimumCents === 0 ? '' : amount(fee.minimumCents),
    feeOnTonu: String(fee?.appliesToTonu ?? false),
    truckNumber: text(driver.truckNumber),
    trailerNumber: text(driver.trailerNumber),
    equipment: text(driver.equipment),
    trailerLengthFt: driver.trailerLengthFt === null ? '' : String(driver.trailerLengthFt),
    preferredLanes: text(driver.preferredLanes),
    avoidedStates: driver.avoidedStates.join(','),
    minRpmCents: amount(driver.minRpmCents),
    maxWeightLb: driver.maxWeightLb === null ? '' : String(driver.maxWeightLb),
    samsaraVehicleId: text(driver.samsaraVehicleId),
    samsaraDriverId: text(driver.samsaraDriverId),
    datatruckId: text(driver.datatruckId),
    notes: text(driver.notes),
  };
}

/** A number in the fleet gives that truck's id. Any other number creates a truck on save. */
function byNumber(rows: Fleet['trucks'], number: string): { id: string | null; number: string | null } {
  const wanted = number.trim().toLowerCase();
  const id = rows.find((row) => row.number.toLowerCase() === wanted)?.id ?? null;
  return { id, number: id === null && wanted !== '' ? number.trim() : null };
}

function feeOf(values: DriverFormValues): DriverInput['dispatchFee'] {
  const rate = hundredthsOf(values.dispatchFee);
  if (values.feeModel === 'NONE' || rate === null) return null;
  const isPercent = values.feeModel === 'PERCENT';
  return {
    model: values.feeModel,
    percentBps: isPercent ? rate : 0,
    amountCents: isPercent ? 0 : rate,
    base: values.feeBase,
    minimumCents: isPercent ? (hundredthsOf(values.feeMinimum) ?? 0) : 0,
    appliesToTonu: values.feeOnTonu === 'true',
  } as DriverInput['dispatchFee'];
}

/** Converts the typed text for the contract, whose schema then finds the errors. */
export function toDriverInput(values: DriverFormValues, fleet: Fleet): DriverInput {
  const home = readPlace(values.homeCity);
  const truck = byNumber(fleet.trucks, values.truckNumber);
  const trailer = byNumber(fleet.trailers, values.trailerNumber);
  const rate = hundredthsOf(values.pay);
  const none = (value: string) => (value === '' ? null : value);
  return {
    name: values.name,
    familyName: values.familyName,
    phone: values.phone,
    email: values.email,
    language: values.language,
    type: values.type,
    employment: values.employment,
    teamPartnerId: none(values.teamPartnerId),
    homeCity: home.city,
    homeState: home.state,
    cdlNumber: values.cdlNumber,
    cdlState: none(values.cdlState),
    cdlClass: none(values.cdlClass),
    cdlExpiresOn: none(values.cdlExpiresOn),
    endorsements: listed(values.endorsements),
    medicalExpiresOn: none(values.medicalExpiresOn),
    twicExpiresOn: none(values.twicExpiresOn),
    gear: listed(values.gear),
    pay: values.payModel === '' || rate === null ? null : { model: values.payModel, rate },
    dispatchFee: feeOf(values),
    dispatcherId: none(values.dispatcherId),
    truckId: truck.id,
    trailerId: trailer.id,
    truckNumber: truck.number,
    trailerNumber: trailer.number,
    equipment: none(values.equipment),
    trailerLengthFt: whole(values.trailerLengthFt),
    preferredLanes: values.preferredLanes,
    avoidedStates: listed(values.avoidedStates).filter((code) => StateCode.safeParse(code).success),
    minRpmCents: hundredthsOf(values.minRpmCents),
    maxWeightLb: whole(values.maxWeightLb),
    samsaraVehicleId: values.samsaraVehicleId,
    samsaraDriverId: values.samsaraDriverId,
    datatruckId: values.datatruckId,
    notes: values.notes,
    // The selects only offer values of the contract, so the cast is safe.
  } as DriverInput;
}

/** The names of the fields in the dialog that compares two versions. */
export const fieldNames: Record<DriverField, string> = {
  name: 'First name',
  familyName: 'Last name',
  phone: 'Phone',
  email: 'Email',
  language: 'Language',
  type: 'Type',
  employment: 'Status',
  teamPartnerId: 'Team partner',
  homeCity: 'Home',
  cdlNumber: 'CDL number',
  cdlState: 'CDL state',
  cdlClass: 'CDL class',
  cdlExpiresOn: 'CDL expires',
  endorsements: 'Endorsements',
  medicalExpiresOn: 'Medical card expires',
  twicExpiresOn: 'TWIC expires',
  gear: 'Gear',
  payModel: 'Pay',
  pay: 'Pay rate',
  feeModel: 'Dispatch fee',
  dispatchFee: 'Dispatch fee rate',
  feeBase: 'Dispatch fee of',
  feeMinimum: 'Least dispatch fee',
  feeOnTonu: 'Dispatch fee on TONU',
  dispatcherId: 'Dispatcher',
  truckId: 'Truck',
  trailerId: 'Trailer',
  truckNumber: 'Truck',
  trailerNumber: 'Trailer',
  equipment: 'Equipment',
  trailerLengthFt: 'Trailer length',
  preferredLanes: 'Lanes',
  avoidedStates: 'Avoids',
  minRpmCents: 'Min RPM',
  maxWeightLb: 'Max weight',
  samsaraVehicleId: 'Samsara vehicle',
  samsaraDriverId: 'Samsara driver',
  datatruckId: 'Datatruck',
  notes: 'Notes',
};

export interface ChangedField {
  field: DriverField;
  /** The user's value differs from the teammate's. */
  isMine: boolean;
}

/** The fields that the teammate changed, or in which the user has another value. */
export function changedFields(before: DriverFormValues, theirs: DriverFormValues, mine: DriverFormValues): ChangedField[] {
  return (Object.keys(fieldNames) as DriverField[])
    .map((field) => ({ field, isMine: mine[field] !== theirs[field] }))
    .filter(({ field, isMine }) => isMine || before[field] !== theirs[field]);
}
