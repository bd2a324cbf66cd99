import type { Driver } from '@headhaul/contracts/drivers';
import type { PayTerms } from '@headhaul/domain/drivers/pay';
import { factoringCents, suggestDriverPay } from '@headhaul/domain/loads/money';
import { estimateRoadMiles, type Point } from '@headhaul/domain/places/distance';
import { formatMoney } from '../../../shared/format/money.ts';
import type { LoadDraft } from './draft/draft.ts';
import { readDraft } from './draft/to-input.ts';

/** The figures of the summary while a load is typed. Null where a figure can't be known yet. */
export interface FormFigures {
  grossCents: number;
  linehaulCents: number;
  fuelSurchargeCents: number;
  loadedMiles: number | null;
  /** The miles were estimated, not typed. */
  isLoadedEstimate: boolean;
  deadheadMiles: number | null;
  isDeadheadEstimate: boolean;
  /** Cents a mile over all miles. */
  rpm: number | null;
  driverPayCents: number | null;
  /** "429 mi × $0.65" */
  driverPayNote: string | null;
  factoringCents: number;
  factoringFeeBps: number;
  cutCents: number;
}

interface Facts {
  /** One per stop; null for a place that isn't known. */
  points: readonly (Point | null)[];
  driver: Driver | null;
}

const formatMilesText = (miles: number) => `${miles.toLocaleString('en-US')} mi`;
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

function payNote({ model, rate }: PayTerms, miles: number): string {
  return model === 'PER_MILE' ? `${formatMilesText(miles)} × ${formatRate(rate)}` : formatPayTerms({ model, rate });
}

export function pointOfDriver({ readyLat, readyLng }: Pick<Driver, 'readyLat' | 'readyLng'>): Point | null {
  return readyLat === null || readyLng === null ? null : { lat: readyLat, lng: readyLng };
}

/** Road miles through all stops. Null while the first or the last stop isn't on the map. */
function estimateLoaded(points: readonly (Point | null)[]): number | null {
  if (points.length < 2 || points[0] === null || points.at(-1) === null) return null;
  return estimateRoadMiles(points.filter((point) => point !== null));
}

export function formFigures(draft: LoadDraft, { points, driver }: Facts): FormFigures {
  const { input } = readDraft(draft);
  const linehaulCents = input.linehaulCents;
  const fuelSurchargeCents = input.fuelSurchargeCents ?? 0;
  const grossCents = linehaulCents + fuelSurchargeCents;
  const pickup = points[0] ?? null;
  const from = driver === null ? null : pointOfDriver(driver);
  const estimatedDeadhead = from === null || pickup === null ? null : estimateRoadMiles([from, pickup]);
  const isLoadedEstimate = draft.loadedMiles.trim() === '';
  const isDeadheadEstimate = draft.deadheadMiles.trim() === '';
  const loadedMiles = isLoadedEstimate ? estimateLoaded(points) : (input.loadedMiles ?? null);
  const deadheadMiles = isDeadheadEstimate ? estimatedDeadhead : (input.deadheadMiles ?? null);
  const allMiles = (loadedMiles ?? 0) + (deadheadMiles ?? 0);
  const byTerms =
    loadedMiles === null && driver?.pay?.model === 'PER_MILE'
      ? null
      : suggestDriverPay(driver?.pay ?? null, {
          linehaulCents,
          fuelSurchargeCents,
          loadedMiles: loadedMiles ?? 0,
          deadheadMiles: deadheadMiles ?? 0,
        });
  const typedPay = input.driverPayCents ?? null;
  const driverPayCents = typedPay ?? byTerms;
  const factoringFeeBps = input.factoringFeeBps ?? 0;
  const factoring = factoringCents({ grossCents, factoringStatus: draft.factoringStatus, factoringFeeBps });
  return {
    grossCents,
    linehaulCents,
    fuelSurchargeCents,
    loadedMiles,
    isLoadedEstimate,
    deadheadMiles,
    isDeadheadEstimate,
    rpm: allMiles > 0 && loadedMiles !== null && grossCents > 0 ? grossCents / allMiles : null,
    driverPayCents,
    driverPayNote: typedPay !== null || driver?.pay == null || byTerms === null ? null : payNote(driver.pay, allMiles),
    factoringCents: factoring,
    factoringFeeBps,
    cutCents: grossCents - (driverPayCents ?? 0) - factoring,
  };
}
