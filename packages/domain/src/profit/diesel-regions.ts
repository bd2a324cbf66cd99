import type { stateCodes } from '../equipment.ts';
import { daysBetween } from '../time/zoned-time.ts';

/**
 * The regions for which the U.S. Energy Information Administration (EIA) publishes the price of diesel at the pump each week, with taxes.
 * They are the Petroleum Administration for Defense Districts (PADD), with the East Coast in three parts and California apart. `eiaArea` is
 * the code in the facet `duoarea` of `petroleum/pri/gnd`.
 */
export const dieselRegions = {
  NEW_ENGLAND: { label: 'New England', padd: '1A', eiaArea: 'R1X' },
  CENTRAL_ATLANTIC: { label: 'Central Atlantic', padd: '1B', eiaArea: 'R1Y' },
  LOWER_ATLANTIC: { label: 'Lower Atlantic', padd: '1C', eiaArea: 'R1Z' },
  MIDWEST: { label: 'Midwest', padd: '2', eiaArea: 'R20' },
  GULF_COAST: { label: 'Gulf Coast', padd: '3', eiaArea: 'R30' },
  ROCKY_MOUNTAIN: { label: 'Rocky Mountain', padd: '4', eiaArea: 'R40' },
  WEST_COAST: { label: 'West Coast', padd: '5 without California', eiaArea: 'R5XCA' },
  CALIFORNIA: { label: 'California', padd: 'part of 5', eiaArea: 'SCA' },
  US: { label: 'U.S. average', padd: 'all', eiaArea: 'NUS' },
} as const;
export type DieselRegion = keyof typeof dieselRegions;

type StateCode = (typeof stateCodes)[number];

/** Alaska and Hawaii are in PADD 5, but EIA asks no station there. It asks none in Puerto Rico or Canada either. */
const regionsByState: Record<StateCode, DieselRegion | null> = {
  CT: 'NEW_ENGLAND',
  ME: 'NEW_ENGLAND',
  MA: 'NEW_ENGLAND',
  NH: 'NEW_ENGLAND',
  RI: 'NEW_ENGLAND',
  VT: 'NEW_ENGLAND',
  DE: 'CENTRAL_ATLANTIC',
  DC: 'CENTRAL_ATLANTIC',
  MD: 'CENTRAL_ATLANTIC',
  NJ: 'CENTRAL_ATLANTIC',
  NY: 'CENTRAL_ATLANTIC',
  PA: 'CENTRAL_ATLANTIC',
  FL: 'LOWER_ATLANTIC',
  GA: 'LOWER_ATLANTIC',
  NC: 'LOWER_ATLANTIC',
  SC: 'LOWER_ATLANTIC',
  VA: 'LOWER_ATLANTIC',
  WV: 'LOWER_ATLANTIC',
  IL: 'MIDWEST',
  IN: 'MIDWEST',
  IA: 'MIDWEST',
  KS: 'MIDWEST',
  KY: 'MIDWEST',
  MI: 'MIDWEST',
  MN: 'MIDWEST',
  MO: 'MIDWEST',
  NE: 'MIDWEST',
  ND: 'MIDWEST',
  OH: 'MIDWEST',
  OK: 'MIDWEST',
  SD: 'MIDWEST',
  TN: 'MIDWEST',
  WI: 'MIDWEST',
  AL: 'GULF_COAST',
  AR: 'GULF_COAST',
  LA: 'GULF_COAST',
  MS: 'GULF_COAST',
  NM: 'GULF_COAST',
  TX: 'GULF_COAST',
  CO: 'ROCKY_MOUNTAIN',
  ID: 'ROCKY_MOUNTAIN',
  MT: 'ROCKY_MOUNTAIN',
  UT: 'ROCKY_MOUNTAIN',
  WY: 'ROCKY_MOUNTAIN',
  AZ: 'WEST_COAST',
  NV: 'WEST_COAST',
  OR: 'WEST_COAST',
  WA: 'WEST_COAST',
  CA: 'CALIFORNIA',
  AK: null,
  HI: null,
  PR: null,
  AB: null,
  BC: null,
  MB: null,
  NB: null,
  NL: null,
  NS: null,
  NT: null,
  NU: null,
  ON: null,
  PE: null,
  QC: null,
  SK: null,
  YT: null,
};

/** Null also for a code that isn't a state. */
export function dieselRegionOf(state: string): DieselRegion | null {
  return regionsByState[state as StateCode] ?? null;
}

export interface DieselPrice {
  /** Tenths of a cent a gallon: 3714 is $3.714. EIA publishes three decimals. */
  tenthsPerGallon: number;
  region: DieselRegion;
  /** The Monday the price is for: "2026-11-09". */
  week: string;
}

/**
 * A price is used for two weeks. The next one appears a week later, on Monday evening, or on Tuesday after a holiday, so only a price that
 * was missed twice gets older.
 */
export const maxPriceAgeDays = 14;

/** Tenths of a cent of EIA's "3.714", which is "3.71" or "4" without its last zeros; null for anything else, such as a withheld price. */
export function readPricePerGallon(dollars: string): number | null {
  const match = /^(\d{1,2})(?:\.(\d{1,3}))?$/.exec(dollars.trim());
  return match === null ? null : Number(match[1]) * 1_000 + Number((match[2] ?? '').padEnd(3, '0'));
}

/**
 * The price that a trip is counted with on a day: the newest one of the region where the load is picked up, as trucks fill up before they
 * load. Without a price for that region it is the U.S. average, which says so by its region. Null where EIA asks no station.
 */
export function dieselPriceFor(prices: readonly DieselPrice[], originState: string, day: string): DieselPrice | null {
  const region = dieselRegionOf(originState);
  if (region === null) return null;
  const newestOf = (wanted: DieselRegion) =>
    prices
      .filter((price) => price.region === wanted && price.week <= day && daysBetween(price.week, day) <= maxPriceAgeDays)
      .reduce<DieselPrice | null>((newest, price) => (newest === null || price.week > newest.week ? price : newest), null);
  return newestOf(region) ?? newestOf('US');
}
