import { usualAssumptions } from '@headhaul/domain/fit/assumptions';
import { type TripLeg, tripDays } from '@headhaul/domain/hours/trip-days';
import { countedFeeBps, payByTerms } from '@headhaul/domain/loads/cut';
import { isFactored, isTonu } from '@headhaul/domain/loads/money';
import { greatCircleMiles } from '@headhaul/domain/places/distance';
import { type CompanySettings, payFacts, truckFacts } from '@headhaul/domain/profit/company-settings';
import type { Miles, PersonPay, ProfitFacts, Tolls, TruckFigure } from '@headhaul/domain/profit/facts';
import type { FindDieselPrice } from '../fuel/diesel.service.ts';
import type { Averages } from './averages.ts';
import type { Trip, TripStop } from './trip.ts';

/** What a trip is counted with besides its own facts. */
export interface TripContext {
  settings: CompanySettings;
  /** For a trip without a driver. */
  averages: Averages | null;
  findDiesel: FindDieselPrice;
  today: string;
  /** Measured from where the driver is, if the load doesn't say. */
  deadhead: Miles | null;
  tolls: Tolls | null;
}

export function gatherFacts(trip: Trip, context: TripContext): ProfitFacts {
  const { settings, tolls, findDiesel, today } = context;
  // A draft is counted as what it would bring.
  const status = trip.status === 'DRAFT' ? 'BOOKED' : trip.status;
  const deadhead = trip.deadhead ?? context.deadhead ?? (trip.driver === null ? (context.averages?.deadhead ?? null) : null);
  const { statusBeforeProblem, linehaulCents, fuelSurchargeCents, fees, loaded } = trip;
  const pay = { ...termsOf(trip, settings), paidMiles: paidMilesOf(trip, context.deadhead) };
  return {
    status,
    statusBeforeProblem,
    linehaulCents,
    fuelSurchargeCents,
    fees,
    loaded,
    deadhead,
    ...truckFigures(trip, context),
    diesel: findDiesel(trip.stops[0]?.state ?? '', trip.pickupDay ?? today),
    tolls,
    truckPaidBy: trip.driver?.isOwnerOperator === true ? 'DRIVER' : 'COMPANY',
    agreedPayCents: agreedPay(trip, pay),
    driver: pay,
    coDriver: trip.coDriver && payFacts(trip.coDriver.pay, settings),
    factoring: factoringOf(trip, settings),
    dispatchFee: trip.driver?.dispatchFee ?? null,
    days: daysOf(trip, deadhead),
  };
}

function truckFigures({ driver, truck }: Trip, { settings, averages }: TripContext) {
  const own = truckFacts(truck, settings);
  if (driver !== null || truck !== null || averages === null) return own;
  const average = (value: number | null, byDefault: TruckFigure | null): TruckFigure | null =>
    value === null ? byDefault : { value, source: 'AVERAGE' };
  return {
    mpgLoaded: average(averages.mpgLoaded, own.mpgLoaded),
    mpgEmpty: average(averages.mpgEmpty, own.mpgEmpty),
    fixedCostPerDay: average(averages.fixedCostPerDayCents, own.fixedCostPerDay),
  };
}

/** A load is paid by the terms of the day when its pay was saved, also after they have changed. */
function termsOf({ driver, savedTerms }: Trip, settings: CompanySettings): PersonPay {
  const today = payFacts(driver?.pay ?? null, settings);
  const isSame = savedTerms === null || (savedTerms.model === today.terms?.model && savedTerms.rate === today.terms.rate);
  return isSame ? today : { terms: savedTerms, source: 'DRIVER' };
}

/** Pay that is what the driver's or the company's terms say is pay by terms. Any other was agreed for this load. */
function agreedPay({ payCents, linehaulCents, fuelSurchargeCents }: Trip, { terms, paidMiles: miles }: PaidBy): number | null {
  return payCents === payByTerms(terms, { linehaulCents, fuelSurchargeCents, miles }) ? null : payCents;
}

type PaidBy = PersonPay & { paidMiles: number | null };

/** A saved load is paid by the miles that it was saved with, whatever is measured now. */
function paidMilesOf({ paysMeasured, paidMiles }: Trip, measured: Miles | null): number | null {
  return paysMeasured && paidMiles !== null ? paidMiles + (measured?.miles ?? 0) : paidMiles;
}

/**
 * The load itself says whether it is factored, so that its net and its cut agree. Where it isn't, that is a fact only if the company has
 * ever said whether it factors.
 */
function factoringOf({ factoringStatus, factoringFeeBps }: Trip, { factoring }: CompanySettings): ProfitFacts['factoring'] {
  if (isFactored(factoringStatus)) return { isFactored: true, feeBps: countedFeeBps(factoringFeeBps, factoring?.feeBps ?? null) };
  return factoring === null && factoringStatus !== 'DECLINED' ? null : { isFactored: false, feeBps: null };
}

function daysOf(trip: Trip, deadhead: Miles | null): number | null {
  const { stops, loaded, coDriver } = trip;
  const [pickup, ...rest] = stops;
  if (deadhead === null || pickup === undefined) return null;
  const { rules, milesPerHour } = usualAssumptions;
  const legs = (): TripLeg[] | null => {
    // The truck came and was not loaded.
    if (isTonu(trip)) return [{ miles: deadhead.miles, dockMinutes: 0 }];
    if (loaded === null) return null;
    const shares = sharesOf(stops);
    return [
      { miles: deadhead.miles, dockMinutes: dockMinutes(pickup) },
      ...rest.map((stop, index) => ({ miles: loaded.miles * (shares[index] ?? 0), dockMinutes: dockMinutes(stop) })),
    ];
  };
  const found = legs();
  return found === null ? null : tripDays(found, rules, milesPerHour, coDriver !== null).days;
}

function dockMinutes({ handling }: TripStop): number {
  return handling === 'LIVE' ? usualAssumptions.liveDockMinutes : usualAssumptions.dropDockMinutes;
}

/**
 * How the loaded miles are shared by the legs: as the straight lines are long, or evenly where a place isn't known. The miles themselves
 * are those of the road. Measuring every leg of a year's loads would take minutes, and only moves miles from one leg to the next.
 */
function sharesOf(stops: readonly TripStop[]): number[] {
  const miles = stops.slice(1).map(({ point: to }, index) => {
    const from = stops[index]?.point ?? null;
    return from === null || to === null ? null : greatCircleMiles(from, to);
  });
  const all = miles.reduce<number>((sum, one) => sum + (one ?? 0), 0);
  return miles.map((one) => (miles.includes(null) || all === 0 ? 1 / miles.length : (one ?? 0) / all));
}
