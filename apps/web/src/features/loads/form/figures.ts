import type { Driver } from '@headhaul/contracts/drivers';
import type { PayTerms } from '@headhaul/domain/drivers/pay';
import { computedPay } from '@headhaul/domain/loads/cut';
import { agreedRate } from '@headhaul/domain/loads/shown';
import type { Point } from '@headhaul/domain/places/distance';
import { formatMilesNote, type MilesFacts, type MilesSource } from '@headhaul/domain/roads/miles-source';
import { formatMoney, formatRpmMoney } from '../../../shared/format/money.ts';
import type { LoadDraft } from './draft/draft.ts';
import { readDraft } from './draft/to-input.ts';

/** What the form itself knows while a load is typed. Null where a figure can't be known yet. */
export interface FormFigures {
  /** Null while the rate isn't typed. */
  grossCents: number | null;
  fuelSurchargeCents: number;
  loadedMiles: number | null;
  /** Null while no miles are known. */
  loadedSource: MilesSource | null;
  deadheadMiles: number | null;
  deadheadSource: MilesSource | null;
  /** Cents a mile over all miles. Null while the deadhead isn't known. */
  rpm: number | null;
  /** Cents a loaded mile. */
  loadedRpm: number | null;
  driverPayCents: number | null;
  /** What is said after measured loaded miles: "by the maps service". */
  milesNote: string | null;
}

interface MeasuredMiles {
  miles: number;
  source: MilesSource;
}

interface Facts {
  /** Through all stops, and from the driver to the pickup. Null while they are not measured. */
  loaded: (MeasuredMiles & MilesFacts) | null;
  deadhead: MeasuredMiles | null;
  payTerms: PayTerms | null;
  /** A TONU: the truck drove to the pickup at most. */
  isUnused: boolean;
}

/** "$2.76 a mile", or "$2.89 a loaded mile" while the deadhead isn't known. */
export function formatFormRpm({ rpm, loadedRpm }: Pick<FormFigures, 'rpm' | 'loadedRpm'>): string | null {
  if (rpm !== null) return `${formatRpmMoney(rpm)} a mile`;
  return loadedRpm === null ? null : `${formatRpmMoney(loadedRpm)} a loaded mile`;
}

const formatRate = (cents: number) => `$${(cents / 100).toFixed(2)}`;

/** "$0.65 a mile", "25% of gross", "$400 a load" */
export function formatPayTerms({ model, rate }: PayTerms): string {
  switch (model) {
    case 'PER_MILE':
      return `${formatRate(rate)} a mile`;
    case 'PERCENTAGE':
      return `${rate / 100}% of gross`;
    case 'PER_LOAD':
      return `${formatMoney(rate)} a load`;
    case 'HOURLY':
      return `${formatMoney(rate)} an hour`;
    case 'WEEKLY':
      return `${formatMoney(rate)} a week`;
  }
}

export function pointOfDriver({ readyLat, readyLng }: Pick<Driver, 'readyLat' | 'readyLng'>): Point | null {
  return readyLat === null || readyLng === null ? null : { lat: readyLat, lng: readyLng };
}

/** Typed miles count before measured ones. 0 is saved where nobody knows them, so a typed 0 isn't known either. */
function milesOf(typed: string, value: number | null | undefined, measured: MeasuredMiles | null): MeasuredMiles | null {
  if (typed.trim() === '') return measured;
  return value ? { miles: value, source: 'ENTERED' } : null;
}

function perMile(cents: number | null, miles: number | null): number | null {
  return cents === null || !miles ? null : cents / miles;
}

export function formFigures(draft: LoadDraft, measured: Facts): FormFigures {
  const { input } = readDraft(draft);
  const linehaulCents = input.linehaulCents;
  const fuelSurchargeCents = input.fuelSurchargeCents ?? 0;
  const grossCents = agreedRate({ linehaulCents, fuelSurchargeCents });
  const loaded = milesOf(draft.loadedMiles, input.loadedMiles, measured.loaded);
  const deadhead = milesOf(draft.deadheadMiles, input.deadheadMiles, measured.deadhead);
  const loadedMiles = loaded?.miles ?? null;
  const deadheadMiles = deadhead?.miles ?? null;
  const { isUnused } = measured;
  const miles = { loadedMiles: loadedMiles ?? 0, deadheadMiles: deadheadMiles ?? 0 };
  const byTerms = computedPay(measured.payTerms, { isUnused, linehaulCents, fuelSurchargeCents, ...miles });
  return {
    grossCents,
    fuelSurchargeCents,
    loadedMiles,
    loadedSource: loaded?.source ?? null,
    deadheadMiles,
    deadheadSource: deadhead?.source ?? null,
    rpm: perMile(grossCents, loadedMiles === null || deadheadMiles === null ? null : loadedMiles + deadheadMiles),
    loadedRpm: perMile(grossCents, loadedMiles),
    driverPayCents: input.driverPayCents ?? byTerms,
    milesNote: measured.loaded === null || loaded !== measured.loaded ? null : formatMilesNote(measured.loaded),
  };
}
