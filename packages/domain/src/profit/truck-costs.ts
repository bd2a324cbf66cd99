import type { CostPart, MissingFact, ProfitFacts } from './facts.ts';
import { divideRounded, minus, perDayShare } from './shares.ts';

type FuelFacts = Pick<ProfitFacts, 'loaded' | 'deadhead' | 'mpgLoaded' | 'mpgEmpty' | 'diesel'>;

/** Hundredths of a mile per gallon; null for a figure that no truck has. */
function hundredthsOf(mpg: number | undefined): number | null {
  return mpg !== undefined && mpg >= 0.01 && Number.isFinite(mpg) ? Math.round(mpg * 100) : null;
}

/** A part of the trip without miles needs no consumption, and a trip without miles no price. */
function missingForFuel({ loaded, deadhead, mpgLoaded, mpgEmpty, diesel }: FuelFacts): MissingFact[] {
  const isStill = loaded?.miles === 0 && deadhead?.miles === 0;
  const isMissing: Partial<Record<MissingFact, boolean>> = {
    LOADED_MILES: loaded === null,
    DEADHEAD_MILES: deadhead === null,
    MPG_LOADED: loaded?.miles !== 0 && hundredthsOf(mpgLoaded?.value) === null,
    MPG_EMPTY: deadhead?.miles !== 0 && hundredthsOf(mpgEmpty?.value) === null,
    DIESEL_PRICE: diesel === null && !isStill,
  };
  return (Object.keys(isMissing) as MissingFact[]).filter((fact) => isMissing[fact]);
}

/** Gallons loaded and empty at one price, rounded once. */
function fuelCents({ loaded, deadhead, mpgLoaded, mpgEmpty, diesel }: FuelFacts): number {
  const [loadedMiles, emptyMiles] = [loaded?.miles ?? 0, deadhead?.miles ?? 0];
  // Where there are no miles, any consumption gives 0 gallons.
  const [a, b] = [hundredthsOf(mpgLoaded?.value) ?? 1, hundredthsOf(mpgEmpty?.value) ?? 1];
  // Miles ÷ (hundredths of mpg ÷ 100) × (tenths of a cent ÷ 10), over a common denominator.
  return divideRounded(10 * (diesel?.tenthsPerGallon ?? 0) * (loadedMiles * b + emptyMiles * a), a * b);
}

export function fuelAndTolls(facts: ProfitFacts): CostPart {
  if (facts.truckPaidBy === 'DRIVER') return { lines: [], missing: [] };
  const { loaded, deadhead, mpgLoaded, mpgEmpty, diesel, tolls } = facts;
  const missing = missingForFuel(facts);
  return {
    lines: [
      { kind: 'FUEL', cents: missing.length > 0 ? null : minus(fuelCents(facts)), how: { loaded, deadhead, mpgLoaded, mpgEmpty, diesel } },
      {
        kind: 'TOLLS',
        cents: minus(tolls?.cents ?? null),
        how: tolls && { source: tolls.source, week: tolls.week, isOlder: tolls.isOlder },
      },
    ],
    missing: tolls === null ? [...missing, 'TOLLS'] : missing,
  };
}

export function fixedCost({ truckPaidBy, fixedCostPerDay: perDay }: ProfitFacts, tenths: number | null): CostPart {
  if (truckPaidBy === 'DRIVER' || perDay?.value === 0) return { lines: [], missing: [] };
  const cents = perDay === null || tenths === null ? null : perDayShare(perDay.value, tenths);
  return {
    lines: [{ kind: 'FIXED_COST', cents: minus(cents), how: { perDay, days: tenths === null ? null : tenths / 10 } }],
    missing: perDay === null ? ['FIXED_COST'] : [],
  };
}
