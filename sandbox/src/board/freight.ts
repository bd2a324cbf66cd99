import type { RandomSource } from '@headhaul/domain/hours/testing/random-source';
import { pickWeighted } from './weighted.ts';

/** A kind of equipment as the board writes it, and what loads for it are like. */
export interface Kind {
  code: string;
  /** What the shipper means by it: any of these trailers will do. Not looked up anywhere, so that a reader can be compared with it. */
  trailers: readonly string[];
  /** What it asks of the trailer or the crew besides. */
  needs?: readonly string[];
  /** How many of 1,000 loads ask for it. */
  share: number;
  /** A factor on the rate of a van. */
  rate: number;
  /** Pounds; null for a load without weight. */
  weight: readonly [number, number] | null;
  lengths: readonly number[];
  commodities: readonly string[];
}

const dryGoods = [
  'Paper products',
  'Packaged food',
  'Beverages',
  'Plastic resin',
  'Auto parts',
  'Household goods',
  'Canned goods',
  'Tires',
  'Furniture',
  'Appliances',
  'Pet food',
  'Empty cans',
];
const coldGoods = [
  'Fresh produce',
  'Frozen poultry',
  'Dairy',
  'Frozen potatoes',
  'Fresh meat',
  'Ice cream',
  'Lettuce',
  'Chocolate',
  'Apples',
];
const deckGoods = [
  'Steel coils',
  'Lumber',
  'Rebar',
  'Shingles',
  'Steel pipe',
  'Roof trusses',
  'Drywall',
  'Machinery',
  'Aluminum extrusions',
];

const kinds: readonly Kind[] = [
  { code: 'V', trailers: ['VAN'], share: 505, rate: 1, weight: [6_000, 45_000], lengths: [53, 53, 53, 53, 48], commodities: dryGoods },
  { code: 'R', trailers: ['REEFER'], share: 185, rate: 1.2, weight: [18_000, 44_000], lengths: [53], commodities: coldGoods },
  { code: 'VR', trailers: ['VAN', 'REEFER'], share: 60, rate: 1.04, weight: [8_000, 43_500], lengths: [53], commodities: dryGoods },
  { code: 'F', trailers: ['FLATBED'], share: 105, rate: 1.24, weight: [12_000, 48_000], lengths: [48, 48, 53], commodities: deckGoods },
  { code: 'FS', trailers: ['FLATBED', 'STEPDECK'], share: 25, rate: 1.26, weight: [14_000, 48_000], lengths: [48], commodities: deckGoods },
  {
    code: 'FT',
    trailers: ['FLATBED'],
    needs: ['TARPS'],
    share: 20,
    rate: 1.32,
    weight: [20_000, 47_500],
    lengths: [48],
    commodities: deckGoods,
  },
  { code: 'SD', trailers: ['STEPDECK'], share: 30, rate: 1.34, weight: [15_000, 46_000], lengths: [48, 53], commodities: deckGoods },
  {
    code: 'PO',
    trailers: ['POWER_ONLY'],
    share: 25,
    rate: 0.86,
    weight: null,
    lengths: [53],
    commodities: ['Loaded trailer', 'Empty trailer'],
  },
  {
    code: 'HS',
    trailers: ['HOTSHOT'],
    share: 18,
    rate: 0.78,
    weight: [2_500, 16_000],
    lengths: [40, 30, 20],
    commodities: ['Machinery', 'Tractor', 'Generator', 'Skid steer'],
  },
  {
    code: 'BX',
    trailers: ['BOX_TRUCK'],
    share: 15,
    rate: 0.72,
    weight: [800, 9_500],
    lengths: [26, 24, 16],
    commodities: ['Palletized freight', 'Trade show crates', 'Medical supplies'],
  },
  {
    code: 'VA',
    trailers: ['VAN'],
    needs: ['AIR_RIDE'],
    share: 7,
    rate: 1.1,
    weight: [6_000, 38_000],
    lengths: [53],
    commodities: ['Electronics', 'Server racks'],
  },
  {
    code: 'VT',
    trailers: ['VAN'],
    needs: ['TEAM'],
    share: 5,
    rate: 1.22,
    weight: [10_000, 40_000],
    lengths: [53],
    commodities: ['Expedited parts', 'Parcel'],
  },
];

/** Where food grows, more loads are cold. */
const coldStates = new Set(['CA', 'WA', 'ID', 'FL', 'AZ', 'WI']);

export function pickKind(state: string, random: RandomSource): Kind {
  const cold = kinds.find(({ code }) => code === 'R');
  if (cold !== undefined && coldStates.has(state) && random.chance(0.18)) return cold;
  return pickWeighted(kinds, ({ share }) => share, random);
}

/**
 * The season's factor on rates: 5% up in early July, 5% down at New Year, and 4% up in the two weeks before Thanksgiving and Christmas. Cold
 * loads follow the harvest and move twice as much.
 */
export function seasonOf(day: string, isCold: boolean): number {
  const date = new Date(`${day}T00:00:00Z`);
  const dayOfYear = (date.getTime() - Date.UTC(date.getUTCFullYear(), 0, 1)) / 86_400_000;
  const wave = 0.05 * Math.sin(((dayOfYear - 90) / 365.25) * 2 * Math.PI);
  const isHoliday = (dayOfYear >= 315 && dayOfYear <= 330) || (dayOfYear >= 344 && dayOfYear <= 358);
  return 1 + wave * (isCold ? 2 : 1) + (isHoliday ? 0.04 : 0);
}

/** Dollars a mile for a van on a usual day. Short trips cost the same hours at the docks, so a mile of them pays more. */
export function baseRate(miles: number): number {
  return 1.85 + 200 / (miles + 50);
}

const remarks = [
  'No touch freight.',
  'Drop trailer ok.',
  'Must have 2 load bars.',
  'FCFS 0700-1500.',
  'Appointment required both ends.',
  'Tracking required, MacroPoint.',
  'Driver assist unload.',
  'Pallet exchange.',
  'Swing doors only.',
  'Clean, dry, food grade trailer.',
  'Quick pay available.',
  'Call for details.',
  'Email best. Send MC and rate.',
  'Live load, live unload.',
  'Lumper reimbursed with receipt.',
  'Straps and edge protectors needed.',
  'TWIC card required.',
  'Team drivers preferred.',
  'In-bond freight.',
  'Steam-cleaned trailer only.',
  'Two stops.',
  'Multiple loads available.',
];
const coldRemarks = ['Keep at 34F continuous.', 'Keep at -10F.', 'Pre-cool to 36F.', 'Reefer download required.'];

/** Null for a posting that says nothing more, which is one in three. */
export function writeComments(isCold: boolean, random: RandomSource): string | null {
  if (random.chance(0.34)) return null;
  const said = [random.pick(isCold ? coldRemarks : remarks), ...(random.chance(0.5) ? [random.pick(remarks)] : [])];
  return [...new Set(said)].join(' ');
}
