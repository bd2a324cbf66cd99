import type { LoadNet, LoadProfit } from '@headhaul/contracts/profit';
import type { Equipment } from '@headhaul/domain/equipment';
import type { Profit, ProfitFacts } from '@headhaul/domain/profit/facts';
import { formatDieselSource, formatLedger, formatTripDays } from '@headhaul/domain/profit/format-profit';
import { formatScaleNote, rateVerdict } from '@headhaul/domain/profit/format-rate-scale';
import { loadProfit } from '@headhaul/domain/profit/profit';
import { type RateRule, rateScale } from '@headhaul/domain/profit/rate-scale';
import type { Averages } from './averages.ts';
import type { Trip } from './trip.ts';

interface Answered {
  trip: Trip;
  facts: ProfitFacts;
  averages: Averages | null;
  rule: RateRule;
  lanePaidCents: readonly number[];
}

/** The domain's figures with the words that every screen shows. */
export function toLoadProfit({ trip, facts, averages, rule, lanePaidCents }: Answered): LoadProfit {
  const profit = loadProfit(facts);
  const scale = rateScale(facts, rule, lanePaidCents);
  const tolls = profit.lines.find((line) => line.kind === 'TOLLS');
  const isFuelCounted = profit.lines.some(({ kind }) => kind === 'FUEL');
  return {
    isCounted: profit.isCounted,
    grossCents: profit.grossCents,
    rpm: profit.rpm,
    cutCents: profit.cutCents,
    ...netOf(profit),
    days: profit.days,
    ledger: formatLedger(profit),
    scale: {
      rateCents: scale.rateCents,
      floorCents: scale.floor?.rateCents ?? null,
      targetCents: scale.target?.rateCents ?? null,
      askCents: scale.ask?.rateCents ?? null,
      verdict: rateVerdict(scale),
      note: formatScaleNote(scale),
    },
    basis: formatBasis(trip, averages),
    trip: formatTripDays(profit.days),
    dieselSource: isFuelCounted && facts.diesel !== null ? formatDieselSource(facts.diesel) : null,
    tollsWeek: tolls?.how?.week ?? null,
  };
}

export function toLoadNet(loadId: string, facts: ProfitFacts): LoadNet {
  return { loadId, ...netOf(loadProfit(facts)) };
}

function netOf({ netCents, netPerDayCents, before, missing }: Profit): Omit<LoadNet, 'loadId'> {
  return { netCents, netPerDayCents, before, missing };
}

const fleetNames: Partial<Record<Equipment, string>> = {
  DRY_VAN: 'vans',
  REEFER: 'reefers',
  FLATBED: 'flatbeds',
  STEP_DECK: 'step decks',
  BOX_TRUCK: 'box trucks',
};

/** "Omar Haddad, truck 126", "Average of your vans" */
function formatBasis({ driver, truck, equipment }: Trip, averages: Averages | null): string {
  const truckName = truck === null ? null : `truck ${truck.number}`;
  if (driver !== null) return truckName === null ? driver.name : `${driver.name}, ${truckName}`;
  if (truck !== null) return `Truck ${truck.number}`;
  const isAverage = [averages?.mpgLoaded, averages?.mpgEmpty, averages?.fixedCostPerDayCents, averages?.deadhead].some(
    (one) => one != null,
  );
  if (!isAverage) return 'Company defaults';
  return `Average of your ${averages?.isOfEquipment === true ? (fleetNames[equipment] ?? 'trucks') : 'trucks'}`;
}
