import { setImmediate as nextTurn } from 'node:timers/promises';
import { createRandomSource, type RandomSource } from '@headhaul/domain/hours/testing/random-source';
import { greatCircleMiles } from '@headhaul/domain/places/distance';
import { roadMilesFrom } from '@headhaul/domain/roads/miles';
import { type RoadsData, readRoads } from '@headhaul/domain/roads/network';
import roadsData from '@headhaul/domain/roads/us-roads.json' with { type: 'json' };
import { addDays } from '@headhaul/domain/time/zoned-time';
import { baseRate, type Kind, pickKind, seasonOf, writeComments } from './freight.ts';
import { type Market, markets, type Town } from './markets.ts';
import { assignMarkets, listPosters, type Poster } from './posters.ts';
import { pickWeighted } from './weighted.ts';

/** A load as its broker knows it: what every text on the board is made of, and what a reader of the board must find. */
export interface DemoLoad {
  key: string;
  uuid: string;
  reference: string | null;
  origin: Town;
  destination: Town;
  tripMiles: number;
  deadheadOrigin: number;
  deadheadDestination: number;
  pickup: { earliest: string; latest: string; hours: string };
  delivery: { day: string; hours: string };
  equipment: string;
  /** What the code stands for: any of these trailers will do. */
  trailers: readonly string[];
  /** What the load asks of the trailer or the crew besides. */
  needs: readonly string[];
  size: 'FULL' | 'PARTIAL';
  lengthFt: number;
  weightLb: number | null;
  /** What the broker offers. */
  rateCents: number | null;
  /** What the board reckons where the broker offers nothing. */
  estimateCents: number | null;
  commodity: string;
  comments: string | null;
  ageMinutes: number;
  broker: Pick<Poster, 'name' | 'dot' | 'place' | 'contact' | 'credit'> & { mc: string | null };
  /** Null: the posting has no address of its own. */
  email: string | null;
  phone: string | null;
}

/** Loads on the board when it is opened, and those that come later. */
const rowCount = 10_000;
const laterCount = 500;
const lettersOfKeys = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

interface Lane {
  from: Market;
  to: Market;
  origin: Town;
  destination: Town;
  posters: readonly Poster[];
}

const pickMarket = (random: RandomSource) => pickWeighted(markets, ({ volume }) => volume, random);

/** Straight miles up to which a trip goes, and how many of 100 trips do. Most freight stays within two days' drive. */
const trips = [
  { upTo: 200, share: 14 },
  { upTo: 500, share: 36 },
  { upTo: 1_000, share: 34 },
  { upTo: 3_000, share: 16 },
];

function pickLane(postersOf: ReadonlyMap<Market, readonly Poster[]>, random: RandomSource): Lane {
  const from = pickMarket(random);
  const origin = random.pick(from.towns);
  const { upTo } = pickWeighted(trips, ({ share }) => share, random);
  let [to, destination] = [from, origin];
  for (let attempt = 0; attempt < 12; attempt += 1) {
    const market = pickMarket(random);
    const town = random.pick(market.towns);
    const straight = greatCircleMiles(origin, town);
    if (straight < 15) continue;
    [to, destination] = [market, town];
    if (straight <= upTo && straight > upTo / 4) break;
  }
  return { from, to, origin, destination, posters: postersOf.get(from) ?? [] };
}

/** Road miles of all lanes, one search for each town where they begin. Between the searches others may work. */
async function measure(lanes: readonly Lane[]): Promise<Map<Lane, number>> {
  const roads = readRoads(roadsData as RoadsData);
  const miles = new Map<Lane, number>();
  for (const [origin, from] of Map.groupBy(lanes, (lane) => lane.origin)) {
    const found = roadMilesFrom(
      roads,
      origin,
      from.map(({ destination }) => destination),
    );
    for (const [index, lane] of from.entries()) {
      miles.set(lane, Math.max(1, Math.round(found[index] ?? greatCircleMiles(origin, lane.destination) * 1.2)));
    }
    await nextTurn();
  }
  return miles;
}

/** In steps of $25, as people name a rate. */
function rateOf(lane: Lane, miles: number, kind: Kind, poster: Poster, day: string, random: RandomSource): number {
  const market = lane.from.outbound * lane.to.inbound * seasonOf(day, kind.code === 'R');
  const dollars = Math.max(miles * baseRate(miles), 320) * kind.rate * poster.rate * market * (0.9 + random.below(23) / 100);
  return Math.max(Math.round(dollars / 25) * 25, 250) * 100;
}

function writeKey(random: RandomSource, length: number): string {
  return Array.from({ length }, () => random.pick([...lettersOfKeys])).join('');
}

function writeUuid(random: RandomSource): string {
  const hex = Array.from({ length: 32 }, () => random.below(16).toString(16)).join('');
  return [hex.slice(0, 8), hex.slice(8, 12), `4${hex.slice(13, 16)}`, `a${hex.slice(17, 20)}`, hex.slice(20)].join('-');
}

const hourText = (hour: number) => `${String(hour).padStart(2, '0')}:00`;

function schedule(miles: number, today: string, random: RandomSource): Pick<DemoLoad, 'pickup' | 'delivery'> {
  const earliest = addDays(today, random.pick([0, 0, 0, 1, 1, 1, 1, 2, 2, 3, 4, 6]));
  const latest = random.chance(0.2) ? addDays(earliest, 1 + random.below(2)) : earliest;
  const opens = 6 + random.below(9);
  return {
    pickup: { earliest, latest, hours: `${hourText(opens)}-${hourText(opens + 2 + random.below(5))}` },
    // Legal hours come to about 480 miles a day with loading.
    delivery: { day: addDays(earliest, Math.floor(miles / 480)), hours: hourText(5 + random.below(11)) },
  };
}

/** One in a hundred is not what it seems: twice the usual rate, no MC number, and only an address in the comments. */
function disguise(load: DemoLoad, random: RandomSource): DemoLoad {
  const domain = `${load.broker.name
    .toLowerCase()
    .replace(/[^a-z]+/g, '')
    .replace('i', 'l')}.example`;
  return {
    ...load,
    rateCents: (load.rateCents ?? load.tripMiles * 250) * 2,
    estimateCents: null,
    broker: { ...load.broker, mc: null },
    email: null,
    phone: null,
    comments: `Text only ${200 + random.below(700)}5550${100 + random.below(100)}. Rate con to dispatch@${domain}.`,
  };
}

function makeLoad(lane: Lane, miles: number, today: string, random: RandomSource): DemoLoad {
  const kind = pickKind(lane.origin.state, random);
  const poster = random.pick(lane.posters);
  const rateCents = rateOf(lane, miles, kind, poster, today, random);
  const [lightest, heaviest] = kind.weight ?? [0, 0];
  const isPartial = kind.weight !== null && random.chance(0.11);
  const hasRate = !random.chance(0.25);
  const isInComments = random.chance(0.02);
  const comments = writeComments(kind.code === 'R', random);
  const load: DemoLoad = {
    key: writeKey(random, 8),
    uuid: writeUuid(random),
    reference: random.chance(0.15) ? null : `${poster.initials}${10_000 + random.below(89_999)}`,
    origin: lane.origin,
    destination: lane.destination,
    tripMiles: miles,
    deadheadOrigin: random.chance(0.06) ? 0 : random.below(150),
    deadheadDestination: random.below(150),
    ...schedule(miles, today, random),
    equipment: kind.code,
    trailers: kind.trailers,
    needs: kind.needs ?? [],
    size: isPartial ? 'PARTIAL' : 'FULL',
    lengthFt: isPartial ? 8 + random.below(24) : random.pick(kind.lengths),
    weightLb:
      kind.weight === null ? null : Math.round((lightest + random.below(heaviest - lightest)) / 500) * (isPartial ? 250 : 500) || 500,
    rateCents: hasRate ? rateCents : null,
    estimateCents: !hasRate && random.chance(0.12) ? rateCents : null,
    commodity: random.pick(kind.commodities),
    comments: isInComments ? `${comments ?? 'Call first.'} ${poster.email}` : comments,
    ageMinutes: 0,
    broker: {
      name: poster.name,
      mc: random.chance(0.04) ? null : poster.mc,
      dot: poster.dot,
      place: poster.place,
      contact: poster.contact,
      credit: poster.credit,
    },
    email: isInComments || random.chance(0.12) ? null : poster.email,
    phone: random.chance(0.1) ? null : poster.phone,
  };
  return random.chance(0.01) ? disguise(load, random) : load;
}

/** The market of a day: the same loads for the same seed and day, the newest first. The last ones are posted while the board is open. */
export async function makeLoads(seed: number, today: string): Promise<DemoLoad[]> {
  const random = createRandomSource(seed);
  const posters = assignMarkets(listPosters(Date.parse(`${today}T12:00:00Z`)), random);
  const lanes = Array.from({ length: rowCount + laterCount }, () => pickLane(posters, random));
  const miles = await measure(lanes);
  return lanes.map((lane, index) => {
    const load = makeLoad(lane, miles.get(lane) ?? 1, today, random);
    // Most loads were posted within the last hours; few wait for a day.
    return { ...load, ageMinutes: index < rowCount ? Math.floor((index / rowCount) ** 2 * 1_300 + index / 60) : 0 };
  });
}
