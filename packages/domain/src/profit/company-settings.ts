import type { PayTerms } from '../drivers/pay.ts';
import { usualFreeMinutes } from '../loads/detention.ts';
import type { PersonPay, ProfitFacts, TruckFigure } from './facts.ts';
import type { RateRule } from './rate-scale.ts';

/** What a company sets once and every load is counted with, unless the load, driver or truck says otherwise. Null: not set. */
export interface CompanySettings {
  detentionFreeMinutes: number;
  detentionPerHourCents: number | null;
  factoring: { isFactored: boolean; feeBps: number | null } | null;
  /** Terms of a driver who has none of their own. */
  driverPay: PayTerms | null;
  mpgLoaded: number | null;
  mpgEmpty: number | null;
  /** 0 for a company that counts no fixed cost. */
  fixedCostPerDayCents: number | null;
  rateRule: RateRule;
}

/**
 * A company that has set nothing. Only the free time at a dock is the same in the whole trade: two hours. Every other figure differs from
 * company to company, and one that nobody set must not look like a fact.
 */
export const newCompanySettings: CompanySettings = {
  detentionFreeMinutes: usualFreeMinutes,
  detentionPerHourCents: null,
  factoring: null,
  driverPay: null,
  mpgLoaded: null,
  mpgEmpty: null,
  fixedCostPerDayCents: null,
  rateRule: {
    floorPerMileCents: null,
    floorNetPerDayCents: null,
    targetPerMileCents: null,
    targetNetPerDayCents: null,
    askMarginBps: null,
  },
};

/** Examples for empty fields of the settings: $50 an hour of detention, 3% for the factor. No calculation uses them. */
export const exampleSettings = { detentionPerHourCents: 5_000, factoringFeeBps: 300 };

interface Truck {
  mpgLoaded: number | null;
  mpgEmpty: number | null;
  fixedCostPerDayCents: number | null;
}

function ownOrDefault(own: number | null, byDefault: number | null): TruckFigure | null {
  if (own !== null) return { value: own, source: 'TRUCK' };
  return byDefault === null ? null : { value: byDefault, source: 'COMPANY' };
}

/** The truck's own figures, each with the company's default in its place where it has none. */
export function truckFacts(
  truck: Truck | null,
  settings: Pick<CompanySettings, keyof Truck>,
): Pick<ProfitFacts, 'mpgLoaded' | 'mpgEmpty' | 'fixedCostPerDay'> {
  return {
    mpgLoaded: ownOrDefault(truck?.mpgLoaded ?? null, settings.mpgLoaded),
    mpgEmpty: ownOrDefault(truck?.mpgEmpty ?? null, settings.mpgEmpty),
    fixedCostPerDay: ownOrDefault(truck?.fixedCostPerDayCents ?? null, settings.fixedCostPerDayCents),
  };
}

export function payFacts(own: PayTerms | null, { driverPay }: Pick<CompanySettings, 'driverPay'>): PersonPay {
  return own === null ? { terms: driverPay, source: 'COMPANY' } : { terms: own, source: 'DRIVER' };
}
